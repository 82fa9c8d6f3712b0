"""Read what ``cmd`` and PowerShell are given to run.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.words import joined

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUED = (
    "executionpolicy", "ep", "ex", "exec", "windowstyle", "w", "version", "psconsolefile", "inputformat",
    "outputformat", "configurationname", "workingdirectory", "wd", "settingsfile",
)  # fmt: skip


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the text behind ``/c`` and ``/k``, or behind ``-Command``, which ends the options."""
    if label.lower().startswith("cmd"):
        return _cmd(label, words)
    skip = False
    for at, word in enumerate(words):
        flag = word.text.lower().replace("\u2013", "-")
        rest = words[at + 1 :]
        name = flag.lstrip("-/")
        if skip or not flag:
            skip = False
        elif flag[0] not in "-/":
            return _text(label, words[at:], " -Command") if label.lower().startswith("powershell") else []
        elif name and "command".startswith(name):
            return _text(label, rest, " -Command") if rest and rest[0].text != "-" else []
        elif encoded(name):
            text = decoded(rest[0].text) if rest and rest[0].literal else ""
            return _text(label, (Word(text),), " -EncodedCommand") if text else []
        elif name and "file".startswith(name):
            return []
        else:
            skip = name in _VALUED
    return []


def encoded(name: str) -> bool:
    """Tell whether a parameter's name, lower case, stands for ``-EncodedCommand``."""
    return name == "ec" or (name[:1] == "e" and "encodedcommand".startswith(name))


def _cmd(label: str, words: tuple[Word, ...]) -> list[Found]:
    for at, word in enumerate(words):
        flag = word.text.lower()
        rest = words[at + 1 :]
        if flag[:2] in ("/c", "/k", "/r"):
            rest = (Word(word.text[2:], word.literal), *rest) if word.text[2:] else rest
            return _text(label, rest, " /c") if rest else []
        if flag[:1] != "/":
            return []
    return []


def _text(label: str, words: tuple[Word, ...], via: str) -> list[Found]:
    whole = joined(words)
    one = Found(text=Word(readable(whole.text), whole.literal))
    one.via = [label + via]
    return [one]


def readable(text: str) -> str:
    """Write PowerShell or ``cmd`` text as a shell reads it: slashes, one command a line, no parentheses."""
    lines: list[str] = []
    whole = text.replace("\\", "/").replace("`", "").replace("\r", "").replace("@(", "(")
    for line in _parted(whole).split("\n"):
        start = line.lstrip(" &")
        if start[:1] == "$" and "=" not in start.partition("|")[0] and "&" not in line[:3]:
            start = ":" + "".join(start.partition("|")[1:])  # a value, which runs nothing
        head = start.partition("(")[0].strip().lower()
        name = head.rpartition("=")[2].strip()
        if name in ("iex", "invoke-expression") and "(" in start:
            lines.append(_plain(start.partition("(")[2], " ") + " | iex")
        else:
            lines.append(_assigned(_plain(start, "\n")))
    return "\n".join(lines)


def _parted(text: str) -> str:
    """Put each statement on a line of its own."""
    found, quote = "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == ";":
            char = "\n"
        found += char
    return found


def _plain(text: str, instead: str) -> str:
    """Put something in place of parentheses and braces that stand outside quotes."""
    found, quote = "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "(){}":
            char = instead
        found += char
    return found


def _assigned(text: str) -> str:
    """Leave out ``$name =`` in front of a command."""
    head, equals, rest = text.partition("=")
    name = head.strip()
    return rest.strip() if equals and name[:1] == "$" and name[1:].isalnum() else text


def decoded(text: str) -> str:
    """Return base64 of UTF-16 as text, "" when it isn't that."""
    bits, count, data = 0, 0, bytearray()
    for char in text.rstrip("="):
        at = _LETTERS.find(char)
        if at < 0:
            return ""
        bits, count = (bits << 6 | at) & 0xFFFFFF, count + 6
        if count >= 8:
            count -= 8
            data.append(bits >> count & 255)
    try:
        return data.decode("utf-16-le")
    except UnicodeDecodeError:
        return ""
