"""Tell whether a command's words say that it is about what people live on.  Hot."""

from failshut.model import Command

_WORDS = frozenset(("prod", "production", "prd", "live", "prod1", "prod2"))
_BETWEEN = "-_./:=@,;'\"() \t\n\\"


def is_prod(command: Command) -> bool:
    """Tell whether a word or an assignment in front names production (``prod``, ``eu-prod-1``)."""
    texts = [word.text for word in command.argv[1:]]
    texts += [value.text for name, value in command.assigns if name.isupper()]
    return any([named(text) for text in texts])


def named(text: str) -> bool:
    """Tell whether one of the words that a text falls into is a name for production."""
    lower = text.lower()
    if "pr" not in lower and "live" not in lower:
        return False
    for char in _BETWEEN:
        lower = lower.replace(char, " ")
    return not _WORDS.isdisjoint(lower.split())
