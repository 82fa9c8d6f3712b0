"""Say what ``xargs`` runs: its words with those of its input, where that is known.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.walk.printing import decoded
from failshut.shell.wrappers.found import Found, Given

_UNKNOWN = Word("${xargs}", False)
_ITEMS = 400  # words of the input that are told apart


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the commands; with unknown input it is one, with an unknown word."""
    given.asked = True
    command = options.rest or tuple(options.operands) or (Word("echo"),)
    mark = _mark(options)
    found = [Found(argv) for argv in _filled(command, mark, options, given)]
    for one in found:
        one.via = [label]
    return found


def _mark(options: Options) -> str:
    """Return what stands in the words for the input ("" = it goes behind them)."""
    mark = ""
    for name, value in options.flags:
        if name in ("I", "J") and value is not None:
            mark = value.text
        elif name == "replace":
            mark = value.text if value is not None and value.text else "{}"
        elif name in ("max-lines", "l", "max-args") and not (name == "max-args" and _one(value)):
            mark = ""
    return mark


def _one(value: Word | None) -> bool:
    return value is not None and value.text == "1"


def _filled(command: tuple[Word, ...], mark: str, options: Options, given: Given) -> list[tuple[Word, ...]]:
    """Return the commands' words."""
    items = _items(options, given, bool(mark))
    if items is None:
        return [_with(command, mark, (_UNKNOWN,))]
    if not items:
        return [] if mark or options.has("no-run-if-empty") else [command]
    if mark:
        return [_with(command, mark, (Word(text),)) for text in items]
    return [(*command, *[Word(text) for text in group]) for group in _groups(items, options, given)]


def _with(command: tuple[Word, ...], mark: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    if not mark:
        return (*command, *words)
    value = words[0]
    return (
        command[0],
        *[
            Word(word.text.replace(mark, value.text), word.literal and value.literal, word.glob)
            if mark in word.text
            else word
            for word in command[1:]
        ],
    )


def _items(options: Options, given: Given, lines: bool) -> list[str] | None:
    """Return the words (``lines`` = the lines) of the input, None when they aren't known."""
    stdin = given.stdin
    if stdin is None or not stdin.literal or options.has("arg-file"):
        return None
    text = stdin.text
    if options.has("null", "delimiter"):
        values = options.values("delimiter")
        stop = decoded(values[-1]).text if values and not options.has("null") else "\0"
        if stop == "\\0":
            stop = "\0"
        items = text.split(stop) if stop else [text]
        items = items[:-1] if items[-1] == "" else items
    elif _open(text):
        return None  # it ends there with an error
    elif lines:
        items = [one for row in _rows(text, True) for one in row]
    else:
        items = [one for row in _rows(text, False) for one in row]
    for end in options.values("E", "eof"):
        if end.text and end.text in items:
            items = items[: items.index(end.text)]
    return items if len(items) <= _ITEMS else None


def _open(text: str) -> bool:
    """Tell whether a quote isn't closed in its line."""
    quote = escape = ""
    for char in text + "\n":
        if escape:
            escape = ""
        elif quote and char == "\n":
            return True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            escape = char if char == "\\" else ""
    return False


def _groups(items: list[str], options: Options, given: Given) -> list[list[str]]:
    """Part the words into commands as the last of ``-n`` and ``-L`` says."""
    kinds = [(name, value) for name, value in options.flags if name in ("max-args", "max-lines", "l")]
    name, value = kinds[-1] if kinds else ("", None)
    size = int(value.text) if value is not None and value.text.isdigit() else int(bool(kinds))
    if not size:
        return [items]
    if name != "max-args" and not options.has("null", "delimiter") and given.stdin is not None:
        rows = _continued(given.stdin.text)
        return [[one for row in rows[at : at + size] for one in row] for at in range(0, len(rows), size)]
    return [items[at : at + size] for at in range(0, len(items), size)]


def _continued(text: str) -> list[list[str]]:
    """Return the words of each line; one that ends with a blank goes on in the next."""
    found: list[list[str]] = []
    going = False
    for line in text.split("\n"):
        words = [one for row in _rows(line, False) for one in row]
        if going:
            found[-1] += words
        elif words:
            found.append(words)
        going = bool(found) and line[-1:] in (" ", "\t")
    return found


def _rows(text: str, whole: bool) -> list[list[str]]:
    """Split a text into lines of words; quotes and backslashes hold for one line.

    ``whole`` = blanks don't part words, but those before a line are left out.
    """
    rows: list[list[str]] = [[]]
    at, quote, piece = 0, "", None
    while at < len(text):
        char = text[at]
        at += 1
        if quote:
            if char == quote:
                quote = ""
            else:
                piece = (piece or "") + char
        elif char in "'\"":
            quote, piece = char, piece or ""
        elif char == "\\" and at < len(text):
            piece = (piece or "") + text[at]
            at += 1
        elif char == "\n" or (char in " \t" and (not whole or piece is None)):
            rows[-1] += [piece] if piece is not None else []
            piece = None
            if char == "\n":
                rows.append([])
        else:
            piece = (piece or "") + char
    rows[-1] += [piece] if piece is not None else []
    return [row for row in rows if row]
