"""Do what calls of a C-like language's functions do, by the language's table.  Hot."""

from failshut.effects.scripts.clike.tables import TABLES
from failshut.effects.scripts.common import AS
from failshut.effects.scripts.values import (
    TAINTS,
    UNKNOWN,
    Content,
    Function,
    Given,
    PathText,
    Ref,
    joined,
    known,
    variable,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.clike.members import Members

ALONE = frozenset(("unlink", "gets", "shift"))
"""Functions that act without arguments and parentheses: on what ``$_`` holds."""
_MADE: dict[str, dict[str, str]] = {}
_MODULES = (
    ("node:", ""),
    ("fs-extra", "fs"),
    ("graceful-fs", "fs"),
    ("fs/promises", "fs"),
    ("path/posix", "path"),
)
_CUT = ("fs.promises.", "fsPromises.", "fsp.", "fse.")
_SAME = frozenset(
    (
        "toString trim to_s text read body content data json decode decode_content strip chomp"
        " freeze readlines lines string decoded_content encode force_encoding to_str downcase"
    ).split()
)
_ENVIRON = ("process.env", "Bun.env", "ENV")
_KEEPS = (
    "JSON.stringify",
    "Object.entries",
    "Object.assign",
    "util.inspect",
    "structuredClone",
    "ENV.to_h",
)
"""Functions whose value holds all of what they are given."""
_SHOWS = frozenset(
    (
        "console.log console.error console.info console.dir console.table process.stdout.write puts p pp"
    ).split()
)
_ITERATES = frozenset(
    (
        "forEach map each flatMap filter every some each_with_index select then finally each_line"
        " each_child call apply tap collect reject"
    ).split()
)


def table(language: str) -> dict[str, str]:
    """Return a language's functions with the kinds of their deeds."""
    if language not in _MADE:
        _MADE[language] = {name: kind for kind, names in TABLES[language].items() for name in names.split()}
    return _MADE[language]


def canonical(name: str) -> str:
    """Return a module's function by its usual name."""
    for start, put in _MODULES:
        if name.startswith(start):
            name = put + name[len(start) :]
    for start in _CUT:
        if name.startswith(start):
            name = "fs." + name[len(start) :]
    return name.removesuffix(".default").replace(".default.", ".")


def member(at: "Members", base: object, name: str) -> object:
    """Return a member of a value."""
    if isinstance(base, dict):
        return base.get(name, Ref("." + name, base))
    if isinstance(base, Ref) and base.base is None and base.name[:1] != ".":
        whole = base.name + "." + name
        if whole.startswith(("process.env.", "ENV.", "$_SERVER.")) and name != "fetch":
            return variable(name, at.doing.site.command.assigns)
        if whole in ("process.argv", "Deno.args", "Bun.argv"):
            args: list[object] = list(at.doing.args)
            return args if whole == "Deno.args" else [Word("node"), Word(at.doing.name), *args]
        if whole == "process.execPath":
            return Word("node")
        if whole == "path.sep":
            return Word("/")
        if base.name == "globalThis" and table(at.language.name).get(name):
            return Ref(name)
        found = Ref(whole)
        if (
            at.language.words
            and name in ("pwd", "home", "cwd", "getwd")
            and table(at.language.name).get(whole)
        ):
            return call(at, found, [], {})
        return found
    if isinstance(base, Word) and base.text in TAINTS:
        return base if name in _SAME else Ref("." + name, base)
    if name in _SAME and at.language.words and isinstance(base, (Word, Content)):
        return base
    if (
        at.language.name == "ruby"
        and isinstance(base, PathText)
        and name in ("rmtree", "delete", "unlink", "rmdir")
    ):
        at.doing.deletes(base, name == "rmtree")
        return None
    return Ref("." + name, base if base is not None else UNKNOWN)


def tagged(at: "Members", callee: Ref, value: object) -> object:
    """Do what a tagged template does: a shell text for ``$`` of the usual libraries."""
    name = canonical(callee.name)
    if name.rpartition(".")[2] == "$" or name.endswith((".sh", "execa", "execaCommand")):
        at.doing.shell(value)
    return None


def call(at: "Members", callee: object, values: list[object], options: dict[str, object]) -> object:
    """Do what a call does; the value is what it returns, None = unknown."""
    at.doing.spend()
    if isinstance(callee, Function):
        return at.invoke(callee, values)
    if isinstance(callee, Word) and callee.literal and at.language.name in ("php", "perl"):
        callee = Ref(callee.text)
    if not isinstance(callee, Ref):
        handed(at, values)
        return callee if isinstance(callee, Word) and callee.text in TAINTS else None
    known_ones = table(at.language.name)
    name = canonical(callee.name.lstrip("&").replace("::", "."))
    kind = known_ones.get(name) or known_ones.get("." + name.rpartition(".")[2], "")
    if name[:1] == "." and (not kind or isinstance(callee.base, (list, dict))):
        return method(at, callee, values, options)
    if name in _KEEPS or name in _SHOWS or kind == "fetch":
        held = _environment([*values, *options.values()])
        if held is not None and name in _KEEPS:
            return held
        if held is not None:
            at.doing.environment(kind == "fetch")
    if not kind:
        if name in at.methods:
            return at.invoke(at.methods[name], values)
        handed(at, values)
        return None
    if name[:1] == "." and kind in ("file", "tree", "decode") and not values:
        values = [callee.base]
    if kind == "send":
        return _sent(at, callee, values, options)
    from failshut.effects.scripts.clike.kinds import KINDS  # which calls on this module

    handler = KINDS.get(kind)
    if handler is not None:
        return handler(at, Given(values, options))
    at.doing.command(*AS[kind], "--", *values[: 1 if kind == "truncate" else 2])
    return None


def _environment(values: list[object]) -> Ref | None:
    """Return the whole environment when it is among the values, or in a table among them."""
    for one in values:
        if isinstance(one, Ref) and one.name in _ENVIRON:
            return one
        if isinstance(one, dict):
            found = _environment([*one.values()])
            if found is not None:
                return found
    return None


def _sent(at: "Members", callee: Ref, values: list[object], options: dict[str, object]) -> object:
    """Do what ``send`` does: call a method by its name."""
    name = known(values[0]) if values else None
    if name is None:
        return None
    found = member(at, callee.base, name) if callee.base is not None else Ref(name)
    if callee.base is None or name in table(at.language.name):
        found = Ref(name)
    return call(at, found, values[1:], options)


def handed(at: "Members", values: list[object]) -> None:
    """Walk the program's functions that are handed to something unknown, which may call them."""
    for one in values:
        if isinstance(one, Function):
            at.invoke(one, [])


def method(at: "Members", callee: Ref, values: list[object], options: dict[str, object]) -> object:
    """Do what a method of a value does."""
    base, name = callee.base, callee.name[1:]
    first = values[0] if values else None
    if name in _ITERATES:
        if isinstance(base, (Ref, Function)) and name in ("call", "apply"):
            rest = values if at.language.words else first if isinstance(first, list) else values[1:]
            return call(at, base, rest if isinstance(rest, list) else [], options)
        items = base[:64] if isinstance(base, list) else [base if isinstance(base, Word) else None]
        if isinstance(first, (Function, Ref)):
            found = [call(at, first, [one], {}) for one in items]
            return found if isinstance(base, list) else found[0] if found else None
        return Ref(callee.name, base) if not values and at.language.words else base
    if isinstance(base, list) and name in ("join", "concat", "push", "reverse", "slice"):
        return listed(base, name, values)
    if isinstance(base, Word):
        if base.text in TAINTS or name in _SAME:
            return base
        if name == "concat":
            return joined([base, *values])
        if (
            base.literal
            and name in ("replace", "replaceAll", "split")
            and all([known(one) is not None for one in values])
        ):
            texts = [known(one) or "" for one in values]
            if name == "split" and texts:
                return [Word(one) for one in (base.text.split(texts[0]) if texts[0] else base.text)][:64]
            if len(texts) == 2 and len(base.text) < 4096 and len(texts[1]) < 64:
                return Word(base.text.replace(texts[0], texts[1], 1 if name == "replace" else -1))
    if isinstance(base, Content) and name in _SAME:
        return base
    if name in at.methods:
        return at.invoke(at.methods[name], values)
    if name in ("connect", "createConnection") and at.language.name == "js":
        return None
    if name == "constructor" or (name == "bind" and isinstance(base, Ref)):
        return base
    handed(at, values)
    return None


def listed(base: list[object], name: str, values: list[object]) -> object:
    if name == "join":
        between = values[0] if values else Word(",")
        spread: list[object] = []
        for at, one in enumerate(base):
            spread += [between, one] if at else [one]
        return joined(spread)
    if name == "push":
        base.extend(values[: max(0, 64 - len(base))])
        return None
    if name == "concat":
        return [*base, *[item for one in values for item in (one if isinstance(one, list) else [one])]]
    return base[::-1] if name == "reverse" else None
