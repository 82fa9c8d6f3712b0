"""Wrap prose to the width of a terminal; what is piped stays one line a sentence.

A path, and what stands in backticks, is never broken.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable

import click

NARROWEST = 40
_WHOLE = re.compile(r"`[^`\n]*`")
_GLUE = "\x00"


def echo(text: str, err: bool = False, keep: Iterable[str] = ()) -> None:
    """Print ``text``, wrapped when the stream is a terminal; ``keep`` are texts that aren't broken."""
    click.echo(wrapped(text, columns(err), keep), err=err)


def columns(err: bool = False) -> int:
    """Return the terminal's width; 0 when the stream is no terminal, or one without a width."""
    stream = sys.stderr if err else sys.stdout
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0


def wrapped(text: str, width: int, keep: Iterable[str] = ()) -> str:
    """Return ``text`` with its lines broken at spaces; a line's further parts stand two in from it."""
    if width < NARROWEST:
        return text
    for whole in keep:
        if " " in whole:
            text = text.replace(whole, whole.replace(" ", _GLUE))
    text = _WHOLE.sub(lambda found: found[0].replace(" ", _GLUE), text)
    return "\n".join(_line(line, width) for line in text.split("\n")).replace(_GLUE, " ")


def _line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    body = line.lstrip(" ")
    indent = line[: len(line) - len(body)]
    return textwrap.fill(
        body,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
