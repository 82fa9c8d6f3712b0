"""Tell names from other words, and say what stays unread.  Hot: no imports."""


class Opaque(Exception):
    """Say that a command holds something that stays unread; ``str()`` is the reason."""


def is_name(text: str) -> bool:
    """Tell whether the text is a shell variable's name."""
    return text.isascii() and text.isidentifier()
