"""Hold a token of a C-like language, and the characters that make names.  Hot: imports nothing."""

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
DIGITS = frozenset("0123456789")
OPENS = {"(": ")", "[": "]", "{": "}", "<": ">"}


class Token:
    """One token: ``kind`` is name, text, run, words, regex, number, code or op.

    ``parts`` of a text are plain strings and, as one-item lists, code put into it; ``line`` = it begins
    a line; ``mate`` is the place of the bracket that closes an opening one.
    """

    __slots__ = ("kind", "line", "mate", "parts", "space", "text")

    def __init__(self, kind: str, text: str, line: bool = False, space: bool = False) -> None:
        self.kind = kind
        self.text = text
        self.line = line
        self.space = space
        self.parts: list[str | list[str]] = []
        self.mate = -1
