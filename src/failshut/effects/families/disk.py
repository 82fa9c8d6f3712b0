"""Say what ``dd`` reads and writes.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of ``dd``, whose operands are ``key=value``."""
    for word in args:
        key, equals, value = word.text.partition("=")
        if not equals:
            continue
        operand = Word(value, word.literal, word.glob)
        if key == "of":
            site.touch("fs.write", operand, by="dd")
        elif key == "if":
            site.touch("fs.read", operand, by="dd")
