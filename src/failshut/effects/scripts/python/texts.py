"""Work out Python's methods of texts and lists where everything is known.  Hot."""

from failshut.effects.scripts.values import DECODED, TAINTS, PathText, each, either, joined, known
from failshut.model import Word

_PURE = frozenset(
    "strip lstrip rstrip lower upper title swapcase capitalize removeprefix removesuffix".split()
)
_LISTS = frozenset("split rsplit splitlines partition rpartition".split())
_SAME = ("encode", "decode", "read", "readline", "text", "json", "tobytes", "getvalue", "communicate",
         "__str__", "as_posix", "readlines", "format", "strip")  # fmt: skip
_LONGEST = 4096


def percent(left: object, right: object) -> object:
    """Return ``left % right``."""
    text = known(left)
    if text is None:
        return left if isinstance(left, Word) and left.text in TAINTS else None
    values = list(right) if isinstance(right, list) else [right]
    pieces: list[object] = []
    at = 0
    while (mark := text.find("%", at)) >= 0:
        pieces.append(Word(text[at:mark]))
        kind = text[mark + 1 : mark + 2]
        at = mark + 2
        if kind == "%":
            pieces.append(Word("%"))
        elif kind in ("s", "d", "r", "i"):
            pieces.append(values.pop(0) if values else None)
        elif kind == "(" and isinstance(right, dict):
            name, _, rest = text[at:].partition(")")
            pieces.append(right.get(name))
            at += len(name) + 2 if rest else len(name)
        else:
            return None
    return joined([*pieces, Word(text[at:])])


def formatted(text: str, values: list[object], options: dict[str, object]) -> object:
    """Return what ``text.format(…)`` gives; a piece with a format of its own stays unknown."""
    pieces: list[object] = []
    at = count = 0
    while (mark := text.find("{", at)) >= 0:
        pieces.append(Word(text[at:mark].replace("}}", "}")))
        if text[mark + 1 : mark + 2] == "{":
            pieces.append(Word("{"))
            at = mark + 2
            continue
        end = text.find("}", mark)
        if end < 0:
            return None
        name = text[mark + 1 : end].partition("!")[0]
        at = end + 1
        if name == "":
            name, count = str(count), count + 1
        if name.isdigit() and len(name) < 4:
            pieces.append(values[int(name)] if int(name) < len(values) else None)
        else:
            pieces.append(options.get(name))
    return joined([*pieces, Word(text[at:].replace("}}", "}"))])


def method(base: Word, name: str, values: list[object], options: dict[str, object]) -> object:
    """Return what a method of a text gives; None = unknown."""
    if base.text in TAINTS:
        return base
    if name in ("encode", "decode") and known(values[0] if values else None) in ("rot13", "rot_13", "hex"):
        return Word(DECODED, False)
    if name in _SAME and name not in ("format", "strip"):
        return base
    if name == "join":
        items = values[0] if values else None
        if not isinstance(items, list):
            return items if isinstance(items, Word) and items.text in TAINTS else None
        spread: list[object] = []
        for at, one in enumerate(items):
            spread += [base, one] if at else [one]
        return joined(spread)
    if not base.literal:
        return None
    if name == "format":
        return formatted(base.text, values, options)
    texts = [known(one) for one in values]
    if None in texts and name not in ("split", "rsplit"):
        return None
    return _made(base.text, name, [one for one in texts if one is not None])


def _made(text: str, name: str, texts: list[str]) -> object:
    if len(text) > _LONGEST:
        return None
    try:
        if name in _PURE:
            return Word(getattr(text, name)(*texts))
        if name in _LISTS:
            return [Word(one) for one in getattr(text, name)(*texts)]
        if name == "replace" and len(texts) == 2 and len(texts[1]) < 64:
            return Word(text.replace(texts[0], texts[1]))
    except (TypeError, ValueError):
        return None
    return None


def listed(base: list[object], name: str, values: list[object]) -> object:
    """Do what a method of a list does."""
    if name == "append" and len(base) < 256:
        base.append(values[0] if values else None)
    elif name == "extend" and values and isinstance(values[0], list) and len(base) < 256:
        base.extend(values[0])
    elif name == "insert" and len(values) == 2 and isinstance(values[0], int) and len(base) < 256:
        base.insert(values[0], values[1])
    elif name == "pop" and base:
        at = values[0] if values and isinstance(values[0], int) else -1
        return base.pop(at) if -len(base) <= at < len(base) else None
    elif name == "copy":
        return list(base)
    return None


def text_of(value: object) -> object:
    """Return ``str(value)``."""
    found = [one.word if isinstance(one, PathText) else one for one in each(value)]
    return either([Word(str(one)) if isinstance(one, int) else one for one in found])


def words_of(value: object) -> object:
    """Return a known text cut into words as the shell would; only the plainest are understood."""
    text = known(value)
    if text is None or any([char in text for char in "'\"\\"]):
        from failshut.shell.plain import plain

        found = plain(text) if text is not None else None
        return list(found[0].argv) if found else None
    return [Word(one) for one in text.split()]
