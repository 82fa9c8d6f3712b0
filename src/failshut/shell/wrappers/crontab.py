"""Say what a table of ``crontab`` will run: a file's, or the one it reads.  Hot."""

from failshut.model import Word
from failshut.shell.found import Found, Given
from failshut.shell.options import Options
from failshut.shell.wrappers.readers import schedule


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the commands of the table."""
    if given.files and options.operands and options.operands[0].text not in ("-", "/dev/stdin"):
        one = Found()
        one.file, one.reader, one.via = options.operands[0], "schedule", [label]
        return [one]
    given.asked = True
    found = [Found(text=text) for text in schedule((given.stdin,))] if given.stdin is not None else []
    for one in found:
        one.via = [label]
    return found
