"""Say which scripts of a ``package.json`` that the text has written a package manager runs.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given

_SHORT = {
    "t": "test",
    "tst": "test",
    "test": "test",
    "start": "start",
    "stop": "stop",
    "restart": "restart",
}
_RUN = ("run", "run-script", "rum", "urn")
_INSTALLS = ("install", "i", "ci", "add", "in", "isntall", "it", "install-test", "")
_AROUND = ("preinstall", "install", "postinstall", "prepare")
_MOST = 200  # scripts that are looked at
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the file, with the scripts' names behind its reader's."""
    rest = [one.text for one in (options.rest or tuple(options.operands)) if one.text[:1] != "-"]
    verb = rest[0] if rest else ""
    if not given.files:
        return []
    if verb in _RUN:
        names = rest[1:2]
    elif verb in _SHORT:
        names = [_SHORT[verb]]
    elif verb in _INSTALLS and (verb or label == "yarn"):
        names = [*_AROUND]
    else:
        names = [verb] if verb and label in ("yarn", "pnpm", "bun") else []
    if not names:
        return []
    if names[0] not in _AROUND:
        names = ["pre" + names[0], names[0], "post" + names[0]]
    found = Found()
    found.file, found.reader, found.via = Word("package.json"), "npmscripts " + " ".join(names), [label]
    return [found]


def texts(words: tuple[Word, ...], names: str = "") -> list[Word]:
    """Return the scripts of these names, in the order in which they run."""
    found: list[Word] = []
    for word in words:
        held = scripts(word.text)
        found += [Word(held[name], word.literal) for name in names.split() if name in held]
    return found


def scripts(text: str) -> dict[str, str]:
    """Return the pairs of texts in the object behind ``"scripts":``."""
    _, mark, rest = text.partition('"scripts"')
    rest = rest.lstrip(" \t\r\n:")
    found: dict[str, str] = {}
    at = 1 if mark and rest[:1] == "{" else len(rest)
    while at < len(rest) and len(found) < _MOST:
        char = rest[at]
        if char == "}":
            break
        at += 1
        if char != '"':
            continue
        name, at = _string(rest, at)
        while at < len(rest) and rest[at] in " \t\r\n:":
            at += 1
        if rest[at : at + 1] != '"':
            break
        found[name], at = _string(rest, at + 1)
    return found


def _string(text: str, at: int) -> tuple[str, int]:
    """Return a JSON text and where it ends."""
    found: list[str] = []
    while at < len(text) and text[at] != '"':
        char = text[at]
        at += 1
        if char == "\\" and at < len(text):
            char = text[at]
            at += 1
            code = text[at : at + 4]
            if char == "u" and code and not set(code) - set("0123456789abcdefABCDEF"):
                char, at = chr(int(code, 16)), at + 4
            else:
                char = _ESCAPES.get(char, char)
        found.append(char)
    return "".join(found), at + 1
