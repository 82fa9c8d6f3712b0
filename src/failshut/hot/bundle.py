"""Bundle the hot path's compiled modules into one file beside the package's folder.

Some fifty small modules would cost a third of a bare interpreter start to find and read one by
one.  ``init`` writes the bundle for the interpreter that the launcher names; ``hot.start`` reads it.
File: 8 bytes length of the index, 8 bytes hash, the index, the blocks.  A block is a marshalled dict with
a hash: {name: code} of a group of modules that are loaded together, or of one module, and {name: row} of
each room.  The index is (tag, rows of what ``STAGES`` and ``ALWAYS`` name, {room: block of its other
rows}); a row is (block, is package, names it imports), a block (start, length, hash).
An editable installation gets no bundle: its sources change in place.
"""

import _imp
import ast
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from failshut.hot.start import marks

ROOMS = ("hosts", "hot", "policy", "shell", "effects")
FILES = ("model.py", "errors.py", "paths.py", "version.py", "where.py")
NOT_HOT = ("hosts/base.py", "hot/__init__.py", "hot/run.py", "hot/bundle.py", "hot/start.py")
STAGES = (
    ("failshut.hot.answer", "failshut.hot.judge", "failshut.effects"),
    ("failshut.effects.programs", "failshut.shell.strip"),
    ("failshut.effects.infer",),
    ("failshut.effects.commands", "failshut.shell.marks"),
    ("failshut.shell.plain",),
    ("failshut.shell.walk.walk", "failshut.shell.values.parameters"),
    (
        "failshut.shell.parse.expansions",
        "failshut.shell.values.reckon",
        "failshut.shell.values.substitution",
        "failshut.shell.values.operations",
        "failshut.shell.values.assignments",
        "failshut.shell.walk.written",
        "failshut.shell.walk.printing",
        "failshut.shell.walk.output",
    ),
    ("failshut.effects.families.git", "failshut.effects.families.gitset"),
)
"""What each call loads, each command, each call that isn't cleared, each command that isn't, and each that
needs the parser: what is named here and what that imports is a group.  Names that several modules of a
group have are read once: a fifth less to load."""
ALWAYS = ("failshut.hosts.",)
"""Beginnings of names whose rows are in the index itself."""
CHEAP = frozenset("__future__ _blake2 _imp _signal binascii hashlib marshal posix select sys time".split())
"""What a bundled module may import beside ours.  The others (they build policies) need the ordinary
import: their dataclasses read the annotations that bundling drops."""

Row = tuple[bool, CodeType, tuple[str, ...]]
"""Whether a module is a package, its code, and the names of ours that it imports."""
Block = tuple[int, int, bytes]


def sources(package: Path) -> list[Path]:
    """Return the package's sources that a hook run may import, sorted."""
    found = [package / name for name in FILES]
    for room in ROOMS:
        found.extend((package / room).rglob("*.py"))
    left_out = {package / name for name in NOT_HOT}
    return sorted(path for path in found if path not in left_out)


def name_of(package: Path, path: Path) -> str:
    """Return a source's module name."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(("failshut", *(part for part in parts if part != "__init__")))


def bare(code: CodeType) -> CodeType:
    """Drop the line table, which only tracebacks read: a fifth less to load."""
    consts = tuple(bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"", co_filename="")


class Lean(ast.NodeTransformer):
    """Drop annotations and what only they need: nothing reads them in a hook run."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Drop a function's annotations."""
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Drop an argument's annotation."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Make a plain assignment of an annotated one."""
        self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Drop ``from __future__``, a module of its own."""
        return ast.copy_location(ast.Pass(), node) if node.module == "__future__" else node


def hot(tree: ast.Module) -> bool:
    """Say whether a source's top level imports nothing but ours and what is cheap."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node.col_offset == 0:
            names += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.col_offset == 0:
            names.append(node.module or "")
    return all(name in CHEAP or name.split(".")[0] == "failshut" for name in names)


def imports(tree: ast.Module, known: set[str]) -> tuple[str, ...]:
    """Return which of the ``known`` modules the top level of a source imports."""
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = [f"{node.module}.{one.name}" for one in node.names]
            found += [name for name in below if name in known] or [node.module]
    return tuple(name for name in dict.fromkeys(found) if name in known)


