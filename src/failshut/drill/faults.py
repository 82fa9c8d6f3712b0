"""Read the list of faults (``faults.toml``): what is broken, how it is proved, how to mend a hook."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from failshut.exits import UsageError

GROUPS = ("input", "surroundings", "limits", "signals", "parts", "moments", "service", "wiring")


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """One way to break a hook.

    ``kind`` names the code that does it, ``settings`` are its parameters.  ``probe`` is a text
    for the host's shell that ends with 0 while the fault is in force ("" = the code itself
    proves it); ``otherwise`` says what it means when it doesn't ("" = inconclusive).
    ``subject`` is the tool or the part that is broken, for kinds that have one.
    """

    id: str
    group: str
    title: str
    kind: str
    fix: str
    probe: str = ""
    otherwise: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    subject: str = ""

    def on(self, subject: str) -> Fault:
        """Return the fault for one tool or part, its texts filled in."""
        words = {"tool": subject, "part": subject}
        title, fix, probe = (_fill(text, words) for text in (self.title, self.fix, self.probe))
        return replace(self, id=f"{self.id}:{subject}", title=title, fix=fix, probe=probe, subject=subject)

    def text(self, name: str) -> str:
        """Return a setting that is text; KeyError when it isn't there."""
        return str(self.settings[name])

    def words(self, name: str) -> tuple[str, ...]:
        """Return a setting that is a list of words (missing: none)."""
        value = self.settings.get(name, ())
        return tuple(str(word) for word in value) if isinstance(value, list | tuple) else ()


def _fill(text: str, words: Mapping[str, str]) -> str:
    for key, value in words.items():
        text = text.replace("{" + key + "}", value)
    return text


@cache
def all_faults() -> tuple[Fault, ...]:
    """Return every fault, in the order of the report."""
    text = files("failshut.drill").joinpath("faults.toml").read_text(encoding="utf-8")
    return tuple(
        Fault(
            raw["id"],
            raw["group"],
            raw["title"],
            raw["kind"],
            raw["fix"],
            raw.get("probe", ""),
            raw.get("otherwise", ""),
            raw.get("with", {}),
        )
        for raw in tomllib.loads(text)["fault"]
    )


def select(names: Sequence[str]) -> tuple[Fault, ...]:
    """Return the faults with these ids or groups (none named: all); raises UsageError."""
    found = all_faults()
    known = {fault.id for fault in found} | set(GROUPS)
    strange = [name for name in names if name not in known]
    if strange:
        groups, ids = ", ".join(GROUPS), ", ".join(fault.id for fault in found)
        raise UsageError(f"no fault or group named {strange[0]!r}. Groups: {groups}. Faults: {ids}.")
    return tuple(fault for fault in found if not names or fault.id in names or fault.group in names)
