"""Take what a program runs out of its words, as the sources of its row say.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.tokens import is_name
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.rows import names
from failshut.shell.wrappers.words import MORE, called, joined, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.shell.wrappers import Facts, Row, Source

_SHELL = Word("sh")
_OPERANDS = ("argv", "text", "texts", "command", "script", "call", "shell")


def told(
    row: "Row", label: str, words: tuple[Word, ...], options: Options, given: Given, verb: bool
) -> list[Found]:
    """Return what stands in the places that a row names, and in variables."""
    _, _, facts, sources, _ = row
    found: list[Found] = []
    taken = verb
    for source in sources:
        if taken and source[0] in _OPERANDS:
            continue
        some = _sourced(source, label, words, options, given)
        taken = taken or (bool(some) and source[0] in _OPERANDS)
        found += some
    for name in names(facts, "variables"):
        word = given.variable(name)
        if word is not None and word.text:
            one = called(Word(word.text.lstrip("|-"), word.literal), (MORE,))
            one.via, one.chdir = [name], [MORE]
            found.append(one)
    return found


def placed(row: "Row", found: list[Found], options: Options) -> list[Found]:
    """Say where and with what environment the commands run."""
    marks, facts = row[1], row[2]
    elsewhere = "away" in marks or options.has(*names(facts, "away"))
    moves = "moves" in marks and not options.has(*names(facts, "stays"))
    for one in found:
        if moves:
            one.chdir = [MORE, *one.chdir]
        one.away = one.away or elsewhere or options.has(*names(facts, "login"))
        one.away = one.away and "here" not in one.via
        one.cleared = one.cleared or options.has(*names(facts, "clears"))
        one.alone = one.alone or "alone" in marks
        one.via = [part for part in one.via if part != "here"]
        if "assigns" in marks:
            assigned(one)
    return [one for one in found if one.argv or one.text is not None or one.file is not None]


def assigned(found: Found) -> None:
    """Take the assignments before a command away."""
    words, at = found.argv, 0
    while at < len(words):
        key, equals, value = words[at].text.partition("=")
        if words[at].text != "-" or at:
            if not equals or not is_name(key):
                break
            found.assigns.append((key, Word(value, words[at].literal)))
        at += 1
    found.argv = words[at:]


def text(facts: "Facts", key: str) -> str:
    """Return the text that facts hold under a key, "" when there is none."""
    for name, value in facts:
        if name == key and isinstance(value, str):
            return value
    return ""


def _sourced(
    source: "Source", label: str, words: tuple[Word, ...], options: Options, given: Given
) -> list[Found]:
    """Return what stands in one of the places that a row names."""
    kind, at, facts = source
    how = text(facts, "as")
    when = names(facts, "when")
    if (when and not options.has(*when)) or options.has(*names(facts, "unless")):
        return []
    values: list[Word] = []
    if kind == "option":
        for name in at if isinstance(at, tuple) else ():
            values += options.values(name)
        starts = text(facts, "starts")
        values = [Word(word.text[len(starts) :], word.literal) for word in values
                  if word.text.startswith(starts)]  # fmt: skip
    elif kind == "input":
        given.asked = True
        values = [given.stdin] if given.stdin is not None else []
    if kind in ("option", "input"):
        found = [one for word in values for one in valued(how, word)]
    else:
        part = _operands(source, words, options)
        if part == () and MORE in words:
            part = None  # what follows is unknown
        if part and (starts := text(facts, "starts")):
            part = tuple([Word(word.text[len(starts) :], word.literal) for word in part
                          if word.text.startswith(starts)])  # fmt: skip
        found = _read_words(kind, how, part, bool(text(facts, "bare"))) if part is not None else []
    for one in found:
        one.via = [label + text(facts, "via"), *(["here"] if text(facts, "here") else []), *one.via]
    return found


def _operands(source: "Source", words: tuple[Word, ...], options: Options) -> tuple[Word, ...] | None:
    """Return the words behind so many operands; None = they don't stand as they must."""
    _, count, facts = source
    if behind := names(facts, "behind"):
        at = next((at for at, word in enumerate(words) if word.text in behind), -1)
        return words[at + 1 :] if at >= 0 else None
    if not isinstance(count, int):
        return None
    if text(facts, "dashes") and options.dashed >= 0:
        part = tuple(options.operands[options.dashed :])
    elif 0 <= count < len(options.at) and options.dashed < 0 and source[0] != "texts":
        part = words[options.at[count] :]
    else:
        part = (tuple(options.operands) or options.rest)[count:]
    if head := text(facts, "head"):
        values = options.values(head)
        part = (*values[-1:], *part) if values and (values[-1].text or not values[-1].literal) else part
    if after := names(facts, "after"):
        return part[1:] if part and part[0].text in after else None
    if fills := text(facts, "fills"):
        part = tuple([Word(word.text.replace(fills, "${file}"), False) if fills in word.text else word
                      for word in part])  # fmt: skip
    return part


def _read_words(kind: str, how: str, words: tuple[Word, ...], bare: bool) -> list[Found]:
    """Return what the words run, as ``kind`` says."""
    if kind == "shell":
        return [Found((_SHELL, *words))]
    if not words:
        return [Found((_SHELL,))] if bare else []
    if kind == "argv" or (kind == "command" and len(words) > 1):
        return [Found(words)]
    if kind == "texts":
        return [one for word in words for one in valued(how, word)]
    if kind == "script":
        found = Found(text=words[0])
        found.args = words[2:]
        return [found]
    if kind == "call":
        return [called(words[0], words[1:])]
    if how:
        return [Found(text=one) for one in reader_of(how)(words)]
    return [Found(text=joined(words))]


def valued(how: str, word: Word) -> list[Found]:
    """Return what the value of an option runs."""
    if how == "file":
        found = Found()
        found.file = word
        return [found]
    if how == "more":
        return [called(word, (MORE,))] if word.text.strip() else []
    if how == "program":
        return [Found((word, MORE))] if word.text else []
    if how in ("argv", "words"):
        words = split(word)
        return [Found((*words, MORE) if how == "words" else words)] if words else []
    if how:
        return [Found(text=one) for one in reader_of(how)((word,))]
    return [Found(text=word)] if word.text.strip() else []


def reader_of(name: str) -> "Callable[[tuple[Word, ...]], list[Word]]":
    """Return the function that makes shell texts of words."""
    from failshut.shell.wrappers import readers

    found: Callable[[tuple[Word, ...]], list[Word]] = getattr(readers, name)
    return found
