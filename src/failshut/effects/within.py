"""Put operands into the folder that an option before them names: ``tar -c -C DIR NAME``.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options, read

_MOST = 40
"""Folders that are followed; what stands behind more of them lies in one that stays unknown."""


def placed(whole: Options, args: tuple[Word, ...], spec: str, marks: str, folder: str) -> Options:
    """Return the options with each operand, and each folder, below the folders named before it."""
    found = Options()
    found.flags = [one for one in whole.flags if one[0] != folder]
    here: Word | None = None
    rest, until = args, folder
    for count in range(_MOST + 1):
        if count == _MOST:
            here, until = Word("${folder}", False), ""
        part = read(rest, spec, marks=marks, until=until)
        last = part.flags[-1] if until and part.flags else ("", None)
        for name, value in part.flags:
            if name == folder and value is not None and value is not last[1]:
                here = below(here, value)
                found.flags.append((name, here))
        found.operands += [below(here, word) for word in part.operands]
        if last[0] != folder:
            break
        if last[1] is not None:
            here = below(here, last[1])
            found.flags.append((folder, here))
        rest, marks = part.rest, marks.replace("old", "")
    return found


def below(here: Word | None, word: Word) -> Word:
    """Return a word as a path below a folder, unless it begins at the root or at home."""
    if here is None or word.text[:1] in ("/", "~") or word.text.startswith("$HOME"):
        return word
    text = f"{here.text.rstrip('/')}/{word.text}"
    return Word(text, here.literal and word.literal, here.glob or word.glob)
