"""Know what Python's path functions and path objects give.  Hot."""

from failshut.effects.scripts.values import (
    Below,
    Content,
    PathText,
    each,
    either,
    glued,
    known,
    path_joined,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.doing import Doing

_SAME = ("resolve", "absolute", "as_posix", "with_suffix", "with_name", "with_stem")
_HOME = Word("$HOME", False)
_ANY = ("*", "**", "**/*", "*.*")


def parent(word: Word) -> Word:
    """Return the folder of a path."""
    head, slash, tail = word.text.rstrip("/").rpartition("/")
    if "}" in tail and "{" not in tail:
        return Word("${_}", False)
    return Word(head or ("/" if slash else "."), word.literal or "$" not in head)


def property_of(base: PathText, name: str) -> object:
    """Return an attribute of a path object, None when it is another one."""
    word = base.word
    if name == "parent":
        return PathText(parent(word))
    if name in ("name", "stem", "suffix"):
        tail = Word(word.text.rstrip("/").rpartition("/")[2], word.literal, word.glob)
        head, dot, end = tail.text.rpartition(".")
        if name == "name" or not word.literal:
            return tail
        return Word((head or end) if name == "stem" else dot + end if head else "")
    if name == "parents":
        found: list[object] = []
        while word.text not in ("/", ".", "") and len(found) < 8:
            word = parent(word)
            found.append(PathText(word))
        return found
    return None


def tilde(value: object) -> object:
    """Return a path with its leading ``~`` expanded."""
    found: list[object] = []
    for one in each(value):
        word = word_of(one)
        if word.literal and word.text.split("/")[0] == "~":
            word = glued([_HOME, Word(word.text[1:])]) if word.text != "~" else _HOME
        elif word.literal and word.text.startswith("~"):
            word = Word("${_}", False)
        found.append(word)
    return either(found)


def folder(doing: "Doing") -> Word:
    """Return the program's folder as a text."""
    path = doing.place(doing.cwd).folder()
    return Word(path) if path is not None else Word("${PWD}", False)


def globbed(pattern: object, base: object = None, deep: bool = False) -> object:
    """Return what a file pattern finds: one word of the shell's, or all below its first folder."""
    found: list[object] = []
    for one in each(pattern):
        text = known(one)
        if text is None:
            found.append(None if base is None or not deep else Below(word_of(base), True))
            continue
        head, star, rest = text.partition("**")
        head = head if star else ""
        if deep or star:
            start = path_joined([base, Word(head)]) if base is not None else Word(head or ".")
            end = (rest if star else text).strip("/")
            found += [Below(word_of(way), end not in ("", *_ANY)) for way in each(start)]
            continue
        whole = word_of(path_joined([base, Word(text)]) if base is not None else Word(text))
        found.append(Word(whole.text, whole.literal, any([char in text for char in "*?["])))
    return either(found)


def method(doing: "Doing", base: PathText, name: str, values: list[object]) -> object:
    """Do what a method of a path object does; the value is what it returns."""
    first = values[0] if values else None
    word = base.word
    if name in ("unlink", "rmdir"):
        doing.deletes(base)
    elif name in ("write_text", "write_bytes"):
        doing.writes(word)
    elif name == "touch":
        doing.command("touch", "--", word)
    elif name in ("read_text", "read_bytes"):
        doing.reads(word)
        return Content(word)
    elif name in ("rename", "replace", "move"):
        doing.command("mv", "-T", "--", word, first)
        return PathText(word_of(first))
    elif name == "chmod":
        doing.touch("fs.mode", word, mode=octal(first))
    elif name in ("symlink_to", "hardlink_to", "link_to"):
        doing.command("ln", "-s", "--", first, word)
    elif name in ("joinpath", "relative_to"):
        return PathText(word_of(path_joined([word, *values]))) if name == "joinpath" else None
    elif name in ("glob", "rglob"):
        found = globbed(first, word, name == "rglob")
        return either([PathText(one) if isinstance(one, Word) else one for one in each(found)])
    elif name == "iterdir":
        return PathText(Word(word.text.rstrip("/") + "/*", word.literal, True))
    elif name == "walk":
        return Below(word)
    elif name == "expanduser":
        return either([PathText(word_of(one)) for one in each(tilde(word))])
    elif name in _SAME:
        return with_tail(base, name, first)
    return None


def with_tail(base: PathText, name: str, value: object) -> object:
    """Return a path with another last name."""
    if not name.startswith("with_"):
        return base
    text = known(value)
    if text is None or name == "with_stem":
        return PathText(Word(parent(base.word).text + "/${_}", False))
    if name == "with_name":
        return PathText(word_of(path_joined([parent(base.word), Word(text)])))
    head, dot, end = base.word.text.rpartition(".")
    return PathText(Word((head if dot and "/" not in end else base.word.text) + text, base.word.literal))


def octal(value: object) -> str:
    """Return a file mode as ``chmod`` takes it; "" = unknown."""
    return f"{value:03o}" if isinstance(value, int) and not isinstance(value, bool) else ""
