"""Follow the ways through a script: what each has printed so far, and what its variables hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from failshut.lint.answers import CHECK, END, HOLE, UNREADABLE, Answer
from failshut.lint.document import Document, Span

ALTERNATIVES = 8
"""Paths that are followed side by side."""
STEPS = 12_000
"""Statements that are followed in one text."""
DEEPEST = 60
"""Nested statements that are followed."""
CALLS = 4
"""Functions that are followed into each other."""
LONGEST = 40_000
"""Characters of a printed text that are kept."""
_HOLE = re.compile("\ue000([^\ue000\ue001]*)\ue001")


class Enough(Exception):
    """The text has more ways than are followed."""


def hole(name: str = "") -> str:
    """Return what stands in a value for a part that can't be told."""
    return f"\ue000{name}\ue001"


def known(value: object) -> bool:
    """Say whether a value has no parts that can't be told."""
    if isinstance(value, str):
        return "\ue000" not in value
    if isinstance(value, Mapping):
        return all(known(key) and known(one) for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return all(known(one) for one in value)
    return True


def small(value: object, most: int = 800) -> bool:
    """Say whether a value has few enough parts to be worked with."""
    waiting, seen = [value], 0
    while waiting:
        one = waiting.pop()
        seen += 1 + (len(one) // 8 if isinstance(one, str) else 0)
        if seen > most:
            return False
        if isinstance(one, Mapping):
            waiting += one.values()
        elif isinstance(one, (list, tuple)):
            waiting += one
    return True


def shown(value: str) -> str:
    """Return a value with ``HOLE`` for each part that can't be told."""
    return _HOLE.sub(HOLE, value)


def names(value: str) -> tuple[str, ...]:
    """Return the names behind the parts that can't be told, in order."""
    return tuple(name for name in _HOLE.findall(value) if name)


@dataclass(frozen=True)
class Path:
    """One way through a script up to a place; ``flow``: "" | return | break | continue | exit | raise.

    ``why`` names the fault that it went through (a handler that doesn't leave), ``heard`` the condition
    that stood over the last thing printed.
    """

    variables: Mapping[str, object] = field(default_factory=dict)
    out: str = ""
    err: str = ""
    flow: str = ""
    why: str = ""
    said: Span | None = field(default=None, compare=False)
    heard: str = field(default="", compare=False)

    def put(self, **changed: object) -> Self:
        """Return the path with variables set."""
        return replace(self, variables={**self.variables, **changed})

    def keeps(self) -> tuple[object, ...]:
        """Return what must be equal for two paths to become one."""
        return (self.out, self.err, self.flow, self.why)

    def _place(self, text: str, place: Span) -> Span:
        """Return where the words stand: an empty line, or a line behind the first, doesn't move them."""
        first = self.said is None or not (self.out + self.err).strip()
        return place if first or self.said is None else self.said

    def printed(self, text: str, place: Span, error: bool = False) -> Self:
        """Return the path with a text printed."""
        if not text:
            return self
        if error:
            return replace(self, err=(self.err + text)[:LONGEST], said=self._place(text, place))
        return replace(self, out=(self.out + text)[:LONGEST], said=self._place(text, place))


P = TypeVar("P", bound=Path)


def merged(paths: Sequence[P], most: int = ALTERNATIVES) -> list[P]:
    """Return the paths with equal ones as one, at most ``most``."""
    if len(paths) < 2:
        return list(paths)
    kept: list[P] = []
    for one in paths:
        if not any(one == other for other in kept):
            kept.append(one)
        if len(kept) > 2 * most + 32:
            break
    if len(kept) <= most:
        return kept
    groups: dict[tuple[object, ...], P] = {}
    for one in kept:
        key = one.keeps()
        first = groups.get(key)
        groups[key] = one if first is None else replace(first, variables=_common(first, one))
    return list(groups.values())[:most]


def _common(one: Path, other: Path) -> Mapping[str, object]:
    """Return the variables of two paths; one that differs can't be told."""
    every = {**one.variables, **other.variables}
    return {
        name: value if one.variables.get(name, value) == other.variables.get(name, value) else hole(name)
        for name, value in every.items()
    }


@dataclass(frozen=True)
class Scope:
    """Where a statement stands: the nearest condition's text, why it runs, how deep it is."""

    under: str = ""
    why: str = END
    depth: int = 0
    calls: int = 0

    def below(self, under: str, why: str = CHECK) -> Scope:
        """Return the scope of a branch; a reason that is known outside stays."""
        if why == CHECK and self.why != END:
            why = self.why
        return replace(self, under=" ".join(under.split())[:400], why=why)

    def deeper(self) -> Scope:
        """Return the scope of a nested statement."""
        return replace(self, depth=self.depth + 1)


class Found:
    """The endings found so far."""

    def __init__(self, document: Document) -> None:
        """Begin without any."""
        self.document = document
        self.answers: list[Answer] = []
        self.steps = 0

    def step(self) -> None:
        """Count a statement."""
        self.steps += 1
        if self.steps > STEPS:
            raise Enough

    @property
    def width(self) -> int:
        """Return how many paths are followed side by side, fewer in a long text."""
        return ALTERNATIVES if self.steps < STEPS // 3 else 1

    def add(self, path: Path, span: Span, code: int | None, scope: Scope, over: bool = False) -> None:
        """Keep the ending of a path; ``over``: no statement ends it."""
        why = scope.why
        if why == END and path.why:
            why = path.why
        if not over and why == END and (code != 0 or path.said is not None):
            why = CHECK
        answer = Answer(
            self.document,
            span,
            path.said,
            code,
            shown(path.out),
            shown(path.err),
            scope.under or path.heard,
            why,
            names(path.out + path.err),
        )
        if answer not in self.answers:
            self.answers.append(answer)
        if len(self.answers) > 400:
            raise Enough


_DECIDES = re.compile(
    r"exit\(|SystemExit|\breturn\s+[^\s;]|[\"'](?:deny|block)[\"']|\b(?:main|run|check\w*|validate\w*|scan\w*)\("
)


def decides(body: str, after: Iterable[Path], before: Path) -> bool:
    """Say whether what broke in a body may have kept it from refusing: it ends or speaks there."""
    spoke = [one for one in after if one.flow in ("exit", "return", "raise") or one.said is not before.said]
    return bool(spoke) or bool(_DECIDES.search(body))


def heard(paths: Iterable[P], before: Path, scope: Scope) -> list[P]:
    """Return the paths out of a branch, which remember its condition when it printed."""
    return [
        replace(one, heard=scope.under)
        if one.said is not before.said and one.heard == before.heard
        else one
        for one in paths
    ]


_EMPTY = re.compile(
    r"^\(?\s*(?:not\s|!(?!=))|\bis None\b|={2,3}\s*(?:''|\"\"|None|null|undefined|0)(?!\w)|<\s*1\b"
)
_FILLED = re.compile(
    r"^[\w.?$\[\]'\"]+$|\bis not None\b|!==?\s*(?:''|\"\"|None|null|undefined)(?!\w)|>\s*0\b"
)


def told(path: P, test: str, truth: bool) -> P:
    """Return the path into a branch: one for values that aren't empty is none for an unread payload."""
    full = _EMPTY.search(test) if not truth else _FILLED.search(test)
    return replace(path, why="") if path.why == UNREADABLE and full else path
