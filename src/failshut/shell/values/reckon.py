"""Work out arithmetic with the variables at hand.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Part
from failshut.shell.values import expand
from failshut.shell.walk.state import unknown
from failshut.shell.walk.walker import Walker


def total(walker: Walker, part: Part) -> Word:
    """Return the value of ``$((…))``."""
    from failshut.shell.parse.sums import Arith

    assert isinstance(part, Arith)
    return arithmetic(walker, part.parts)


def arithmetic(walker: Walker, parts: tuple[Part, ...]) -> Word:
    """Return the value of an arithmetic expression, and set what it sets."""
    text = expand.one(walker, parts)
    if _plain(text):
        return Word(text.text)
    from failshut.shell.values.arith import Broken, Sum, Unknown, assigned

    if "set -u" in walker.state.values:
        walker.cut()
    if not text.literal:
        walker.cut()  # it may be no number
        lose(walker, assigned(text.text))
        return unknown()
    values: dict[str, str] = {}
    for name, value in walker.state.values.items():
        if isinstance(value, Word) and value.literal:
            values[name] = value.text
    try:
        reader = Sum(text.text, values)
        found = reader.run()
    except Unknown as error:
        # What an element of an array holds isn't worked out, so it may be no number.
        walker.cut()
        walker.broken = walker.broken or isinstance(error, Broken) or "[" in text.text
        lose(walker, assigned(text.text))
        return unknown()
    for name, number in reader.sets.items():
        walker.state.set(name, Word(str(number)))
    return Word(str(found))


def lose(walker: Walker, names: list[str]) -> None:
    """Make variables unknown."""
    for name in names:
        walker.state.set(name, None)


def _plain(text: Word) -> bool:
    """Tell whether an expression is no more than a number."""
    digits = text.text
    if not (text.literal and digits.isascii() and digits.isdigit()):
        return False
    return digits == "0" or (digits[0] != "0" and len(digits) < 16)
