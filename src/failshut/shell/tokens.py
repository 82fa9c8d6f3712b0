"""Tell names from other words, and say what stays unread.  Hot: no imports."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_NAME = _LETTERS | frozenset("0123456789")


class Opaque(Exception):
    """Say that a command holds something that stays unread; ``str()`` is the reason."""


def is_name(text: str) -> bool:
    """Tell whether the text is a shell variable's name."""
    return bool(text) and text[0] in _LETTERS and all([char in _NAME for char in text])
