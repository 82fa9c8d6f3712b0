"""Carry what a host module needs to judge one action, and build its outcome from a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from failshut.interpret.contracts import Contract
from failshut.interpret.types import Outcome, Run


@dataclass(frozen=True, slots=True)
class Scene:
    """One action before its host: the runs that count are in config order."""

    contract: Contract
    table: str
    event: str
    runs: tuple[Run, ...]
    later: tuple[Run, ...]  # runs of hooks of other events that were configured beside them
    tool: str
    switches: Mapping[str, object]
    call_text: str
    version: str | None

    def outcome(
        self,
        name: str,
        *,
        extra: Sequence[str] = (),
        user: str | None = None,
        effect: str | None = None,
        model: str | None = None,
        **words: str,
    ) -> Outcome:
        """Build the outcome that the cell describes; ``words`` fill its templates.

        ``model`` replaces the cell's text (already cut by a limit); ``user`` adds a line.
        """
        cell = self.contract.cell(f"{self.table}/{name}")
        if cell.effect is None:
            raise ValueError(f"cell {cell.id} has no effect")
        text = model if model is not None else fill(cell.model, words)
        seen = "\n".join(part for part in (user, fill(cell.user, words)) if part) or None
        evidence = cell.evidence
        if self.version is not None and self.version != cell.version and evidence == "measured":
            evidence = "reported"  # measured, but on another version than the one asked about
        return Outcome(effect or cell.effect, text, seen, cell.id, evidence, tuple(extra))

    def say(self, name: str, **words: str) -> str:
        """Return the model's text of a cell, filled."""
        return fill(self.contract.cell(f"{self.table}/{name}").model, words) or ""

    def note(self, name: str, **words: str) -> str | None:
        """Return the person's text of a cell, filled."""
        return fill(self.contract.cell(f"{self.table}/{name}").user, words)

    def phrase(self, name: str) -> str:
        return self.contract.phrase(f"{self.table}/{name}")

    def number(self, name: str) -> int:
        return self.contract.number(f"{self.table}/{name}")

    def words(self, name: str) -> tuple[str, ...]:
        return self.contract.words(f"{self.table}/{name}")

    def lookup(self, name: str) -> Mapping[str, object]:
        return self.contract.table(f"{self.table}/{name}")

    def flags(self) -> tuple[str, ...] | None:
        """Return the host's command line as far as the switches tell it, or None."""
        raw = self.switches.get("flags", self.switches.get("args"))
        return tuple(str(flag) for flag in raw) if isinstance(raw, list | tuple) else None

    @property
    def interactive(self) -> bool:
        return self.switches.get("ui") == "interactive"


def fill(template: str | None, words: Mapping[str, str]) -> str | None:
    """Put the words into a template; braces inside a word are left alone."""
    return None if template is None else template.format_map(words)
