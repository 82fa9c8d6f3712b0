"""Show what was proved, and write it down as evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from failshut.doctor.findings import Finding
from failshut.interpret.contracts import contract
from failshut.output import junit
from failshut.output.tables import BAD, GOOD, WARN, Cell, Table
from failshut.prove.scenarios import Result

MOST = 2000
"""Characters of a request that evidence keeps."""


@dataclass
class Proof:
    """What was seen of one host: ``unproved`` says why nothing could be (then there are no results)."""

    host: str
    version: str = ""
    wiring: str = ""
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

    def verdict(self) -> str:
        """Return the line that says it all."""
        if self.unproved:
            return f"{self.title}: not proved. {self.unproved}"
        bad = [one for one in self.results if one.problem]
        if bad:
            return f"{self.title}: ✗ {len(bad)} of {len(self.results)} went wrong"
        return f"{self.title}: ✓ proved, {len(self.results)} of {len(self.results)} ({self.wiring})"


def table(proof: Proof) -> Table:
    """Return one host's table."""
    found = Table(proof.verdict(), ("tried", "carried out", "the model reads", "seconds"))
    for one in proof.results:
        wanted = one.scenario.refuses
        ran = "yes" if one.done else "no"
        kind = GOOD if one.done != wanted else BAD
        first = one.read.splitlines()[0] if one.read else ""
        reads = Cell(_short(first) if wanted else "its result", GOOD if not one.problem else BAD)
        if wanted and not first and not one.problem:
            reads = Cell("the host's own refusal", WARN)
        if one.problem:
            reads = Cell(_short(one.problem), BAD)
        seconds = Cell(f"{one.trial.seconds:.1f}")
        found.rows.append((Cell(one.scenario.title), Cell(ran, kind), reads, seconds))
    found.notes += [*proof.notes, *(_cause(one) for one in proof.causes)]
    return found


def _cause(one: Finding) -> str:
    place = f"{one.place}: " if one.place else ""
    return f"Why: {place}{one.problem.rstrip('.')}. To mend it: {one.fix}"


def _short(text: str) -> str:
    at = text.find("Failshut")
    text = text[at:] if at > 0 else text
    return text if len(text) <= 100 else text[:99] + "…"


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
