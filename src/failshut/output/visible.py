"""Write characters that steer a terminal, a log or the order of a line so that they can be seen."""

from __future__ import annotations

import re

_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_COMMAND = re.compile(r"(?m)^([ \t]*):(?=:)")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str, keep: str = "") -> str:
    r"""Return a text with control characters and marks of direction written as ``\x1b`` or ``\u202e``.

    ``keep``: those that stay as they are.
    """
    return _STEERS.sub(lambda found: found[0] if found[0] in keep else _form(found[0]), text)


def quiet(text: str) -> str:
    """Return a text of which no line is a workflow command of GitHub Actions."""
    return _COMMAND.sub(r"\1\\x3a", text).replace("##[", r"#\x23[")


def in_json(text: str) -> str:
    """Return a JSON text whose strings hold such characters in JSON's own form."""
    return _STEERS.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def _form(char: str) -> str:
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