def groups(rows: dict[str, Row]) -> list[tuple[str, ...]]:
    """Return the names of the modules that are read together."""
    left = dict.fromkeys(rows)
    found = []
    for stage in STAGES:
        names: list[str] = []
        waiting = list(stage)
        while waiting:
            name = waiting.pop(0)
            if name in left:
                del left[name]
                names.append(name)
                waiting += [name.rpartition(".")[0], *rows[name][2]]
        found.append(tuple(names))
    return found + [(name,) for name in left]


def build(package: Path, named: str = "") -> bytes:
    """Return the bundle's bytes for the running interpreter; ``named`` as for ``assembled``."""
    return assembled(compiled(package), package, named)


def compiled(package: Path) -> dict[str, Row]:
    """Return what is bundled, by module name."""
    paths = {name_of(package, path): path for path in sources(package)}
    rows: dict[str, Row] = {}
    for name, path in paths.items():
        tree = ast.parse(path.read_bytes())
        if not hot(tree):
            continue
        others = imports(tree, set(paths))
        lean = ast.fix_missing_locations(Lean().visit(tree))
        code = bare(compile(lean, "", "exec", dont_inherit=True, optimize=2))
        rows[name] = (path.name == "__init__.py", code, others)
    return rows


def assembled(rows: dict[str, Row], package: Path, named: str = "") -> bytes:
    """Return the bytes of a bundle of ``rows`` for the package as it lies in ``package``.

    ``named`` is the path by which runs will know it, where that is another one.
    """
    tag: Any = (sys.version, named or str(package), *marks(str(package)))
    index, start, blocks = b"", 0, [b""]
    while start != 16 + len(index):  # the index's own length moves the starts
        start = 16 + len(index)
        first, blocks = laid_out(rows, start)
        index = marshal.dumps((tag, *first))
    head = len(index).to_bytes(8, "little") + _imp.source_hash(len(index), index)
    return head + index + b"".join(blocks)


def laid_out(rows: dict[str, Row], start: int) -> tuple[tuple[Any, Any], list[bytes]]:
    """Return the index's rows and rooms, and the blocks; ``start`` is where the first one lies."""
    blocks: list[bytes] = []

    def block(content: dict[str, Any]) -> Block:
        blocks.append(marshal.dumps(content))
        place = start + sum([len(one) for one in blocks[:-1]])
        return place, len(blocks[-1]), _imp.source_hash(len(blocks[-1]), blocks[-1])

    first: dict[str, Any] = {}
    rooms: dict[str, dict[str, Any]] = {}
    for number, names in enumerate(groups(rows)):
        place = block({name: rows[name][1] for name in names})
        for name in names:
            at_hand = number < len(STAGES) or name.startswith(ALWAYS)
            part = first if at_hand else rooms.setdefault(name.split(".")[1], {})
            part[name] = (place, rows[name][0], rows[name][2])
    return (first, {room: block(part) for room, part in rooms.items()}), blocks


def held(data: bytes) -> dict[str, Any]:
    """Return what a bundle's bytes hold: its tag under "", each module's row by name.

    The same modules may be written in several ways.  Raises ValueError, EOFError or TypeError.
    """
    size = int.from_bytes(data[:8], "little")
    if _imp.source_hash(size, data[16 : 16 + size]) != data[8:16]:
        raise ValueError("it is damaged")
    tag, rows, rooms = marshal.loads(data[16 : 16 + size])

    def block(place: Block) -> Any:
        start, length, check = place
        if _imp.source_hash(length, data[start : start + length]) != check:
            raise ValueError("it is damaged")
        return marshal.loads(data[start : start + length])

    for place in rooms.values():
        rows.update(block(place))
    places = [*rooms.values(), *[row[0] for row in rows.values()]]
    if max(start + length for start, length, _ in places) != len(data):
        raise ValueError("more follows")
    found = {place: block(place) for place in {row[0] for row in rows.values()}}
    return {"": tag} | {name: (row[1], found[row[0]][name], row[2]) for name, row in rows.items()}


def installed(package: Path) -> bool:
    """Say whether the package lies where installers put it, so that its sources hold still."""
    return package.parent.name in ("site-packages", "dist-packages")
