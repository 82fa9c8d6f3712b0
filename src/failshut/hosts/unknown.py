"""Fill calls of tools that we don't know by what their fields and names look like.

Hot, and loaded for MCP calls and unknown tools only.  Whatever looks like a command, a path, an
address or a patch counts; the tool's name tells whether its paths are read, written or deleted.
"""

from failshut.errors import Unreadable
from failshut.hosts import fields, patches, words
from failshut.hot.secretwords import name_words
from failshut.model import Call

# Names of fields, lower case and without "_" and "-".
COMMANDS = frozenset(
    ("command", "cmd", "commandline", "cmdline", "script", "shellcommand", "bash", "program", "executable")
)
ARGUMENTS = frozenset(("args", "arguments", "argv"))
FOLDERS = frozenset(("cwd", "workdir", "workingdir", "workingdirectory"))
TARGETS = frozenset(
    ("target", "targetfile", "targetpath", "destination", "destinationpath", "dest", "destpath", "newpath")
)
PATHS = TARGETS | {
    "path", "filepath", "file", "files", "paths", "filepaths", "filename", "filenames", "source",
    "sourcepath", "src", "oldpath", "directory", "dir", "dirpath", "notebookpath", "absolutepath",
    "relativepath", "outputpath", "outputfile", "folder", "folderpath", "pathname", "directorypath",
}  # fmt: skip
URLS = frozenset(("url", "urls", "uri", "uris"))

READING = frozenset(
    ("read", "get", "list", "view", "search", "stat", "info", "find", "fetch", "show", "cat", "open",
     "describe", "grep", "glob", "ls", "tree", "exists")
)  # fmt: skip
DELETING = frozenset(
    ("delete", "remove", "unlink", "trash", "rm", "rmdir", "erase", "destroy", "purge", "wipe")
)
MOVING = frozenset(("move", "rename", "mv"))
COPYING = frozenset(("copy", "cp"))
CHANGING = MOVING | COPYING | {
    "write", "edit", "create", "replace", "update", "put", "set", "save", "append", "insert", "patch",
    "upload", "modify", "add", "apply", "overwrite", "download", "extract", "make", "truncate", "clear",
    "chmod", "chown", "symlink", "link", "touch", "install",
}  # fmt: skip
SYSTEM = ("/etc/", "/usr/", "/lib", "/bin/", "/sbin/", "/opt/", "/dev/", "/proc/", "/sys/", "/nix/")
DEEPEST = 3
"""Levels of objects inside the arguments that are looked at."""


class _Found:
    """Collect what the arguments hold; ``strict`` refuses a command of another type."""

    __slots__ = ("commands", "cwd", "paths", "strict", "texts", "tool", "urls")

    def __init__(self, tool: str, strict: bool) -> None:
        self.tool = tool
        self.strict = strict
        self.commands: list[str] = []
        self.cwd = ""
        self.paths: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.urls: list[str] = []

    def look(self, table: dict[str, object], depth: int = 0) -> None:
        """Collect from one object and, ``DEEPEST`` levels down, from the objects in it."""
        rest = next((_listed(value) for key, value in table.items() if _plain(key) in ARGUMENTS), ())
        for key, value in table.items():
            name = _plain(key)
            if name == "commands" and isinstance(value, list):
                self.commands += [one for one in value if isinstance(one, str)]
            elif name in COMMANDS:
                self.command(key, value, rest, depth)
            elif name in FOLDERS and isinstance(value, str):
                self.cwd = self.cwd or value
            elif name in PATHS or name in URLS:
                for one in _listed(value):
                    self.place(name, one)
            if isinstance(value, str):
                self.texts += [value] if patches.BEGIN in value else []
            elif isinstance(value, dict) and depth < DEEPEST:
                self.look(value, depth + 1)
            elif isinstance(value, list):
                self.items(value, depth)

    def items(self, values: list[object], depth: int) -> None:
        """Collect from the members of a list."""
        for value in values:
            if isinstance(value, dict) and depth < DEEPEST:
                self.look(value, depth + 1)
            elif isinstance(value, str) and patches.BEGIN in value:
                self.texts.append(value)

    def command(self, key: str, value: object, rest: tuple[str, ...], depth: int) -> None:
        """Add a command: text, or a list of words; ``rest`` are arguments that stand beside it."""
        if isinstance(value, str):
            self.commands.append(" ".join((value, *map(_shell_word, rest))))
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            self.commands.append(" ".join(map(_shell_word, (*map(str, value), *rest))))
        elif self.strict and value is not None and depth == 0:
            what = f"{words.named(key)} of {words.named(self.tool)}"
            raise Unreadable(f"{what} is {fields.kind_of(value)}, not text")

    def place(self, name: str, value: str) -> None:
        """Add a path or an address, whichever ``value`` is."""
        if value[:7].lower() == "file://":
            value = value[7:]
            self.paths.append(
                (name, _decoded(value if value.startswith("/") else value[value.find("/") :]))
            )
        elif "://" in value or name in ("url", "urls"):
            self.urls.append(value)
        elif name not in URLS and value:
            self.paths.append((name, value))


