"""Read typed values out of TOML tables, collecting located problems instead of raising."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import TypeVar

from failshut.errors import PolicyError
from failshut.policy.locate import Lines, Path
from failshut.policy.patterns import BadPattern

T = TypeVar("T")

COMMAND = '{ command = "git push" }'
NAMES = {
    bool: "true or false",
    str: "text",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def near(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the nearest known name, or all of them."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"Did you mean `{close[0]}`?"
    return "Use one of: " + ", ".join(f"`{one}`" for one in names) + "."


class Reader:
    """Hold one file's problems and warnings; ``prefix`` is where the policy's tables stand."""

    def __init__(self, path: str, text: str, prefix: Path = ()) -> None:
        self.path = path
        self.prefix = prefix
        self.lines = Lines(text)
        self.problems: list[PolicyError] = []
        self.warnings: list[PolicyError] = []

    def line(self, at: Path) -> int:
        """Return the line of a path of keys."""
        return self.lines.find(self.prefix + at)

    def error(self, at: Path, problem: str, fix: str) -> None:
        """Record a problem at a path of keys."""
        self.problems.append(PolicyError(self.path, self.line(at), problem, fix))

    def warn(self, at: Path, problem: str, fix: str) -> None:
        """Record something that works but should be better."""
        self.warnings.append(PolicyError(self.path, self.line(at), problem, fix))

    def keys(self, table: dict[str, object], known: tuple[str, ...], at: Path, where: str) -> None:
        """Record each key that isn't known."""
        for key in table:
            if key not in known:
                self.error((*at, key), f"Unknown key `{key}` in {where}.", near(key, known))

    def table(self, value: object, at: Path, what: str, example: str = COMMAND) -> dict[str, object]:
        """Return a table, or record that it is something else and return an empty one."""
        if isinstance(value, dict):
            return value
        self.wrong(at, what, f"a table, e.g. `{example}`", value)
        return {}

    def wrong(self, at: Path, what: str, wanted: str, value: object) -> None:
        """Record a value of the wrong type."""
        kind = NAMES.get(type(value), "a date")
        self.error(at, f"{what} is {kind}.", f"Write {wanted}.")

    def text(self, value: object, at: Path, what: str) -> str:
        """Return non-blank text, or record what is wrong and return ""."""
        if not isinstance(value, str):
            self.wrong(at, what, "text in quotes", value)
            return ""
        if not value.strip():
            self.error(at, f"{what} is empty.", "Write it out, or remove the key.")
            return ""
        return value.strip()

    def texts(self, value: object, at: Path, what: str) -> tuple[str, ...]:
        """Return one or more texts, given as text or as a list of texts."""
        values = value if isinstance(value, list) else [value]
        if not values:
            self.error(at, f"{what} is an empty list.", "Name at least one, or remove the key.")
        found = [self.text(one, at, what) for one in values]
        return tuple(one for one in found if one)

    def choice(self, value: object, known: tuple[str, ...], at: Path, what: str) -> str:
        """Return one of the known words, or record and return ""."""
        word = self.text(value, at, what)
        if word and word not in known:
            self.error(at, f"{what} is {word!r}, which is unknown.", near(word, known))
            return ""
        return word

    def compiled(self, make: Callable[[str], T], value: str, at: Path, default: T) -> T:
        """Return the compiled pattern, or record why it can't be used."""
        try:
            return make(value)
        except BadPattern as error:
            self.error(at, error.problem, error.fix)
            return default
