"""Say which shell texts ``git config`` stores to run later.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.git import alias, configured


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the text that the new value is."""
    operands = options.operands
    if operands and operands[0].text in (
        "get",
        "list",
        "unset",
        "edit",
        "rename-section",
        "remove-section",
    ):
        return []
    if operands and operands[0].text == "set":
        operands = operands[1:]
    if len(operands) < 2:
        return []
    key, value = operands[0].text, operands[1]
    one = alias(value, (), ()) if key.lower().startswith("alias.") else configured(key, value)
    if one is None:
        return []
    one.via = [label]
    return [one]
