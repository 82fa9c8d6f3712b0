"""Know which file or input a shell reads, and which program a file's first line names.  Hot."""

from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.wrappers.table import SHELLS, row

_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


def program_text(name: str, argv: tuple[Word, ...]) -> tuple[Word | None, bool, tuple[Word, ...] | None]:
    """Return the file whose text a command runs as shell, or whether it runs its input.

    The last are the arguments that the text gets, None = those at hand.
    """
    if name in ("source", "."):
        if len(argv) < 2:
            return None, False, None
        stdin = argv[1].text in _STDIN[1:]
        return None if stdin else argv[1], stdin, argv[2:] or None
    if name not in SHELLS:
        return (argv[0], False, argv[1:]) if "/" in argv[0].text else (None, False, None)
    options = read(argv[1:], row("bash")[0], permute=False, marks=row("bash")[1])
    operands = options.rest or tuple(options.operands)
    if options.has("n", "c"):
        return None, False, None
    if options.has("s") or not operands or operands[0].text in _STDIN:
        return None, True, operands if options.has("s") else operands[1:]
    return operands[0], False, operands[1:]


def interpreter(text: str) -> str:
    """Return the program that a file's first line names, without its folder; "" when it names none."""
    if not text.startswith("#!"):
        return ""
    words = text[2:200].partition("\n")[0].split()
    if words and words[0].rpartition("/")[2] == "env":
        words = [one for one in words[1:] if one[:1] != "-" and "=" not in one]
    return words[0].rpartition("/")[2] if words else ""


def is_shell(text: str) -> bool:
    """Tell whether a file that is started by its path is run by a shell that is read here."""
    return not text.startswith("#!") or interpreter(text) in SHELLS
