"""Tell what a trivially simple hook command does, without running it.

Recorded configurations and examples often hold a guard such as ``echo NO >&2; exit 2``.  Only
constant words, ``echo``, ``printf`` with one constant text, ``cat``, ``true``, ``false``, ``:``
and ``exit`` are understood; anything else yields None, never a guess.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from failshut.interpret.types import Run

_ACTIVE = re.compile(r"[`$*?\[\]{}~&|<>()]")
_PIECE = re.compile(r"""((?:[^;'"\\\n]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")*)(;|\n|\Z)""", re.S)
_REDIRECT = re.compile(r"\s*(?:(1?>&2)|(<\s*|[12]?>\s*)/dev/null)(?=\s|$)")


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
        command, target, lost = _redirects(piece)
        said = _say(command)
        if said is None:
            return None
        words, output = said
        if words[0] == "exit":
            code = int(words[1]) if len(words) > 1 else code
            break
        code = 1 if words[0] == "false" else 0
        if not lost:
            streams[target] += output
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


def _redirects(piece: str) -> tuple[str, int, bool]:
    """Take the known redirections off a command; returns it, its stream, and whether it is lost."""
    target, lost = 1, False
    bare = re.sub(r"""'[^']*'|"(?:[^"\\]|\\.)*\"""", lambda found: "x" * len(found[0]), piece)
    for found in reversed(list(_REDIRECT.finditer(bare))):
        if found[1]:
            target = 2
        elif ">" in found[2]:
            lost = lost or "2>" not in found[2]
        piece = piece[: found.start()] + piece[found.end() :]
    return piece, target, lost


def _say(command: str) -> tuple[list[str], str] | None:
    """Return the words and the output of one command, or None when it isn't constant."""
    outside = re.sub(r"'[^']*'", "", command)
    if _ACTIVE.search(re.sub(r'"[^"$`\\]*"', "", outside)):
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    match words:
        case ["exit"] | ["true"] | ["false"] | [":"] | ["cat"]:
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
