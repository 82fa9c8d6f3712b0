"""Read what ``cmd`` and PowerShell are given to run.  Hot."""

from failshut.model import Word
from failshut.shell.found import Found, Given
from failshut.shell.options import Options
from failshut.shell.wrappers.words import joined


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the text behind ``/c`` and ``/k``, or behind ``-Command``, which ends the options."""
    for at, word in enumerate(words):
        flag = word.text.lower().replace("\u2013", "-")
        rest = words[at + 1 :]
        if label.lower().startswith("cmd"):
            if flag[:2] in ("/c", "/k", "/r"):
                rest = (Word(word.text[2:], word.literal), *rest) if word.text[2:] else rest
            elif flag[:1] == "/":
                continue
            else:
                return []
        elif len(flag) < 2 or not "-command".startswith("-" + flag.lstrip("-/")) or flag[0] not in "-/":
            continue
        if not rest or rest[0].text == "-":
            return []
        one = Found(text=joined(rest))
        one.via = [label + (" /c" if label.lower().startswith("cmd") else " -Command")]
        return [one]
    return []
