"""Say what ``parallel`` runs: shell text with each argument put in, where these are known.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.words import joined, quoted

_MARKS = (":::", ":::+", "::::", "::::+")
_MEANING = " \t\n'\"$;&|<>()*?\\`"
_UNKNOWN = Word("$parallel", False)
_JOBS = 64  # combinations of arguments that are told apart


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return one text for each job; without a command the arguments are the commands."""
    given.asked = True
    words = options.rest or tuple(options.operands)
    at = next((at for at, word in enumerate(words) if word.text in _MARKS), len(words))
    command, lists = words[:at], _lists(words[at:])
    if options.has("pipe", "pipepart", "tee"):
        rows: list[tuple[Word, ...]] | None = [()]
    elif options.has("nonall", "onall") and not lists:
        rows = [()]
    else:
        rows = _rows(lists, options, given)
    texts = [joined(command)] if rows == [()] else _jobs(command, rows, options)
    found = [Found(text=text) for text in texts if text.text.strip()]
    for one in found:
        one.via = [label]
    return found


def _lists(words: tuple[Word, ...]) -> list[tuple[str, tuple[Word, ...]]]:
    """Return the lists of arguments, each with the mark before it."""
    found: list[tuple[str, tuple[Word, ...]]] = []
    for word in words:
        if word.text in _MARKS:
            found.append((word.text, ()))
        else:
            mark, some = found[-1]
            found[-1] = (mark, (*some, word))
    return found


def _rows(
    lists: list[tuple[str, tuple[Word, ...]]], options: Options, given: Given
) -> list[tuple[Word, ...]] | None:
    """Return the arguments of each job; None = unknown."""
    if not lists:
        stdin = given.stdin
        if stdin is None or not stdin.literal or options.has("arg-file", "colsep", "null"):
            return None
        lines = stdin.text.split("\n")
        lists = [(":::", tuple([Word(line) for line in (lines if lines[-1] else lines[:-1])]))]
    rows: list[tuple[Word, ...]] = [()]
    for mark, words in lists:
        if mark.startswith("::::") or any([word.glob for word in words]):
            return None
        if mark == ":::+" and rows != [()]:
            rows = [(*row, words[at % len(words)]) for at, row in enumerate(rows)] if words else []
        else:
            rows = [(*row, word) for row in rows for word in words]
        if len(rows) > _JOBS:
            return None
    return _grouped(rows, options)


def _grouped(rows: list[tuple[Word, ...]], options: Options) -> list[tuple[Word, ...]]:
    """Put several arguments into a job where ``-n``, ``-N``, ``-X`` or ``-m`` say so."""
    values = options.values("max-args", "max-replace-args", "max-lines")
    size = int(values[-1].text) if values and values[-1].text.isdigit() else 1
    if options.has("xargs", "m"):
        size = len(rows)
    if size < 2 or any([len(row) != 1 for row in rows]):
        return rows
    flat = [row[0] for row in rows]
    return [tuple(flat[at : at + size]) for at in range(0, len(flat), size)]


def _jobs(command: tuple[Word, ...], rows: list[tuple[Word, ...]] | None, options: Options) -> list[Word]:
    """Return the jobs' texts."""
    mark = "{}"
    for word in options.values("I", "replace"):
        mark = word.text or mark
    if not command:
        return [Word("$parallel", False)] if rows is None else [joined(row) for row in rows]
    quoting = Word(" ".join([_quoted(one) for one in command]), all([one.literal for one in command]))
    words = [quoting] if options.has("quote") else [joined(command)]
    if (
        len(command) > 1
        and not options.has("quote")
        and any([char in word.text for word in command for char in _MEANING])
    ):
        words.append(quoting)  # as those mean it who forget that the words are put together
    return [_job(word, row, mark) for word in words for row in ([None] if rows is None else rows)]


def _quoted(word: Word) -> str:
    """Return a word as shell text; one that is unknown stays so."""
    return quoted(word.text) if word.literal else f'"{word.text}"'


def _job(word: Word, row: tuple[Word, ...] | None, mark: str) -> Word:
    """Return one job's text: the arguments in place of the marks, or behind the command."""
    given = (_UNKNOWN,) if row is None else row
    values = {mark: " ".join([_quoted(one) for one in given])}
    for number, one in enumerate(given, 1):
        values["{" + str(number) + "}"] = _quoted(one)
    values.update(dict.fromkeys(("{.}", "{/}", "{//}", "{/.}"), _quoted(_UNKNOWN)))
    values.update({"{#}": "1", "{%}": "1"})
    if len(given) == 1 and given[0].literal:
        values.update(_pieces(given[0].text))
    text = word.text
    if any([key in text for key in values]):
        for key, value in values.items():
            text = text.replace(key, value)
    else:
        text = f"{text} {values[mark]}"
    return Word(text, word.literal and all([one.literal for one in given]))


def _pieces(path: str) -> dict[str, str]:
    """Return a path's folder, name and both without the ending, as the marks name them."""
    folder, slash, base = path.rpartition("/")
    stem = base.rpartition(".")[0] or base
    found = {"{.}": folder + slash + stem, "{/}": base, "{//}": folder or ".", "{/.}": stem}
    return {key: quoted(value) for key, value in found.items()}
