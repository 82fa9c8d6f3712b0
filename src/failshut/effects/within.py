"""Put operands into the folder that an option before them names: ``tar -c -C DIR NAME``.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options, read


def placed(whole: Options, args: tuple[Word, ...], spec: str, marks: str, folder: str) -> Options:
    """Return the options with each operand, and each folder, below the folders named before it."""
    found = Options()
    found.flags = [one for one in whole.flags if one[0] != folder]
    here: Word | None = None
    rest = args
    while True:
        part = read(rest, spec, marks=marks, until=folder)
        behind = part.flags[-1][0] == folder if part.flags else False
        for name, value in part.flags:
            if name == folder and value is not None and not behind:
                here = below(here, value)
                found.flags.append((name, here))
        found.operands += [below(here, word) for word in part.operands]
        if not behind:
            return found
        value = part.flags[-1][1]
        if value is not None:
            here = below(here, value)
            found.flags.append((folder, here))
        rest, marks = part.rest, marks.replace("old", "")


def below(here: Word | None, word: Word) -> Word:
    """Return a word as a path below a folder, unless it begins at the root or at home."""
    if here is None or word.text[:1] in ("/", "~") or word.text.startswith("$HOME"):
        return word
    text = f"{here.text.rstrip('/')}/{word.text}"
    return Word(text, here.literal and word.literal, here.glob or word.glob)