def unknown(call: Call, arguments: dict[str, object]) -> Call:
    """Fill a call of a tool we don't know; raises ``Unreadable`` for a command that isn't text."""
    return _filled(call, call.tool, arguments, strict=True)


def mcp(call: Call, server: str, tool: str, arguments: dict[str, object]) -> Call:
    """Fill an MCP call; other servers use ``command`` for other things, so it may have any type."""
    call.server, call.mcp_tool = server, tool
    return _filled(call, tool, arguments, strict=False)


def _filled(call: Call, tool: str, arguments: dict[str, object], strict: bool) -> Call:
    found = _Found(tool, strict)
    found.look(arguments)
    call.text = fields.flat(arguments)
    call.cwd = fields.joined(call.cwd, found.cwd)
    call.urls += tuple(found.urls)
    if found.commands:
        call.command = "\n".join(found.commands)
    _roles(call, frozenset(name_words(tool)), found.paths)
    for text in found.texts:
        patches.add(call, text)
    return call


def _roles(call: Call, said: frozenset[str], paths: list[tuple[str, str]]) -> None:
    """Count the paths as read, written or deleted by the words of the tool's name."""
    if call.server:
        paths = [(name, path) for name, path in paths if path != "/"]
    every = tuple([path for _, path in paths])
    changes = not said.isdisjoint(CHANGING)
    if not said.isdisjoint(DELETING):
        call.deletes += every
        if not changes:
            return
    elif not changes and not said.isdisjoint(READING):
        call.reads += every
        return
    goals = tuple([path for name, path in paths if name in TARGETS])
    if goals and not said.isdisjoint(COPYING):
        call.reads += tuple([path for name, path in paths if name not in TARGETS])
        call.writes += goals
        return
    call.reads += every
    # Servers use path for a URL's, too, and tools without a word for changing look at libraries.
    system = SYSTEM if call.server and not changes else ()
    call.writes += tuple([path for path in every if not path.startswith(system)])
    if not said.isdisjoint(MOVING):
        call.deletes += tuple([path for name, path in paths if name not in TARGETS])


def _plain(key: str) -> str:
    return key.replace("_", "").replace("-", "").lower()


def _listed(value: object) -> tuple[str, ...]:
    """Return a text, or the texts of a list."""
    if isinstance(value, str):
        return (value,)
    return tuple([item for item in value if isinstance(item, str)]) if isinstance(value, list) else ()


def _shell_word(text: str) -> str:
    """Quote one word for a shell where it needs quotes."""
    if text and all(char.isalnum() or char in "_-./:=@%+," for char in text):
        return text
    return "'" + text.replace("'", "'\\''") + "'"


def _decoded(text: str) -> str:
    """Undo percent encoding; what isn't a pair of hex digits stays."""
    first, *parts = text.split("%")
    out = first.encode("utf-8", "surrogateescape")
    for part in parts:
        try:
            out += bytes.fromhex(part[:2]) + part[2:].encode("utf-8", "surrogateescape")
        except ValueError:
            out += b"%" + part.encode("utf-8", "surrogateescape")
    return out.decode("utf-8", "replace")
