"""Do what calls of a C-like language's functions do, by the language's table.  Hot."""

from failshut.effects.scripts import pypaths
from failshut.effects.scripts.deedtables import TABLES
from failshut.effects.scripts.values import (
    DECODED,
    REMOTE,
    STDIN,
    TAINTS,
    UNKNOWN,
    Content,
    Function,
    PathText,
    Ref,
    each,
    either,
    joined,
    known,
    path_joined,
    variable,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.evaluate import Evaluator

ALONE = frozenset(("unlink", "gets", "shift"))
"""Functions that act without arguments and parentheses: on what ``$_`` holds."""
_MADE: dict[str, dict[str, str]] = {}
_MODULES = (("node:", ""), ("fs-extra", "fs"), ("graceful-fs", "fs"), ("fs/promises", "fs"), ("path/posix", "path"))
_CUT = ("fs.promises.", "fsPromises.", "fsp.", "fse.")
_SAME = frozenset(("toString", "trim", "to_s", "text", "read", "body", "content", "data", "json", "decode",
                   "decode_content", "strip", "chomp", "freeze", "readlines", "lines", "string", "decoded_content",
                   "encode", "force_encoding", "to_str", "downcase"))  # fmt: skip
_ITERATES = frozenset(("forEach", "map", "each", "flatMap", "filter", "every", "some", "each_with_index", "select", "then",
                       "finally", "each_line", "each_child", "call", "apply", "tap", "collect", "reject"))  # fmt: skip


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


def member(at: "Evaluator", base: object, name: str) -> object:
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
        if at.language.words and name in ("pwd", "home", "cwd", "getwd") and table(at.language.name).get(whole):
            return call(at, found, [], {})
        return found
    if isinstance(base, Word) and base.text in TAINTS:
        return base if name in _SAME else Ref("." + name, base)
    if name in _SAME and at.language.words and isinstance(base, (Word, Content)):
        return base
    if at.language.name == "ruby" and isinstance(base, PathText) and name in ("rmtree", "delete", "unlink", "rmdir"):
        at.doing.deletes(base, name == "rmtree")
        return None
    return Ref("." + name, base if base is not None else UNKNOWN)


def tagged(at: "Evaluator", callee: Ref, value: object) -> object:
    """Do what a tagged template does: a shell text for ``$`` of the usual libraries."""
    name = canonical(callee.name)
    if name.rpartition(".")[2] == "$" or name.endswith((".sh", "execa", "execaCommand")):
        at.doing.shell(value)
    return None


def call(at: "Evaluator", callee: object, values: list[object], options: dict[str, object]) -> object:
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
    if not kind:
        if name in at.methods:
            return at.invoke(at.methods[name], values)
        handed(at, values)
        return None
    if name[:1] == "." and kind in ("file", "tree", "decode") and not values:
        values = [callee.base]
    if kind == "send":
        return call(at, member(at, callee.base, known(values[0]) or "") if name[:1] == "." and known(
            values[0]) not in known_ones else Ref(known(values[0]) or "") if values else None, values[1:], options)  # fmt: skip
    first = values[0] if values else None
    handler = KINDS.get(kind)
    if handler is not None:
        return handler(at, first, values, options)
    at.doing.command(*_AS[kind], "--", *values[:2])
    return None


_AS = {"move": ("mv", "-T"), "into": ("mv",), "copy": ("cp",), "copies": ("cp", "-r"), "link": ("ln", "-s"),
       "truncate": ("truncate", "-s", "0")}  # fmt: skip


def handed(at: "Evaluator", values: list[object]) -> None:
    """Walk the program's functions that are handed to something unknown, which may call them."""
    for one in values:
        if isinstance(one, Function):
            at.invoke(one, [])


def method(at: "Evaluator", callee: Ref, values: list[object], options: dict[str, object]) -> object:
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
        return _listed(base, name, values)
    if isinstance(base, Word):
        if base.text in TAINTS or name in _SAME:
            return base
        if name == "concat":
            return joined([base, *values])
        if base.literal and name in ("replace", "replaceAll", "split") and all([known(one) is not None for one in values]):
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


def _listed(base: list[object], name: str, values: list[object]) -> object:
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


# Kinds


def _system(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    some = [one for one in values if not isinstance(one, dict)]
    cwd = options.get("chdir")
    if len(some) == 1 and not isinstance(some[0], list):
        at.doing.shell(first, cwd)
    elif some:
        at.doing.run(some[0] if len(some) == 1 else some, cwd)
    return None


def _spawn(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    rest = options.get("args", values[1] if len(values) > 1 else [])
    words = first if isinstance(first, list) else [first]
    if isinstance(rest, list):
        words = [*words, *rest]
    elif isinstance(rest, (Word, PathText)) and at.language.name == "r":
        words = [*words, rest]
    elif len(values) > 1 and not isinstance(rest, dict):
        words = [*words, UNKNOWN]
    if options.get("shell") not in (None, False) or at.language.name == "r":
        spread: list[object] = []
        for one in words:
            spread += [Word(" "), one] if spread else [one]
        at.doing.shell(joined(spread), options.get("cwd"))
    else:
        at.doing.run(words, options.get("cwd"))
    return None


def _process(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.run(options.get("cmd"), options.get("cwd"))
    return None


def _rm(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.deletes(first, options.get("recursive", False) is not False)
    return None


def _unlink(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    tree = options.get("recursive", values[1] if len(values) > 1 else False) is not False
    at.doing.deletes(pypaths.globbed(first) if not isinstance(first, list) else first, tree)
    return None


def _files(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.deletes(values or [Word(STDIN, False)])
    return None


def _trees(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.deletes([one for one in values if not isinstance(one, (dict, Function))] or [UNKNOWN], True)
    return None


def _open(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    mode = known(values[1]) if len(values) > 1 else "r"
    if mode is None or set(mode) & set("wax+"):
        at.doing.writes(first, mode is not None and "w" not in mode)
        return None
    return _read(at, first, values, options)


def _popen(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    """``open`` of Perl and Ruby: a file by its mode, or a command's pipe."""
    ruby = at.language.name == "ruby"
    rest = values if ruby else values[1:]
    mode = known(rest[0]) if rest else None
    if ruby:
        if mode is not None and mode.startswith("|"):
            at.doing.shell(Word(mode[1:]))
        elif mode is not None and "://" in mode:
            return _fetch(at, first, values, options)
        else:
            return _open(at, first, values, options)
        return None
    if mode is None:
        return None
    mode = mode.strip()
    if len(rest) > 1:
        if "|" in mode:
            _system(at, rest[1], rest[1:], {})
        elif ">" in mode or "+" in mode:
            at.doing.writes(rest[1], ">>" in mode)
        else:
            return _read(at, rest[1], rest[1:], options)
    elif mode.startswith("|") or mode.endswith("|"):
        at.doing.shell(Word(mode.strip("|")))
    elif mode.startswith((">", "+")):
        if not mode.startswith(">&"):
            at.doing.writes(Word(mode.lstrip("+> ")), mode.startswith(">>"))
    else:
        at.doing.reads(Word(mode.lstrip("< ")))
    return None


def _read(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    text = known(first)
    if text is not None and text.startswith(("http://", "https://", "ftp://")):
        return _fetch(at, first, values, options)
    if text in ("php://stdin", "/dev/stdin") or (isinstance(first, int) and first == 0):
        return Word(STDIN, False)
    at.doing.reads(first)
    return either([Content(word_of(one)) for one in each(first)])


def _write_last(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    target = options.get("file", options.get("con", values[1] if len(values) > 1 else None))
    if target is not None and known(target):
        at.doing.writes(target)
    return None


def _modes(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    for one in values[1:]:
        at.doing.touch("fs.mode", one, mode=pypaths.octal(first))
    return None


def _owners(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    for one in values[2:]:
        at.doing.touch("fs.mode", one)
    return None


def _fetch(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.fetch(first)
    handed(at, values[1:])
    return Word(REMOTE, False)


def _retrieve(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.fetch(first)
    if len(values) > 1:
        at.doing.touch("fs.write", values[1], by="download")
    return None


def _socket(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.socket = True
    handed(at, values)
    return None


def _decode(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    return Word(REMOTE if word_of(first).text == REMOTE else DECODED, False)


def _buffer(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    mode = known(values[1]) if len(values) > 1 else None
    return _decode(at, first, values, options) if mode in ("base64", "hex", "base64url") else first


def _code(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    if isinstance(first, Function):
        return at.invoke(first, [])
    value = values[-1] if values else options.get("text")
    if value is None and options.get("text") is None and at.language.name == "r":
        return None
    at.doing.code(value)
    return None


def _file_code(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    text = known(first)
    if text is not None and "://" in text:
        at.doing.foreign(Word(REMOTE, False))
    elif first is not None and not isinstance(first, Ref):
        at.doing.code(either([Content(word_of(one)) for one in each(first)]))
    return None


def _env(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    name = known(first)
    if name is None:
        return None
    held = variable(name, at.doing.site.command.assigns)
    if len(values) < 2 or held.literal or name in ("HOME", "PWD", "USER"):
        return held
    return either([Word("${" + name + ":-}", False), values[1]])


def _import(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    name = known(first)
    return Ref(canonical(name)) if name is not None else None


def _paste(between: str) -> "object":
    def made(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
        spread: list[object] = []
        for one in values:
            spread += [options.get("sep", Word(between)), one] if spread else [one]
        return joined(spread)

    return made


def _join_list(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    rest: list[object] = []
    for one in values[1:]:
        rest += one if isinstance(one, list) else [one]
    return _listed(rest, "join", [first])


def _each(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    items = values[1] if len(values) > 1 else None
    if isinstance(first, list):
        first, items = items, first
    return [call(at, first, [one], {}) for one in (items[:64] if isinstance(items, list) else [items])]


def _chr(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    return joined([Word(chr(one)) if isinstance(one, int) and 0 < one < 0x110000 else None for one in values])


def _shift(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    held = at.names.get("_") if not values else values
    if isinstance(held, list):
        return (held.pop(0) if not values else held[0]) if held else None
    return at.doing.args[0] if at.doing.args and not values else None


def _parse(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    return options.get("text", first)


def _chdir(at: "Evaluator", first: object, values: list[object], options: dict[str, object]) -> object:
    if first is not None:
        at.doing.moves(first)
    return None


KINDS = {
    "shell": lambda at, first, values, options: at.doing.shell(first, options.get("cwd")),
    "system": _system, "spawn": _spawn, "process": _process, "rm": _rm, "unlink": _unlink,
    "popen-shell": lambda at, first, values, options: _system(at, first, [one for one in values if known(one) not in ("r", "w", "r+")], options),
    "execv": lambda at, first, values, options: at.doing.run([first, *(values[1] if len(values) > 1 and isinstance(values[1], list) else [])]),
    "file": _files, "tree": _trees, "open": _open, "popen": _popen, "read": _read,
    "write": lambda at, first, values, options: at.doing.writes(first, known(options.get("flag")) == "a"),
    "append": lambda at, first, values, options: at.doing.writes(first, True),
    "write-last": _write_last,
    "mode": lambda at, first, values, options: at.doing.touch("fs.mode", first, mode=pypaths.octal(values[1] if len(values) > 1 else None)),
    "modes": _modes, "mode-first": _modes, "owner": lambda at, first, values, options: at.doing.touch("fs.mode", first),
    "chmod-tree": lambda at, first, values, options: at.doing.command("chmod", "-R", pypaths.octal(first) or "777", "--", *values[1:]),
    "owners": _owners, "fetch": _fetch, "retrieve": _retrieve, "socket": _socket, "decode": _decode, "buffer": _buffer,
    "code": _code, "file-code": _file_code, "env": _env, "import": _import, "chdir": _chdir,
    "join": lambda at, first, values, options: path_joined(values),
    "dirname": lambda at, first, values, options: either([pypaths.parent(word_of(one)) for one in each(first)]),
    "basename": lambda at, first, values, options: Word((known(first) or "${_}").rpartition("/")[2], known(first) is not None),
    "home": lambda at, first, values, options: Word("$HOME", False),
    "tempdir": lambda at, first, values, options: Word("/tmp"),
    "temp": lambda at, first, values, options: Word("/tmp/${mktemp}", False),
    "cwd": lambda at, first, values, options: pypaths.folder(at.doing),
    "same": lambda at, first, values, options: first,
    "tilde": lambda at, first, values, options: pypaths.tilde(path_joined([values[1], first]) if len(values) > 1 else first),
    "path": lambda at, first, values, options: PathText(word_of(first)),
    "glob": lambda at, first, values, options: [pypaths.globbed(first)],
    "globs": lambda at, first, values, options: [pypaths.globbed(one) for one in values],
    "stdin": lambda at, first, values, options: Word(STDIN, False),
    "chr": _chr, "each": _each, "paste": _paste(" "), "paste0": _paste(""), "join-list": _join_list,
    "join-list-after": lambda at, first, values, options: _listed(first if isinstance(first, list) else [first], "join", values[1:2] or [Word("")]),
    "c": lambda at, first, values, options: list(values), "shift": _shift, "parse": _parse,
    "indirect": lambda at, first, values, options: call(at, first, values[1:], {}),
}  # fmt: skip
