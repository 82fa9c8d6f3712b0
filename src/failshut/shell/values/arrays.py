"""Read and make arrays.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Lit, Part
from failshut.shell.syntax import Word as Source
from failshut.shell.values import expand, reckon
from failshut.shell.values.expand import glue
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import UNSET, Array, Value, unknown
from failshut.shell.walk.walker import ITEMS, Walker


def element(walker: Walker, name: str, value: Value, index: tuple[Part, ...]) -> list[Word]:
    """Return an array's element, or all of them."""
    only = index[0] if len(index) == 1 else None
    every = isinstance(only, Lit) and only.text in ("@", "*")
    if value is None:
        return [unknown(name)]
    if not isinstance(value, Array):
        assert isinstance(value, Word)
        if every:
            return [] if value is UNSET else [value]
        value = Array({0: value})
    if every:
        return value.words()
    key = subscript(walker, index, value)
    if not value.named and any([word.glob for word in value.items.values()]):
        key = None
    return [unknown(name) if key is None else value.items.get(key, UNSET)]


def subscript(walker: Walker, index: tuple[Part, ...], value: Array | None) -> "int | str | None":
    """Return the key that a subscript means; None = unknown."""
    text = expand.one(walker, index)
    if not text.literal:
        return None
    if value is not None and value.named:
        walker.broken = walker.broken or not text.text
        return text.text or None
    if any([isinstance(one, Lit) and one.quoted and not one.text.isdigit() for one in index]):
        walker.broken = True  # bash's arithmetic knows no quotes
    number = reckon.arithmetic(walker, index)
    if not number.literal:
        return None
    found = int(number.text)
    if found < 0 and value is not None and value.items:
        found += 1 + max([key for key in value.items if isinstance(key, int)])
    return found if found >= 0 else None


def declared(walker: Walker, source: Source, run: Run) -> None:
    """Note an array that stands as a builtin's word."""
    from failshut.shell.builtins import declare

    options = declare.letters(tuple(run.words))
    fresh = declare.hides(walker, run.words[0].text, options) and source.name not in walker.locals
    run.arrays.append((source.name, elements(walker, source, "A" in options, fresh)))


def placed(walker: Walker, source: Source, value: Value) -> Value:
    """Return what an array holds once one of its elements is assigned."""
    assert source.index is not None
    held = walker.held(source.name, walker.state.get(source.name))
    items = dict(held.items) if isinstance(held, Array) else {}
    if isinstance(held, Word) and held is not UNSET and held.text != "$" + source.name:
        items = {0: held}
    key = subscript(walker, source.index, held if isinstance(held, Array) else None)
    walker.broken = walker.broken or key is None
    vague = isinstance(held, Array) and any([one.glob for one in held.items.values()])
    if held is None or vague or key is None or not isinstance(value, Word) or len(items) > ITEMS:
        return None
    items[key] = glue([items.get(key, UNSET), value]) if source.append else value
    return Array(items, isinstance(held, Array) and held.named)


def elements(walker: Walker, source: Source, named: bool = False, fresh: bool = False) -> Value:
    """Return an array's value; what is too large or unclear is unknown; ``fresh`` = it held nothing."""
    held = UNSET if fresh else walker.held(source.name, walker.state.get(source.name))
    named = named or (isinstance(held, Array) and held.named)
    held = held if source.append else None
    if named:
        return texts(walker, source, held)
    items = dict(held.items) if isinstance(held, Array) else {}
    if source.append and isinstance(held, Word) and held.literal and held.text:
        items = {0: held}
    lost = source.append and not isinstance(held, Array | Word)
    lost = lost or (isinstance(held, Word) and not held.literal)
    at = max([key for key in items if isinstance(key, int)], default=-1) + 1
    for word in source.array or ():
        if word.index is not None:
            key = subscript(walker, word.index, held if isinstance(held, Array) else None)
            found = expand.one(walker, word.parts)
            if isinstance(key, int):
                items[key], at = found, key + 1
            lost = lost or not isinstance(key, int)
            continue
        for one in expand.words(walker, word):
            items[at] = one
            at += 1
    return Array(items) if len(items) <= 10 * ITEMS and not lost else None


def texts(walker: Walker, source: Source, held: Value) -> Value:
    """Return an associative array's value."""
    items = dict(held.items) if isinstance(held, Array) else {}
    lost = False
    for word in source.array or ():
        if word.index is None:
            expand.words(walker, word)
            lost = True
            continue
        key = expand.one(walker, word.index)
        lost = lost or not key.literal or not key.text
        items[key.text] = expand.one(walker, word.parts)
    return Array(items, True) if len(items) <= 10 * ITEMS and not lost else None
