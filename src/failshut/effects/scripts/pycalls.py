"""Do what calls of Python's functions do: a table of names, each with the kind of its deed.  Hot."""

from failshut.effects.scripts import pypaths, pytext
from failshut.effects.scripts.values import (
    DECODED,
    REMOTE,
    STDIN,
    UNKNOWN,
    Below,
    Content,
    Function,
    PathText,
    Ref,
    Thing,
    each,
    either,
    known,
    path_joined,
    variable,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.pyexpr import Expressions

KINDS = {
    "shell": "os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput"
    " commands.getstatusoutput popen2.popen2 asyncio.create_subprocess_shell pexpect.run pexpect.spawn"
    " os.popen2 os.popen3 os.startfile",
    "process": "subprocess.run subprocess.call subprocess.check_call subprocess.check_output"
    " subprocess.Popen",
    "argv": "pty.spawn",
    "words": "asyncio.create_subprocess_exec",
    "execv": "os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp",
    "execl": "os.execl os.execle os.execlp os.execlpe",
    "spawnv": "os.spawnv os.spawnve os.spawnvp os.spawnvpe",
    "spawnl": "os.spawnl os.spawnle os.spawnlp os.spawnlpe",
    "tree": "shutil.rmtree distutils.dir_util.remove_tree os.removedirs send2trash.send2trash",
    "file": "os.remove os.unlink os.rmdir posix.unlink posix.remove posix.rmdir",
    "move": "os.rename os.renames os.replace",
    "into": "shutil.move",
    "copy": "shutil.copy shutil.copy2 shutil.copyfile",
    "copies": "shutil.copytree",
    "mode": "os.chmod os.lchmod os.fchmod",
    "owner": "os.chown os.lchown shutil.chown",
    "link": "os.symlink os.link",
    "truncate": "os.truncate",
    "open": "open io.open codecs.open os.fdopen gzip.open bz2.open tarfile.open zipfile.ZipFile",
    "fd": "os.open",
    "code": "exec eval builtins.exec builtins.eval",
    "compile": "compile builtins.compile",
    "file-code": "runpy.run_path execfile",
    "chdir": "os.chdir",
    "fetch": "urllib.request.urlopen urllib.urlopen urllib2.urlopen requests.get requests.post requests.put"
    " requests.head requests.request httpx.get httpx.post httpx.request httpx.stream urllib3.request"
    " urllib.request.Request aiohttp.request",
    "retrieve": "urllib.request.urlretrieve urllib.urlretrieve wget.download",
    "socket": "socket.create_connection",
    "decode": "base64.b64decode base64.b32decode base64.b16decode base64.b85decode base64.a85decode"
    " base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes codecs.decode zlib.decompress"
    " binascii.unhexlify binascii.a2b_base64 binascii.a2b_hex bytes.fromhex bytearray.fromhex"
    " gzip.decompress bz2.decompress lzma.decompress marshal.loads",
    "walk": "os.walk os.fwalk",
    "glob": "glob.glob glob.iglob",
    "scan": "os.scandir",
    "path": "pathlib.Path pathlib.PosixPath pathlib.PurePath pathlib.PurePosixPath",
    "join": "os.path.join posixpath.join",
    "tilde": "os.path.expanduser",
    "vars": "os.path.expandvars",
    "same": "os.path.abspath os.path.realpath os.path.normpath os.fspath os.fsencode os.fsdecode sorted list"
    " tuple reversed set iter bytes bytearray copy.copy copy.deepcopy open_code contextlib.closing"
    " os.path.normcase",
    "str": "str builtins.str",
    "dirname": "os.path.dirname", "basename": "os.path.basename",
    "home": "pathlib.Path.home", "here": "pathlib.Path.cwd", "cwd": "os.getcwd os.getcwdb",
    "env": "os.getenv os.environ.get os.environ.setdefault os.environ.pop",
    "import": "__import__ importlib.import_module importlib.__import__",
    "getattr": "getattr builtins.getattr",
    "temp": "tempfile.mkdtemp tempfile.mktemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile",
    "tempdir": "tempfile.gettempdir",
    "stdin": "input raw_input sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdin.buffer.read",
    "chr": "chr unichr", "split": "shlex.split", "quote": "shlex.quote", "shjoin": "shlex.join",
    "map": "map builtins.map", "range": "range", "which": "shutil.which", "partial": "functools.partial",
    "globals": "globals locals vars",
}  # fmt: skip
CALLS = {name: kind for kind, names in KINDS.items() for name in names.split()}
_CONNECTS = ("connect", "connect_ex")
_WRITES = frozenset("wax+")


def call(at: "Expressions", callee: object, values: list[object], options: dict[str, object]) -> object:
    """Do what a call does; the value is what it returns, None = unknown."""
    if isinstance(callee, Function):
        return at.invoke(callee, values, options)
    if isinstance(callee, Thing):
        return _made(at, callee, values, options)
    if isinstance(callee, Ref) and callee.name[:1] == ".":
        return _method(at, callee, values, options)
    kind = CALLS.get(callee.name, "") if isinstance(callee, Ref) else ""
    if not kind:
        _handed(at, values, options)
        return None
    first = values[0] if values else next(iter(options.values()), None)
    handler = DEEDS.get(kind)
    if handler is not None:
        return handler(at, first, values, options)
    return at.doing.command(*_AS[kind], "--", *values[:2])


_AS = {"move": ("mv", "-T"), "into": ("mv",), "copy": ("cp",), "copies": ("cp", "-r"),
       "link": ("ln", "-s"), "truncate": ("truncate", "-s", "0")}  # fmt: skip


def _made(at: "Expressions", made: Thing, values: list[object], options: dict[str, object]) -> Thing:
    """Return a new object of a class that the program declares."""
    found = Thing(made.methods)
    found.fields = dict(made.fields)
    begin = made.methods.get("__init__")
    if begin is not None:
        at.invoke(begin, [found, *values], options)
    return found


def _handed(at: "Expressions", values: list[object], options: dict[str, object]) -> None:
    """Walk the program's functions that are handed to something unknown, which may call them."""
    given = options.get("args")
    for one in (*values, *options.values()):
        if isinstance(one, Function):
            at.invoke(one, given if isinstance(given, list) else [], {})


def _method(at: "Expressions", callee: Ref, values: list[object], options: dict[str, object]) -> object:
    """Do what a method of a value does."""
    base, name, doing = callee.base, callee.name[1:], at.doing
    if isinstance(base, Thing):
        made = base.methods.get(name)
        return at.invoke(made, [base, *values], options) if made is not None else None
    if isinstance(base, PathText):
        if name == "open":
            return _open(at, base, [base, *values], options)
        return pypaths.method(doing, base, name, values)
    if isinstance(base, Below):
        if name in ("unlink", "rmdir"):
            doing.deletes(base)
        return base if name in ("resolve", "absolute") else None
    if isinstance(base, Content):
        return base if name.startswith(("read", "decode", "__enter__", "strip")) else None
    if isinstance(base, Word):
        return pytext.method(base, name, values, options)
    if isinstance(base, list):
        return pytext.listed(base, name, values)
    if isinstance(base, dict):
        return base.get(known(values[0]) or "") if name == "get" and values else None
    return _unknown(at, name, values, options)


def _unknown(at: "Expressions", name: str, values: list[object], options: dict[str, object]) -> object:
    """Do what a method of an unknown value surely does by its name."""
    doing = at.doing
    if name in ("unlink", "rmdir") and not values:
        doing.deletes(UNKNOWN)
    elif name in _CONNECTS:
        doing.socket = True
    elif name in ("recv", "recvfrom"):
        return Word(REMOTE, False)
    elif name in ("map", "submit", "apply", "apply_async", "run_in_executor", "starmap"):
        made = values[0] if values else None
        if isinstance(made, (Function, Ref)):
            if name in ("map", "starmap"):
                return _map(at, made, values, options)
            return call(at, made, values[1:], {})
    _handed(at, values, options)
    return None


# Deeds: each gets what evaluates, the first argument, all of them, and those with names.


def _process(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    command = options.get("args", first)
    cwd = options.get("cwd")
    shell = options.get("shell")
    if "shell" in options and shell is not False and shell != 0:
        at.doing.shell(command[0] if isinstance(command, list) and command else command, cwd)
    else:
        at.doing.run(command, cwd)
    return None


def _execv(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    given = values[1] if len(values) > 1 else None
    at.doing.run([first, *(given[1:] if isinstance(given, list) else [UNKNOWN])])
    return None


def _execl(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.run([first, *[one for one in values[2:] if not isinstance(one, dict)]])
    return None


def _open(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    mode = known(options.get("mode", values[1] if len(values) > 1 else Word("r")))
    if isinstance(first, int):
        return None
    if mode is not None and _WRITES.isdisjoint(mode):
        at.doing.reads(first)
        return either([Content(word_of(one)) for one in each(first)])
    at.doing.writes(first, mode is not None and "w" not in mode)
    return None


def _fd(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.reads(first)
    return None


def _compile(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return first


def _code(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.code(first)
    return None


def _file_code(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.code(either([Content(word_of(one)) for one in each(first)]))
    return None


def _fetch(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    address = values[1] if len(values) > 1 and (known(first) or "x").isupper() else options.get("url", first)
    at.doing.fetch(address)
    return Word(REMOTE, False)


def _retrieve(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.fetch(first)
    if len(values) > 1:
        at.doing.touch("fs.write", values[1], by="download")
    return None


def _socket(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    at.doing.socket = True
    return None


def _decode(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return Word(REMOTE if word_of(first).text == REMOTE else DECODED, False)


def _env(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    name = known(first)
    if name is None:
        return None
    held = variable(name, at.doing.site.command.assigns)
    if len(values) < 2 or held.literal or name in ("HOME", "PWD", "USER"):
        return held
    return either([Word("${" + name + ":-}", False), values[1]])


def _getattr(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    name = known(values[1]) if len(values) > 1 else None
    return at.attribute(first, name) if name is not None else None


def _import(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    name = known(first)
    return Ref(name) if name is not None else None


def _path(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    if not values:
        return PathText(Word("."))
    made = path_joined(values)
    return either([one if isinstance(one, Below) else PathText(word_of(one)) for one in each(made)])


def _map(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    items = values[1] if len(values) > 1 else None
    some = items[:64] if isinstance(items, list) else [at.item(items)]
    return [call(at, first, [one], {}) for one in some]


def _range(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    if not values or not all([isinstance(one, int) and abs(one) < 1000 for one in values]):
        return None
    numbers = [one for one in values if isinstance(one, int)]
    return list(range(*numbers))[:64] if len(numbers) < 3 or numbers[2] else None


def _dirname(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return either([pypaths.parent(word_of(one)) for one in each(first)])


def _basename(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    text = known(first)
    return Word(text.rpartition("/")[2]) if text is not None else None


def _glob(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return pypaths.globbed(first, options.get("root_dir"))


def _walk(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return either([Below(word_of(one)) for one in each(first)])


def _scan(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    word = word_of(first) if values else Word(".")
    return PathText(Word(word.text.rstrip("/") + "/*", word.literal, True))


def _mode(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    mode = values[1] if len(values) > 1 else options.get("mode")
    at.doing.touch("fs.mode", first, mode=pypaths.octal(mode))
    return None


def _chr(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return Word(chr(first)) if isinstance(first, int) and 0 < first < 0x110000 else None


def _shjoin(at: "Expressions", first: object, values: list[object], options: dict[str, object]) -> object:
    return pytext.method(Word(" "), "join", [first], {})


DEEDS = {
    "shell": lambda at, first, values, options: at.doing.shell(first, options.get("cwd")),
    "process": _process,
    "argv": lambda at, first, values, options: at.doing.run(first),
    "words": lambda at, first, values, options: at.doing.run(values, options.get("cwd")),
    "execv": _execv, "execl": _execl,
    "spawnv": lambda at, first, values, options: _execv(at, values[1] if values[1:] else None, values[1:], {}),
    "spawnl": lambda at, first, values, options: _execl(at, values[1] if values[1:] else None, values[1:], {}),
    "tree": lambda at, first, values, options: at.doing.deletes(first, True),
    "file": lambda at, first, values, options: at.doing.deletes(first),
    "mode": _mode, "owner": lambda at, first, values, options: at.doing.touch("fs.mode", first),
    "open": _open, "fd": _fd, "code": _code, "compile": _compile, "file-code": _file_code,
    "chdir": lambda at, first, values, options: at.doing.moves(first),
    "fetch": _fetch, "retrieve": _retrieve, "socket": _socket, "decode": _decode,
    "walk": _walk, "glob": _glob, "scan": _scan, "path": _path,
    "join": lambda at, first, values, options: path_joined(values),
    "tilde": lambda at, first, values, options: pypaths.tilde(first),
    "vars": lambda at, first, values, options: Word(known(first) or "${_}", "$" not in (known(first) or "$")),
    "same": lambda at, first, values, options: first,
    "str": lambda at, first, values, options: pytext.text_of(first),
    "dirname": _dirname, "basename": _basename,
    "home": lambda at, first, values, options: PathText(Word("$HOME", False)),
    "here": lambda at, first, values, options: PathText(pypaths.folder(at.doing)),
    "cwd": lambda at, first, values, options: pypaths.folder(at.doing),
    "env": _env, "import": _import, "getattr": _getattr,
    "temp": lambda at, first, values, options: Word("/tmp/${mktemp}", False),
    "tempdir": lambda at, first, values, options: Word("/tmp"),
    "stdin": lambda at, first, values, options: Word(STDIN, False),
    "chr": _chr, "split": lambda at, first, values, options: pytext.words_of(first),
    "quote": lambda at, first, values, options: first, "shjoin": _shjoin, "map": _map, "range": _range,
    "which": lambda at, first, values, options: first,
    "partial": lambda at, first, values, options: first,
    "globals": lambda at, first, values, options: dict(at.names),
}  # fmt: skip
