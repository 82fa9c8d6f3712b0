"""Bundle the hot path's compiled modules into one file beside the launcher.

Some fifty small modules would cost a third of a bare interpreter start to find and read one by
one.  ``init`` writes the bundle for the interpreter that the launcher names; ``hot.start`` reads it.
File: 8 bytes length of the index, 8 bytes hash, the index (marshal: tag, {name: (place, is package,
mtime in ns, size, start, length, hash, names it imports)}), the modules' code (marshal).
"""

import _imp
import ast
import marshal
import os
import sys
from pathlib import Path
from types import CodeType

ROOMS = ("hosts", "hot", "policy", "shell", "effects")
FILES = ("model.py", "errors.py", "paths.py", "version.py")
NOT_HOT = ("hosts/base.py", "hot/run.py", "hot/bundle.py", "hot/start.py")


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


def build(package: Path) -> bytes:
    """Return the bundle's bytes for the running interpreter."""
    paths = {name_of(package, path): path for path in sources(package)}
    rows = {}
    for name, path in paths.items():
        about, text = path.stat(), path.read_bytes()
        code = marshal.dumps(bare(compile(text, "", "exec", dont_inherit=True, optimize=2)))
        place = "/" + path.relative_to(package).as_posix()
        facts = (place, path.name == "__init__.py", about.st_mtime_ns, about.st_size)
        rows[name] = (facts, code, imports(ast.parse(text), set(paths)))
    index, start = b"", 0
    while start != 16 + len(index):  # the index's own length moves the starts
        start = offset = 16 + len(index)
        modules = {}
        for name, (facts, code, others) in rows.items():
            check = _imp.source_hash(len(code), code)
            modules[name] = (*facts, offset, len(code), check, others)
            offset += len(code)
        index = marshal.dumps(((sys.version, str(package)), modules))
    head = len(index).to_bytes(8, "little") + _imp.source_hash(len(index), index)
    return head + index + b"".join(code for _, code, _ in rows.values())


def write(folder: Path, package: Path) -> Path:
    """Write the running interpreter's bundle into ``folder`` (atomically); returns its path."""
    target = folder / f"hot.{sys.implementation.cache_tag}"
    temporary = folder / f".{target.name}.{os.getpid()}"
    temporary.write_bytes(build(package))
    temporary.chmod(0o600)
    temporary.replace(target)
    return target
