"""Tell what the marks in a command's words and wrappers stand for, and where a folder leads.

Who reads the commands of a text that needed no parser needs no more than this.  Hot.
"""

from failshut.model import Command, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.shell.wrappers.found import Found

START = "$__start"  # the folder in which the call begins, whatever the folder is by now
DOLLAR = "${__dollar}"  # a dollar sign that is just that, beside something unknown
FILE = "file "  # what begins the mark in ``via`` of what stands in a script file that was read
_NAMES = ("mktemp", "RANDOM", "BASHPID", "SECONDS")
LONGEST = 4096  # characters of a folder's path that are followed


def source_of(word: Word) -> int:
    """Return the command whose output a word is (or reads, as ``<(…)``), -1 when it is none's."""
    text = word.text.removeprefix("/dev/fd/")
    end = text.find("}")
    number = text[6:end] if text.startswith("${sub ") else ""
    return int(number) if number.isdigit() and not word.literal else -1


def stands_in(word: Word) -> bool:
    """Tell whether an unknown word is a substitution's output, or stands in place of a default."""
    return not word.literal and (word.text.startswith("${sub ") or word.text.endswith(":-}"))


def from_file(command: Command) -> bool:
    """Tell whether a command stands in a script file that was read."""
    return any([one.startswith(FILE) for one in command.via])


def joined(cwd: str | None, folder: Word) -> str | None:
    """Return the folder seen from ``cwd``, in the form of ``Command.cwd``; None = unknown."""
    text = folder.text
    if len(text) > LONGEST or (cwd is not None and len(cwd) > LONGEST):
        return None
    if not folder.literal:
        for name in ("$HOME", START, "$PWD"):
            rest = text[len(name) :]
            if text.startswith(name) and "$" not in rest and rest[:1] in ("", "/"):
                break
        else:
            return text if text[:1] == "/" and _named(text) else None
        if name == "$HOME":
            return text
        if name == START:
            return rest.strip("/")
        return None if cwd is None else (cwd.rstrip("/") + rest).lstrip("/" if not cwd else "")
    if folder.glob and (text[:1] == "." or ".." in text):
        return None  # a pattern stays one, unless it may lead upwards
    if text.startswith("/"):
        return text
    if text.startswith("$"):
        text = "./" + text
    if cwd is None or not text:
        return cwd
    return text if not cwd else cwd.rstrip("/") + "/" + text


def _named(text: str) -> bool:
    """Tell whether all that is unknown in a path is one name that holds no slash: a number, mktemp's."""
    for piece in text.replace("${$}", "").split("$")[1:]:
        end = 0
        while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
            end += 1
        name = piece[1:].partition("}")[0] if piece[:1] == "{" else piece[:end]
        if name not in _NAMES:
            return False
    return True


def moved(cwd: str | None, found: "Found") -> str | None:
    """Return the folder in which a command runs what it runs."""
    cwd = None if found.away else cwd
    for folder in found.chdir:
        cwd = joined(cwd, folder)
    return cwd
