"""Say what a command prints, where its words and its input decide that.  Hot."""

from failshut.model import Word
from failshut.shell.values.expand import glue

_SILENT = (
    " cd : true false test [ export readonly declare typeset local set shift unset read trap mkdir rm cp mv"
    " touch chmod sleep exit return wait source . eval pushd popd shopt umask ulimit "
)
"""Programs that print nothing, between blanks."""
_LISTS = ("set", "export", "readonly", "declare", "typeset", "local", "trap", "shopt", "umask", "ulimit")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f",
            "v": "\v", '"': '"', "'": "'"}  # fmt: skip
_SPECIAL = " \"'!$&()*,;<>?[\\]^`{|}"  # what %q writes a backslash in front of
_MOST = 200  # words that one printf may take


def silent(name: str) -> bool:
    """Say whether a program is known to print nothing."""
    return f" {name} " in _SILENT


def printed(name: str, words: tuple[Word, ...], stdin: Word | None, folder: Word) -> Word | None:
    """Return what a program prints; None = unknown."""
    if name in ("pushd", "popd") or (name == "cd" and "-" in [word.text for word in words]):
        return None
    if name in _LISTS and not [word for word in words if word.text != "-p" and word.literal]:
        return None
    if silent(name):
        return Word("")
    if any([word.glob for word in words]):
        return None
    if name == "echo":
        return _echo(list(words))
    if name == "printf":
        return printf(words)
    if name == "pwd":
        return glue([folder, Word("\n")])
    if name == "git" and [word.text for word in words] == ["rev-parse", "--show-toplevel"]:
        return glue([folder, Word("\n")])  # taken for the repository's root
    if name == "mktemp":
        return Word("/tmp/${mktemp}\n", False)
    if name in ("cat", "tee") and (name == "tee" or not words or words[0].text == "-"):
        return stdin
    if name == "basename" and words and all([word.literal for word in words]):
        base = words[0].text.rstrip("/").rpartition("/")[2] or words[0].text[:1]
        suffix = words[1].text if len(words) == 2 else ""
        return Word((base.removesuffix(suffix) if base != suffix else base) + "\n")
    if name == "dirname" and len(words) == 1 and words[0].literal:
        head, slash, _ = words[0].text.rstrip("/").rpartition("/")
        return Word((head.rstrip("/") or ("/" if slash or words[0].text[:1] == "/" else ".")) + "\n")
    return None


def _echo(words: list[Word]) -> Word | None:
    newline, escapes = True, False
    while words and words[0].literal and len(words[0].text) > 1 and words[0].text[0] == "-":
        if words[0].text[1:].strip("neE"):
            break
        flags = words.pop(0).text[1:]
        newline = newline and "n" not in flags
        escapes = "e" in flags if "e" in flags or "E" in flags else escapes
    pieces: list[Word] = []
    for at, word in enumerate(words):
        if at:
            pieces.append(Word(" "))
        if not word.literal and word.text[:1] == "~":
            return None
        pieces.append(decoded(word) if escapes else word)
    if newline:
        pieces.append(Word("\n"))
    return glue(pieces) if pieces else Word("")


def decoded(word: Word) -> Word:
    """Resolve the escapes that ``echo -e`` and ``printf`` know."""
    text = word.text
    if "\\" not in text:
        return word
    found: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        following = text[at + 1 : at + 2]
        at += 1
        if char != "\\" or not following:
            found.append(char)
        elif following in _ESCAPES:
            found.append(_ESCAPES[following])
            at += 1
        elif following == "c":
            break
        elif following in "xuU01234567":
            octal = following not in "xuU"
            start = at if octal and following != "0" else at + 1
            width = {"x": 2, "u": 4, "U": 8}.get(following, 3)
            chars = "01234567" if octal else "0123456789abcdefABCDEF"
            end = start
            while end < len(text) and end - start < width and text[end] in chars:
                end += 1
            code = int(text[start:end] or "0", 8 if octal else 16)
            code = code & 255 if octal else code
            found.append(chr(code) if code <= 0x10FFFF else "?")
            at = max(end, at + 1)
        else:
            found.append("\\")
    return Word("".join(found), word.literal)


def printf(words: tuple[Word, ...]) -> Word | None:
    """Return what ``printf FORMAT WORDS`` prints."""
    if words and words[0].text == "--":
        words = words[1:]
    if not words or not words[0].literal or words[0].text[:1] == "-" or any([word.glob for word in words]):
        return None
    pieces: list[Word] = []
    rest, first = list(words[1 : _MOST + 1]), True
    if len(words) > _MOST:
        return None
    while rest or first:
        count = len(rest)
        if not _format(decoded(words[0]).text, rest, pieces):
            return None
        if not first and len(rest) == count:
            break
        if first and len(rest) == count:
            break
        first = False
    return glue(pieces) if pieces else Word("")


def _quoted(text: str) -> Word:
    """Return a text as ``printf %q`` prints it: one shell word."""
    if not text:
        return Word("''")
    if not text.isprintable():
        return Word("${quoted}", False)
    first = "\\" if text[0] in "~#" else ""
    return Word(first + "".join(["\\" + char if char in _SPECIAL else char for char in text]))


def _format(text: str, rest: list[Word], pieces: list[Word]) -> bool:
    """Print one round of the format; False = it can't be told."""
    at = 0
    while at < len(text):
        mark = text.find("%", at)
        if mark < 0:
            mark = len(text)
        if mark > at:
            pieces.append(Word(text[at:mark]))
        kind = text[mark + 1 : mark + 2]
        at = mark + 2
        if mark == len(text):
            break
        if kind == "%":
            pieces.append(Word("%"))
        elif kind in ("s", "b", "d", "i"):
            word = rest.pop(0) if rest else Word("" if kind in "sb" else "0")
            pieces.append(decoded(word) if kind == "b" else word)
        elif kind == "q":
            word = rest.pop(0) if rest else Word("")
            pieces.append(_quoted(word.text) if word.literal else Word("${quoted}", False))
        else:
            end = mark + 1
            while text[end : end + 1] and text[end] in "-+ #0123456789.":
                end += 1
            if text[end : end + 1] not in tuple("qsbdiouxXcfeEgGaA"):
                return False
            word = rest.pop(0) if rest else Word("")
            same = text[end] == "q" and end == mark + 1 and word.literal and word.text.isalnum()
            pieces.append(word if same else Word("${_}", False))
            at = end + 1
    return True
