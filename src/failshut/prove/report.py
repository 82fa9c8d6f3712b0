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
from failshut.prove.scenarios import ANSWERED, IDS, Result

NEEDED = {one for one in IDS if one in ("forbidden", "harmless") or one.startswith("fault/")}
"""Scenarios without which nothing is called proved."""
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
    unwired: str = ""
    """Why the home isn't guarded, whatever a fresh hook entry does ("" = it is, or that wasn't asked)."""
    standing: list[Finding] = field(default_factory=list)
    """What of the person's own files keeps the guard off, or refuses everything: never green."""
    results: list[Result] = field(default_factory=list)
    causes: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def bad(self) -> list[Result]:
        """Return what went wrong."""
        return [one for one in self.results if one.problem]

    @property
    def green(self) -> bool:
        """Say whether everything went as it has to, in a home that is guarded."""
        return bool(self.results) and not (self.bad or self.standing or self.unwired)

    @property
    def looked(self) -> bool:
        """Say whether anything was found out."""
        return bool(self.results or self.standing)

    @property
    def whole(self) -> bool:
        """Say whether what a proof needs was tried: what is forbidden, what is harmless, every fault."""
        return {one.scenario.id for one in self.results}.issuperset(NEEDED)

    @property
    def word(self) -> str:
        """Return the verdict in a word or two, as evidence holds it."""
        if not self.looked:
            return "not proved"
        if self.unwired:
            return "not guarded"
        return "failed" if not self.green else "proved" if self.whole else "partial"

    @property
    def title(self) -> str:
        """Return the host's name and the version that ran."""
        return f"{contract(self.host).title} {self.version}".strip()

    @property
    def head(self) -> str:
        """Return the line that says what ran."""
        known = contract(self.host).version
        measured = f", known behaviour measured on {known}" if known else ""
        head = f"{self.title}, {self.wiring}{measured}"
        return f"NOT GUARDED: {self.unwired} What follows is {head}" if self.unwired else head

    def verdict(self) -> str:
        """Return the line that says it all."""
        if not self.looked:
            return f"{self.title}: not proved. {self.unproved}"
        bad, count = len(self.bad), len(self.results)
        went = f"{bad} of {count} went wrong" if bad else f"{count} of {count} as it has to be"
        if self.unwired:
            held = f"Fresh hook entries fail, too: {went}." if bad else f"Fresh hook entries hold ({went})."
            return f"{self.title}: ✗ NOT GUARDED. {held} {self.unwired}"
        if self.standing:
            more = f"with a copy of your files {went}" if count else "so nothing was run"
            return f"{self.title}: ✗ not proved: what is named above keeps the guard from holding ({more})."
        if bad:
            return f"{self.title}: ✗ {went}."
        if not self.whole:
            tried = f"{count} of {len(IDS)} scenarios tried, all as it has to be"
            return f"{self.title}: ✓ partly proved, {tried}."
        tried = "" if count == len(IDS) else f" ({len(IDS)} there are)"
        return f"{self.title}: ✓ proved, {went}{tried}."


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
    if proof.green or not proof.looked:
        found.notes.append(proof.verdict())
        return found
    found.notes += [f"{one.scenario.label}: {one.problem}" for one in proof.results if one.problem]
    found.notes += [_cause(one) for one in proof.causes]
    if proof.bad and not proof.causes:
        found.notes.append(f"No file that decides about hooks says why: `failshut doctor {proof.host}`.")
    mend = "Then try again" if proof.unwired else "Mend what is named, then try again"
    found.notes.append(f"{proof.verdict()} {mend}: `{proof.again}`")
    return found


def _outcome(one: Result) -> Cell:
    """Say what became of the call."""
    kind = BAD if one.problem else GOOD
    if len(one.trial.requests) < ANSWERED:
        return Cell("nothing seen", BAD)
    if one.scenario.refuses:
        if one.done:
            return Cell("carried out", kind)
        return Cell("not carried out" if one.problem and "Failshut" not in one.read else "refused", kind)
    return Cell("ran" if one.done else "didn't run", kind)


def _reads(one: Result) -> Cell:
    """Return what the model read, of ours where there is something."""
    text = " ".join(one.read.split())
    if not one.scenario.refuses and "Failshut" not in text:
        text = f"no word from Failshut, but: {_cut(text, MILD)}" if text else "no word from Failshut"
    return Cell(_short(text) or "nothing")


def _cause(one: Finding) -> str:
    place = f"{one.place}: " if one.place else ""
    fix = f"`{one.fix}`" if one.fix.startswith("failshut ") else one.fix
    return f"Why: {place}{one.problem.rstrip('.')}. To mend it: {fix}"


def _short(text: str) -> str:
    at = text.find("Failshut refused")
    text = text[at:] if at > 0 else text
    return _cut(text, SHOWN)


def _cut(text: str, most: int) -> str:
    """Return a text of at most so many characters, cut between words."""
    if len(text) <= most:
        return text
    return (text[: most - 1].rpartition(" ")[0] or text[: most - 2]) + " …"


def cases(proofs: Sequence[Proof]) -> list[junit.Case]:
    """Return what was tried as test cases; one that failed says the cause and what mends it."""
    found = []
    for proof in proofs:
        why = "\n".join([proof.unwired] * bool(proof.unwired) + [_cause(one) for one in proof.causes])
        if not proof.looked:
            found.append(junit.Case(proof.host, "proved", junit.SKIPPED, proof.unproved))
        elif proof.standing or proof.unwired:
            found.append(junit.Case(proof.host, "guarded", junit.FAILED, proof.verdict(), why))
        for one in proof.results:
            state = junit.FAILED if one.problem else junit.PASSED
            detail = f"{one.read}\n{why}".strip() if one.problem else one.read
            seconds = one.trial.seconds
            found.append(
                junit.Case(proof.host, one.scenario.id, state, one.problem, detail, seconds=seconds)
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
        "verdict": proof.word,
        "why": proof.unproved or proof.unwired,
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
