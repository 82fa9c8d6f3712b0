"""Show what the doctor found: one line for each host, and below it each finding with what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from failshut.doctor import sandbox
from failshut.doctor.findings import ABSENT, OBSERVING, OPEN, SHUT, STUCK, UNPROVED, Finding, State

SIGNS = {SHUT: "shut ✓", OPEN: "open ✗", STUCK: "stuck ✗", OBSERVING: "observing", UNPROVED: "unproved",
         ABSENT: "not seen"}  # fmt: skip
MEANS = {
    SHUT: "wired, loaded, and seen refusing",
    OPEN: "calls go through unguarded",
    STUCK: "the guard refuses every call",
    OBSERVING: "a trusted policy only records what it would refuse",
    UNPROVED: "it should be shut, but no trial or measurement shows it here",
    ABSENT: "neither its folder nor its program is here",
}


def lines(states: Sequence[State], everything: bool) -> Iterator[str]:
    """Yield the report; ``everything`` False leaves notes of hosts that are shut out."""
    width = max(len(one.title) for one in states)
    for state in states:
        told = f" {state.version}" if state.version else ""
        where = f" · {' and '.join(state.scopes)}" if state.scopes else ""
        yield f"{state.title:{width}}  {SIGNS[state.word]:9}  {MEANS[state.word]}{where}{told}"
        for finding in state.findings:
            if everything or finding.weight != "note" or state.word in (OPEN, STUCK):
                yield (
                    f"    {finding.weight}: "
                    + (f"{finding.place}: " if finding.place else "")
                    + finding.problem
                )
                yield f"      → {fix(finding)}"
        if everything and state.sandbox is not None:
            yield f"    sandbox: {state.sandbox.sentence}"
            if state.sandbox.fix:
                yield f"      → {state.sandbox.fix}"


def fix(finding: Finding) -> str:
    """Return what mends a finding; a command stands in backticks."""
    return f"`{finding.fix}`" if finding.fix.startswith(("failshut ", "chmod ")) else finding.fix


def as_json(states: Sequence[State], home: str, root: str) -> dict[str, object]:
    """Return the report as a JSON object."""
    return {
        "version": 1,
        "home": home,
        "root": root,
        "hosts": [
            {
                "host": state.host,
                "state": state.word,
                "version": state.version,
                "scopes": list(state.scopes),
                "sandbox": None if state.sandbox is None else sandbox.as_object(state.sandbox),
                "findings": [
                    {
                        "weight": one.weight, "problem": one.problem, "fix": one.fix, "path": one.path,
                        "line": one.line, "cell": one.cell, "evidence": one.evidence,
                    }
                    for one in state.findings
                ],
            }
            for state in states
        ],
    }  # fmt: skip
