"""Read the words of ``find``: starting points, tests, and what it does with what it finds.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given

_VALUES = frozenset(
    ["-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-context", "-ctime", "-fstype", "-files0-from",
     "-gid", "-group", "-ilname", "-iname", "-inum", "-ipath", "-iregex", "-iwholename", "-links",
     "-lname", "-maxdepth", "-mindepth", "-mmin", "-mtime", "-name", "-newer", "-path", "-perm",
     "-regex", "-regextype", "-samefile", "-size", "-type", "-uid", "-used", "-user", "-wholename",
     "-xtype", "-printf", "-exclude", "-flags", "-Bmin", "-Btime", "-mnewer", "-depth-n"]
)  # fmt: skip
FILTERS = frozenset(
    ["-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-ctime", "-empty", "-iname", "-inum",
    "-ipath", "-iregex", "-links", "-lname", "-mmin", "-mtime", "-name", "-newer", "-newermt",
    "-path", "-perm", "-regex", "-samefile", "-size", "-uid", "-user", "-group", "-wholename",
    "-iwholename", "-fprint", "-nouser", "-nogroup", "-executable"]
)  # fmt: skip
"""Tests that narrow what is found to some of the files."""
_AGES = ("-mmin", "-mtime", "-amin", "-atime", "-cmin", "-ctime")
_RUNS = ("-exec", "-execdir", "-ok", "-okdir")
_WRITES = ("-fprint", "-fprint0", "-fls", "-fprintf")
_ANY = ("*", "**", "*.*", "?*", ".*")
_FD_RUNS = ("-x", "--exec", "-X", "--exec-batch")
_MARKS = ("{}", "{/}", "{//}", "{.}", "{/.}")
_FOUND = "${found}"


class Search:
    """Hold what a ``find`` is told: ``starts``, ``named`` (``-name``), ``filtered``, ``deletes``,
    ``aged`` (only what is older than that), ``writes``, and ``runs`` as ``(action, words)``."""

    __slots__ = ("aged", "deletes", "filtered", "named", "runs", "starts", "writes")

    def __init__(self) -> None:
        self.starts: tuple[Word, ...] = ()
        self.named: list[Word] = []
        self.aged = self.filtered = self.deletes = False
        self.writes: list[Word] = []
        self.runs: list[tuple[str, tuple[Word, ...]]] = []


def search(words: tuple[Word, ...]) -> Search:
    """Read the words after ``find``."""
    found = Search()
    found.starts, rest = _starts(words)
    at = 0
    while at < len(rest):
        text = rest[at].text
        at += 1
        if text in _RUNS:
            end = _end(rest, at)
            if end > at:
                found.runs.append((text, rest[at:end]))  # find wants an end, which is soon put right
            at = end + 1
        elif text in _WRITES:
            found.writes += rest[at : at + 1]
            found.filtered |= text in FILTERS
            at += 2 if text == "-fprintf" else 1
        elif text in _VALUES or (text.startswith("-newer") and len(text) == 8):
            value = rest[at] if at < len(rest) else Word("")
            found.named += [value] if text in ("-name", "-iname") else []
            found.filtered |= (text in FILTERS or len(text) == 8) and value.text not in _ANY
            found.aged |= text in _AGES and value.text[:1] == "+" and value.text[1:].isdigit()
            at += 1
        else:
            found.deletes |= text == "-delete"
            found.filtered |= text in FILTERS
    return found


def _starts(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Part the starting points, behind the options that stand before them, from the rest."""
    at = 0
    named: tuple[Word, ...] = ()  # BSD's -f PATH
    while at < len(words) and (
        words[at].text in ("-H", "-L", "-P", "-D", "-f", "--") or words[at].text[:2] == "-O"
    ):
        named += words[at + 1 : at + 2] if words[at].text == "-f" else ()
        at += 2 if words[at].text in ("-D", "-f") else 1
    first = at
    while at < len(words) and words[at].text not in ("(", ")", "!", ",") and words[at].text[:1] != "-":
        at += 1
    return (*named, *words[first:at]) or (Word("."),), words[at:]


def _end(words: tuple[Word, ...], at: int) -> int:
    """Return where a command ends: at ``;``, or at the ``+`` behind a ``{}``."""
    start = at
    while at < len(words):
        text = words[at].text
        if text == ";" or (text == "+" and at > start and words[at - 1].text == "{}"):
            break
        at += 1
    return at


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the commands that find runs; what it finds is unknown."""
    found: list[Found] = []
    runs = _fd(words) if label in ("fd", "fdfind") else search(words).runs
    for action, argv in runs:
        one = Found(tuple([_filled(word) for word in argv]))
        one.via = [f"{label} {action}"]
        if action in ("-execdir", "-okdir"):
            one.chdir = [Word(_FOUND, False)]
        found.append(one)
    return found


def _filled(word: Word) -> Word:
    text = word.text
    for mark in _MARKS:
        text = text.replace(mark, _FOUND)
    return word if text == word.text else Word(text, False, word.glob)


def _fd(words: tuple[Word, ...]) -> list[tuple[str, tuple[Word, ...]]]:
    """Return what ``fd -x`` runs: all words behind it, or up to ``;``."""
    found: list[tuple[str, tuple[Word, ...]]] = []
    at = 0
    while at < len(words):
        text = words[at].text
        action = next((one for one in _FD_RUNS if text == one), "")
        glued = "" if action else next((one for one in _FD_RUNS if _glued(text, one)), "")
        at += 1
        if not action and not glued:
            continue
        end = at
        while end < len(words) and words[end].text != ";":
            end += 1
        argv = words[at:end]
        if glued:
            argv = (Word(text[len(glued) :].removeprefix("="), words[at - 1].literal), *argv)
        if not any([mark in word.text for mark in _MARKS for word in argv]):
            argv = (*argv, Word("{}"))
        found.append((action or glued, argv))
        at = end + 1
    return found


def _glued(text: str, action: str) -> bool:
    if action[:2] == "--":
        return text.startswith(action + "=")
    return text.startswith(action) and len(text) > 2 and text[:2] != "--"
