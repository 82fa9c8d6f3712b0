"""Put words together and apart as programs do that run others.  Hot."""

from failshut.model import Word
from failshut.shell.wrappers.found import Found

MORE = Word("${args}", False)
"""Words that a program puts behind those that are known."""


def joined(words: tuple[Word, ...]) -> Word:
    """Return words as one text, parted by blanks."""
    return Word(" ".join([word.text for word in words]), all([word.literal for word in words]))


def quoted(text: str) -> str:
    """Return the text as one shell word."""
    return "'" + text.replace("'", "'\\''") + "'"


def called(word: Word, words: tuple[Word, ...]) -> Found:
    """Return a text that is handed words, as git runs an alias."""
    if not words:
        return Found(text=word)
    found = Found(text=Word(word.text + ' "$@"', word.literal))
    found.args = words
    return found


def split(word: Word) -> tuple[Word, ...]:
    """Split a text into words as programs do that use no shell: at blanks, with quotes."""
    words: list[str] = []
    quote = ""
    open_word = False
    for char in word.text:
        if quote:
            if char == quote:
                quote = ""
                continue
        elif char in "'\"":
            quote = char
            words += [] if open_word else [""]
            open_word = True
            continue
        elif char in " \t\n":
            open_word = False
            continue
        if not open_word:
            words.append("")
            open_word = True
        words[-1] += char
    return tuple([Word(one, word.literal or "$" not in one) for one in words])
