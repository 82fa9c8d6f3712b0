"""Tell what a trivially simple hook command does, without running it.

Recorded configurations and examples often hold a guard such as ``echo NO >&2; exit 2``.  Only
constant words, ``echo``, ``printf`` with one constant text, ``cat``, ``touch``, ``true``, ``false``,
``:`` and ``exit`` are understood; anything else yields None, never a guess.  What goes to a file is
lost to the host; that the file can be written is taken for granted.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from failshut.interpret.types import Run

_ACTIVE = re.compile(r"[`$*?\[\]{}~&|<>()]")
_PIECE = re.compile(r"""((?:[^;'"\\\n]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")*)(;|\n|\Z)""", re.S)
_FILE = r"[\w$./-]*[\w-]"
_TOUCH = re.compile(rf"\s*touch(?:\s+(?!-){_FILE})+\s*\Z")
_REDIRECT = re.compile(
    rf"\s*(?:(?P<over>(?:(?<!\S)1)?>&2)|(?P<none><\s*/dev/null)|(?P<fd>(?<!\S)[12])?>>?\s*{_FILE})(?=\s|$)"
)


def run_of(wiring: Mapping[str, object]) -> Run | None:
    """Return the run that the entry's command amounts to, or None when the text doesn't tell."""
    words = wiring.get("args")
    if isinstance(words, list) or wiring.get("exec"):
        return None
    for key in ("command", "bash"):
        text = wiring.get(key)
        if isinstance(text, str):
            return _run(text, wiring)
    return None


def _run(text: str, wiring: Mapping[str, object]) -> Run | None:
    streams, code = {1: "", 2: ""}, 0
    pieces = _pieces(text)
    if pieces is None:
        return None
    for piece in pieces:
        command, targets, fed = _redirects(piece)
        said = _say(command, quiet=not fed or targets[1] == 0)
        if said is None:
            return None
        words, output = said
        if words[0] == "exit":
            code = int(words[1]) if len(words) > 1 else code
            break
        code = 1 if words[0] == "false" else 0
        if targets[1]:
            streams[targets[1]] += output
    return Run(exit=code, stdout=streams[1], stderr=streams[2], wiring=wiring)


def _pieces(text: str) -> list[str] | None:
    """Cut a text into commands; None when a quote stays open or a ``;`` ends nothing."""
    pieces, at = [], 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            return None
        piece, end = found[1].strip(" \t"), found[2]
        if not piece and end == ";":
            return None
        pieces += [piece] if piece else []
        at = found.end()
    return pieces


def _redirects(piece: str) -> tuple[str, dict[int, int], bool]:
    """Take the known redirections off a command.

    Returns it, where its two streams end (0: a file), and whether it reads the payload.
    """
    targets, fed = {1: 1, 2: 2}, True
    bare = re.sub(r"""'[^']*'|"(?:[^"\\]|\\.)*\"""", lambda found: "\0" * len(found[0]), piece)
    found = list(_REDIRECT.finditer(bare))
    for one in found:
        if one["over"]:
            targets[1] = targets[2]
        elif one["none"]:
            fed = False
        else:
            targets[int(one["fd"] or 1)] = 0
    for one in reversed(found):
        piece = piece[: one.start()] + piece[one.end() :]
    return piece, targets, fed


def _say(command: str, *, quiet: bool) -> tuple[list[str], str] | None:
    """Return the words and the output of one command, or None when it isn't constant.

    ``quiet``: what it would repeat of the payload reaches nobody.
    """
    if _TOUCH.match(command):
        return command.split(), ""
    outside = re.sub(r"'[^']*'", "", command)
    if _ACTIVE.search(re.sub(r'"[^"$`\\]*"', "", outside)):
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    match words:
        case ["exit"] | ["true"] | ["false"] | [":"]:
            return words, ""
        case ["cat"] if quiet:
            return words, ""
        case ["exit", number] if number.isdigit() and int(number) < 256:
            return words, ""
        case ["echo", *rest] if "\\" not in command and not (rest and rest[0].startswith("-")):
            return words, " ".join(rest) + "\n"
        case ["printf", "%s", text]:
            return words, text
        case ["printf", text] if "%" not in text and "\\" not in text:
            return words, text
    return None
