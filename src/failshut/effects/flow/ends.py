"""Say where a command's input comes from and its output goes: files, descriptors, jobs, addresses.

An end is a pair: ``("net", host)``, ``("job", index)`` = a command's output or input, ``("file", path)``
or ``("text", word)``.  Hot.
"""

from failshut.effects.places import normal
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.marks import source_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    End: TypeAlias = tuple[str, str | int | Word]
    Table: TypeAlias = dict[str, list[End]]

SOCKETS = ("/dev/tcp/", "/dev/udp/")
_NAMED = {"/dev/stdin": "0", "/dev/stdout": "1", "/dev/stderr": "2"}
_FOLDERS = ("/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/")
_MOST = 8
_FDS = 64


class Ends:
    """Hold the descriptors that ``exec`` opened, and the links that the text makes."""

    __slots__ = ("fds", "links")

    def __init__(self) -> None:
        self.fds: Table = {}
        self.links: dict[str, str] = {}

    def path(self, word: Word, site: Site) -> str | None:
        """Return a word as a path, behind the links that the text makes."""
        path = site.path(word)
        if path is None or not self.links:
            return path
        for _ in range(_MOST):
            for link, target in self.links.items():
                if path == link or path.startswith(link + "/"):
                    path = normal(target + path[len(link) :])
                    break
            else:
                break
        return path

    def number(self, word: Word, site: Site) -> str:
        """Return the descriptor that a path names, "" when it names none."""
        text = self.path(word, site) or word.text
        if text in _NAMED:
            return _NAMED[text]
        for folder in _FOLDERS:
            if text.startswith(folder) and text[len(folder) :].isdigit():
                return text[len(folder) :]
        return ""

    def of(self, word: Word, site: Site, table: "Table") -> "list[End]":
        """Return what stands at the end that a word names."""
        text = word.text
        if text.startswith(SOCKETS):
            return [("net", text.split("/")[3])]
        source = source_of(word)
        if source >= 0:
            return [("job", source)]
        number = self.number(word, site)
        if number:
            return table.get(number, [])
        path = self.path(word, site)
        return [("file", path)] if path is not None else []

    def table(self, site: Site) -> "Table":
        """Return a command's descriptors; those of ``exec`` alone stay for what follows."""
        command = site.command
        if not command.redirects:
            return self.fds
        table = {key: list(ends) for key, ends in self.fds.items()}
        mine: set[str] = set()
        for redirect in command.redirects:
            self.put(redirect.op, redirect.target, site, table, mine)
        if len(command.argv) == 1 and (command.argv[0].text == "exec" or command.via[-1:] == ("coproc",)):
            for key in mine:
                before = self.fds.get(key, []) if key not in "012" else []
                table[key] = (before + [one for one in table.get(key, []) if one not in before])[-_MOST:]
            self.fds = {key: ends for key, ends in [*table.items()][-_FDS:] if ends}
        return table

    def put(self, op: str, target: Word, site: Site, table: "Table", mine: set[str]) -> None:
        """Open, copy, move or close a descriptor."""
        kind = op.lstrip("0123456789")
        key = op[: len(op) - len(kind)] or ("0" if kind[:1] == "<" else "1")
        if key in mine:
            return
        text = target.text
        if kind in (">&", "<&") and text == "-":
            table.pop(key, None)
            self.fds.pop(key, None)
            return
        mine.add(key)
        number = text.removesuffix("-")
        if kind in (">&", "<&") and number.isdigit():
            table[key] = list(table.get(number, []))
        elif kind.startswith("<<"):
            table[key] = [("text", target)]
        else:
            table[key] = self.of(target, site, table)
