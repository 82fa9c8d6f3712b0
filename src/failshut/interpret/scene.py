"""Carry what a host module needs to judge one action, and build its outcome from a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from failshut.interpret.contracts import Cell, Contract
from failshut.interpret.types import Outcome, Run

UNKNOWN = "<call>"
"""Stands in a predicted text for the call that the host repeats and nobody told."""


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
        cell = self._cell(name)
        if cell.effect is None:
            raise ValueError(f"cell {cell.id} has no effect")
        text = model if model is not None else fill(cell.model, words)
        seen = "\n".join(part for part in (user, fill(cell.user, words)) if part) or None
        evidence, note = proof(cell, self.version)
        return Outcome(
            effect or cell.effect,
            text,
            seen,
            cell.id,
            evidence,
            tuple(extra),
            note,
            cell.version,
            cell.date,
            cell.source,
        )

    def say(self, name: str, **words: str) -> str:
        """Return the model's text of a cell, filled."""
        return fill(self._cell(name).model, words) or ""

    def note(self, name: str, **words: str) -> str | None:
        """Return the person's text of a cell, filled."""
        return fill(self._cell(name).user, words)

    def _name(self, name: str) -> str:
        """Return the cell's whole name; one with a slash is another table's, as it stands."""
        return name if "/" in name else f"{self.table}/{name}"

    def _cell(self, name: str) -> Cell:
        return self.contract.cell(self._name(name), self.version)

    def has(self, name: str) -> bool:
        """Say whether the contract has such a cell."""
        return self.contract.has(self._name(name))

    def phrase(self, name: str) -> str:
        return self.contract.phrase(self._name(name), self.version)

    def number(self, name: str) -> int:
        return self.contract.number(self._name(name), self.version)

    def words(self, name: str) -> tuple[str, ...]:
        return self.contract.words(self._name(name), self.version)

    def lookup(self, name: str) -> Mapping[str, object]:
        return self.contract.table(self._name(name), self.version)

    def flags(self) -> tuple[str, ...] | None:
        """Return the host's command line as far as the switches tell it, or None."""
        raw = self.switches.get("flags", self.switches.get("args"))
        return tuple(str(flag) for flag in raw) if isinstance(raw, list | tuple) else None

    @property
    def call(self) -> str:
        """Return the call or prompt that the host repeats; a placeholder when nobody told it."""
        return self.call_text or UNKNOWN

    @property
    def interactive(self) -> bool:
        return self.switches.get("ui") == "interactive"


def proof(cell: Cell, version: str | None) -> tuple[str, str]:
    """Return the evidence behind a cell for the version that was asked about, and a note."""
    if version in (None, cell.version) or "@" in cell.id:
        return cell.evidence, ""
    return "assumed", f"{version}: not measured, assumed as {cell.version} ({cell.evidence})"


def fill(template: str | None, words: Mapping[str, str]) -> str | None:
    """Put the words into a template; braces inside a word are left alone."""
    return None if template is None else template.format_map(words)
