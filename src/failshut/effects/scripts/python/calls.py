"""Do what calls of Python's functions do: a table of names, each with the kind of its deed.  Hot."""

from failshut.effects.scripts import paths
from failshut.effects.scripts.common import AS
from failshut.effects.scripts.python import texts
from failshut.effects.scripts.python.deeds import DEEDS, mapped, opened
from failshut.effects.scripts.values import (
    REMOTE,
    UNKNOWN,
    Below,
    Content,
    Function,
    Given,
    PathText,
    Ref,
    Thing,
    known,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.python.expressions import Expressions

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
    "kill": "os.kill os.killpg",
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
    "same": "os.path.abspath os.path.realpath os.path.normpath os.fspath os.fsencode os.fsdecode sorted"
    " list tuple reversed set iter bytes bytearray copy.copy copy.deepcopy open_code contextlib.closing"
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
ENVIRON = ("os.environ", "os.environb")
_KEEPS = (
    "dict str repr list sorted json.dumps pprint.pformat copy.copy urllib.parse.urlencode os.environ.items"
    " os.environ.copy os.environ.values"
).split()
"""Functions whose value holds all of what they are given."""
_SHOWS = ("print", "pprint.pprint", "pprint.pp", "json.dump", "sys.stdout.write", "sys.stderr.write")
_CONNECTS = ("connect", "connect_ex")


def call(at: "Expressions", callee: object, values: list[object], options: dict[str, object]) -> object:
    """Do what a call does; the value is what it returns, None = unknown."""
    if isinstance(callee, Function):
        return at.invoke(callee, values, options)
    if isinstance(callee, Thing):
        return _made(at, callee, values, options)
    if isinstance(callee, Ref) and callee.name[:1] == ".":
        return _method(at, callee, values, options)
    kind = CALLS.get(callee.name, "") if isinstance(callee, Ref) else ""
    if isinstance(callee, Ref) and (callee.name in _KEEPS or callee.name in _SHOWS or kind == "fetch"):
        whole = Ref(callee.name.rpartition(".")[0])
        held = [one for one in (*values, *options.values(), whole) if _environment(one)]
        if held and callee.name in _KEEPS:
            return held[0]
        if held:
            at.doing.environment(kind == "fetch")
    if not kind:
        if isinstance(callee, Ref) and callee.name == "sqlite3.connect":
            at.doing.memory = bool(values) and ":memory:" in (known(values[0]) or "")
        _handed(at, values, options)
        return None
    if not values and options:
        values = [next(iter(options.values()))]
    handler = DEEDS.get(kind)
    if handler is not None:
        return handler(at, Given(values, options))
    at.doing.command(*AS[kind], "--", *values[: 1 if kind == "truncate" else 2])
    return None


def _environment(value: object) -> bool:
    return isinstance(value, Ref) and value.name in ENVIRON


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
            return opened(at, Given([base, *values], options))
        return paths.method(doing, base, name, values)
    if isinstance(base, Below):
        if name in ("unlink", "rmdir"):
            doing.deletes(base)
        return base if name in ("resolve", "absolute") else None
    if isinstance(base, Content):
        return base if name.startswith(("read", "decode", "__enter__", "strip")) else None
    if isinstance(base, Word):
        return texts.method(base, name, values, options)
    if isinstance(base, list):
        return texts.listed(base, name, values)
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
    elif name in ("execute", "executescript", "exec_driver_sql") and values:
        doing.sql(values[0])
    elif name in ("recv", "recvfrom"):
        return Word(REMOTE, False)
    elif name in ("map", "submit", "apply", "apply_async", "run_in_executor", "starmap"):
        made = values[0] if values else None
        if isinstance(made, (Function, Ref)):
            if name in ("map", "starmap"):
                return mapped(at, Given(values, options))
            return call(at, made, values[1:], {})
    _handed(at, values, options)
    return None
