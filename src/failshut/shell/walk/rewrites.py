"""Know which programs change the files that they name, and which give a file's text another path.  Hot."""

from failshut.model import Word

_COPIES = ("cp", "mv", "install", "ln", "rsync", "scp")
_EDITS = ("sed", "gsed", "perl", "ruby")
_FETCHES = ("curl", "wget")


_VALUES = {"install": "mgoSt", "cp": "St", "mv": "St", "ln": "St"}
"""Short options of programs that copy whose value is the next word."""


def copied(name: str, words: tuple[Word, ...]) -> list[tuple[Word, Word]]:
    """Return each file that a program copies, moves or links, with the path that it gets."""
    if name == "dd":
        given = {one.text[:3]: Word(one.text[3:], one.literal) for one in words}
        return [(given.get("if=", Word("-")), given["of="])] if "of=" in given else []
    operands: list[Word] = []
    letters, skips = _VALUES.get(name, ""), False
    for word in words if letters else ():
        text = word.text
        if skips:
            skips = False
        elif text[:1] == "-" and len(text) > 1:
            if text[:8] == "--target" or text[:2] == "-t":
                return []
            skips = text[1] != "-" and text[-1] in letters
        else:
            operands.append(word)
    if len(operands) < 2:
        return []
    target = operands[-1]
    folder = target.text.endswith("/") or target.text in (".", "..") or len(operands) > 2
    found = []
    for word in operands[:-1]:
        last = word.text.rstrip("/").rpartition("/")[2]
        whole = Word(target.text.rstrip("/") + "/" + last, target.literal and word.literal)
        found.append((word, whole if folder else target))
    return found


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
