"""Show what was proved, and write it down as evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from failshut.doctor.findings import Finding
from failshut.interpret.contracts import contract
from failshut.output import junit
from failshut.output.tables import BAD, GOOD, Cell, Table
from failshut.prove.scenarios import ANSWERED, Result

MOST = 2000
"""Characters of a request that evidence keeps."""
SHOWN = 200
"""Characters of what the model read that a table shows."""
MILD = 60
"""Characters of it where nothing is to be read of the guard."""


@dataclass
class Proof:
    """What was seen of one host: ``unproved`` says why nothing could be (then there are no results)."""

    host: str
    version: str = ""
    wiring: str = ""
    again: str = "failshut prove"
    """The command that tries the same anew."""
    unproved: str = ""
    results: list[Result] = field(default_factory=list)
    causes: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def green(self) -> bool:
        """Say whether everything went as it has to."""
        return bool(self.results) and not any(one.problem for one in self.results)

    @property
    def title(self) -> str:
        """Return the host's name and the version that ran."""
        return f"{contract(self.host).title} {self.version}".strip()

    @property
    def head(self) -> str:
        """Return the line that says what ran."""
        known = contract(self.host).version
        return f"{self.title}, {self.wiring}, contract {known or 'without a version'}"

    def verdict(self) -> str:
        """Return the line that says it all."""
        if self.unproved:
            return f"{self.title}: not proved. {self.unproved}"
        bad, count = [one for one in self.results if one.problem], len(self.results)
        if bad:
            return f"{self.title}: ✗ {len(bad)} of {count} went wrong."
        return f"{self.title}: ✓ proved, {count} of {count} as it has to be."


def table(proof: Proof) -> Table:
    """Return one host's table."""
    found = Table(proof.head, ("tried", "outcome", "what the model read"))
    group = ""
    for one in proof.results:
        if one.scenario.group != group:
            group = one.scenario.group
            found.rows.append(group)
        found.rows.append((Cell(one.scenario.title), _outcome(one), _reads(one)))
    found.notes += proof.notes
    if proof.green or proof.unproved:
        found.notes.append(proof.verdict())
        return found
    found.notes += [f"{one.scenario.label}: {one.problem}" for one in proof.results if one.problem]
    found.notes += [_cause(one) for one in proof.causes]
    if not proof.causes:
        found.notes.append(f"No file that decides about hooks says why: `failshut doctor {proof.host}`.")
    found.notes.append(f"{proof.verdict()} Mend what is named, then try again: `{proof.again}`")
    return found


def _outcome(one: Result) -> Cell:
    """Say what became of the call."""
    kind = BAD if one.problem else GOOD
    if len(one.trial.requests) < ANSWERED:
        return Cell("nothing seen", BAD)
    if one.scenario.refuses:
        return Cell("carried out" if one.done else "refused", kind)
    return Cell("ran" if one.done else "didn't run", kind)


def _reads(one: Result) -> Cell:
    """Return what the model read, of ours where there is something."""
    text = " ".join(one.read.split())
    if not one.scenario.refuses and "Failshut" not in text:
        text = f"nothing of the guard's: {text[:MILD]}" if text else "nothing of the guard's"
    return Cell(_short(text) or "nothing")


def _cause(one: Finding) -> str:
    place = f"{one.place}: " if one.place else ""
    return f"Why: {place}{one.problem.rstrip('.')}. To mend it: {one.fix}"


def _short(text: str) -> str:
    at = text.find("Failshut refused")
    text = text[at:] if at > 0 else text
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def cases(proofs: Sequence[Proof]) -> list[junit.Case]:
    """Return what was tried as test cases."""
    found = []
    for proof in proofs:
        if proof.unproved:
            found.append(junit.Case(proof.host, "proved", junit.SKIPPED, proof.unproved))
        for one in proof.results:
            state = junit.FAILED if one.problem else junit.PASSED
            found.append(
                junit.Case(
                    proof.host, one.scenario.id, state, one.problem, one.read, seconds=one.trial.seconds
                )
            )
    return found


def as_json(proofs: Sequence[Proof]) -> dict[str, object]:
    """Return everything as a JSON object, each host's part with a hash of its evidence."""
    return {"version": 1, "hosts": [_evidence(proof) for proof in proofs]}


def _evidence(proof: Proof) -> dict[str, object]:
    held: dict[str, object] = {
        "host": proof.host,
        "agent_version": proof.version,
        "contract_version": contract(proof.host).version,
        "wiring": proof.wiring,
        "verdict": "proved" if proof.green else "not proved" if proof.unproved else "failed",
        "why": proof.unproved,
        "again": proof.again,
        "notes": proof.notes,
        "causes": [{"problem": one.problem, "fix": one.fix, "path": one.path, "line": one.line}
                   for one in proof.causes],
        "scenarios": [_row(one) for one in proof.results],
    }  # fmt: skip
    text = json.dumps(held, sort_keys=True, ensure_ascii=True)
    return held | {"sha256": hashlib.sha256(text.encode()).hexdigest()}


def _row(one: Result) -> dict[str, object]:
    return {
        "id": one.scenario.id,
        "title": one.scenario.title,
        "must": "refuse" if one.scenario.refuses else "run",
        "carried_out": one.done,
        "model_read": one.read,
        "requests": len(one.trial.requests),
        "request": one.trial.told()[-MOST:] if one.problem else "",
        "exit": one.trial.exit,
        "seconds": round(one.trial.seconds, 3),
        "problem": one.problem,
    }
