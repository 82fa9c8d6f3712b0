"""Say what a table of ``crontab`` will run: a file's, or the one it reads.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the commands of the table."""
    if given.files and options.operands and options.operands[0].text not in ("-", "/dev/stdin"):
        one = Found()
        one.file, one.reader, one.via = options.operands[0], "crontab", [label]
        return [one]
    given.asked = True
    found = [Found(text=text) for text in texts((given.stdin,))] if given.stdin is not None else []
    for one in found:
        one.via = [label]
        one.chdir = [Word("$HOME", False)]
    return found


def texts(words: tuple[Word, ...]) -> list[Word]:
    """Return the commands of a table of cron's: five fields or ``@daily``, then the command."""
    found = []
    for word in words:
        for line in word.text.split("\n"):
            line = line.strip()
            head = line.partition(" ")[0]
            if not line or line[0] == "#" or ("=" in head and line[0] not in "*0123456789@"):
                continue
            fields = line.split(None, 1 if line[0] == "@" else 5)
            if len(fields) == (2 if line[0] == "@" else 6):
                found.append(Word(_before_percent(fields[-1]), word.literal))
    return found


def _before_percent(text: str) -> str:
    """Return a command of cron's without what it is given to read, behind a ``%``."""
    at = text.find("%")
    while at > 0 and text[at - 1] == "\\":
        at = text.find("%", at + 1)
    return (text if at < 0 else text[:at]).replace("\\%", "%")
