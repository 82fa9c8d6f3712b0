"""Know which programs change the files that they name.  Hot."""

from failshut.model import Word

_COPIES = ("cp", "mv", "install", "ln", "rsync", "scp")
_EDITS = ("sed", "gsed", "perl", "ruby")
_FETCHES = ("curl", "wget")


def rewritten(name: str, words: tuple[Word, ...]) -> list[Word]:
    """Return the words that name files which a program changes in a way that isn't followed."""
    if name in _COPIES:
        return list(words[-1:])
    if name in _EDITS and any([word.text[:2] == "-i" or word.text == "--in-place" for word in words]):
        return [word for word in words if word.text[:1] != "-"]
    if name in _FETCHES:
        return [
            words[at + 1] for at, word in enumerate(words[:-1]) if word.text in ("-o", "-O", "--output")
        ]
    if name == "dd":
        return [Word(word.text[3:], word.literal) for word in words if word.text.startswith("of=")]
    return list(words) if name in ("patch", "truncate") else []
