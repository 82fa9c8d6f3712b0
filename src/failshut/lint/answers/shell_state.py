"""Hold where the output of a shell script goes on one way through it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from failshut.lint.answers.paths import LONGEST, Path
from failshut.lint.document import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from failshut.lint.answers.shell_values import Values

OUT, ERR, KEPT, NOWHERE = "out", "err", "kept", "nowhere"
"""Where a descriptor leads: the streams, a pipe or substitution, a file."""
USUAL = ("", OUT, ERR, "", "", "", "", "", "", "")
FAILED = -1
"""The status of what failed with a code that can't be told."""


@dataclass(frozen=True)
class Origin:
    """Where a status comes from: an exit in a text or subshell that the script runs."""

    span: Span
    why: str
    under: str


@dataclass(frozen=True)
class Way(Path):
    """One way through a shell script; ``status`` is the last command's, None when it can't be told."""

    status: int | None = 0
    streams: tuple[str, ...] = USUAL
    kept: str = ""
    stdin: str | None = field(default=None, compare=False)
    origin: Origin | None = None
    crashed: bool = False
    leaving: Node | None = field(default=None, compare=False)
    last: Node | None = field(default=None, compare=False)

    def keeps(self) -> tuple[object, ...]:
        """Return what must be equal for two paths to become one."""
        return (*super().keeps(), self.status, self.streams, self.kept)

    def with_status(self, status: int | None, origin: Origin | None = None, crashed: bool = False) -> Way:
        """Return the path after a command."""
        return replace(self, status=status, origin=origin, crashed=crashed)

    def emitted(self, text: str, place: Span, descriptor: int = 1) -> Way:
        """Return the path after a text went into a descriptor."""
        target = self.streams[descriptor] if 0 <= descriptor < 10 else ""
        if target == KEPT:
            return replace(self, kept=(self.kept + text)[:LONGEST])
        if target in (OUT, ERR):
            return self.printed(text, place, target == ERR)
        return self


def redirected(way: Way, redirects: list[Node], values: Values) -> Way:
    """Return the path with its descriptors led elsewhere."""
    streams, stdin = list(way.streams), way.stdin
    for node in redirects:
        text = values.raw(node)
        if node.type == "herestring_redirect":
            word = node.named_children[-1] if node.named_children else None
            stdin = (values.of(word, way) if word else "") + "\n"
            continue
        if node.type == "heredoc_redirect":
            stdin = _heredoc(node, way, values)
            inner = [one for one in node.named_children if one.type == "file_redirect"]
            if inner:
                streams = list(redirected(replace(way, streams=tuple(streams)), inner, values).streams)
            continue
        form = re.match(r"(\d*)\s*(&>>|&>|>&|>>|>\||<&|<|>)\s*(.*)", text, re.S)
        if not form:
            continue
        number, operator, written = form.groups()
        target = node.child_by_field_name("destination")
        name = values.of(target, way) if target is not None else written
        if operator.startswith("<"):
            stdin = None
            continue
        descriptor = int(number) if number and len(number) == 1 else 1
        leads = {"/dev/stderr": streams[2], "/dev/stdout": streams[1], "/dev/fd/2": streams[2]}.get(
            name, NOWHERE
        )
        if operator == ">&" and re.fullmatch(r"\d", name):
            leads = streams[int(name)]
        streams[descriptor] = leads
        if operator.startswith("&>") or (operator == ">&" and not re.fullmatch(r"\d|-", name)):
            streams[2] = leads
    return replace(way, streams=tuple(streams), stdin=stdin)


def _heredoc(node: Node, way: Way, values: Values) -> str:
    start = next((values.raw(one) for one in node.children if one.type == "heredoc_start"), "")
    body = next((one for one in node.children if one.type == "heredoc_body"), None)
    if body is None:
        return ""
    text = values.heredoc(body, way, bool(re.search(r"['\"\\]", start)))
    if node.children and node.children[0].type == "<<-":
        text = re.sub(r"(?m)^\t+", "", text)
    return text
