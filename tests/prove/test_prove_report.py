"""What a proof shows: which agent and wiring ran, what the model read, the verdict and what mends it."""

from __future__ import annotations

import json

import pytest

from failshut.doctor.findings import OPEN, Finding
from failshut.output import tables
from failshut.prove import report
from failshut.prove.report import Proof
from failshut.prove.scenarios import SCENARIOS, Result
from failshut.prove.stage import Trial

REASON = "Failshut refused: this call could not be checked (launcher missing or broken), so it did not run."
COUNT = len(SCENARIOS)
AGAIN = "failshut prove claude-code --scope project"


def proof(*, bad: str = "") -> Proof:
    """Return a proof in which everything went well, but for the scenario ``bad``."""
    found = Proof("claude-code", "2.1.332", "the hook entries of /home/dev/project", AGAIN)
    for one in SCENARIOS:
        request = {"messages": [{"role": "tool", "content": REASON if one.refuses else "HARMLESS"}]}
        trial = Trial(0, 1.0, ("{}", json.dumps(request)), "")
        wrong = "the forbidden call was carried out" if one.id == bad else ""
        read = "To remote.git" if wrong else trial.result()
        found.results.append(Result(one, trial, bool(wrong) or not one.refuses, read, wrong))
    if bad:
        cause = Finding("claude-code", OPEN, "disableAllHooks is true.", "Remove it", "/home/dev/s.json", 3)
        found.causes.append(cause)
    return found


def test_a_proof_reads_by_itself_in_80_columns() -> None:
    shown = tables.text([report.table(proof())], 80)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    head = "Claude Code 2.1.332, the hook entries of /home/dev/project, known behaviour measured on 2.1.332"
    assert " ".join(shown.split()).startswith(head)
    assert (
        lines[-1] == f"Claude Code 2.1.332: ✓ proved, {len(SCENARIOS)} of {len(SCENARIOS)} as it has to be."
    )
    flat = " ".join(shown.split())
    for one in SCENARIOS:
        assert one.title.split()[-1] in flat
    assert flat.count("✓ refused") == sum(one.refuses for one in SCENARIOS)
    assert flat.count("✓ ran") == sum(not one.refuses for one in SCENARIOS)
    assert flat.count("launcher missing or") == flat.count("✓ refused")


def test_what_went_wrong_ends_with_what_mends_it() -> None:
    shown = " ".join(tables.text([report.table(proof(bad="fault/launcher-cut"))], 80).split())
    assert "✗ carried out To remote.git" in shown
    assert "a forced push while the launcher is cut: the forbidden call was carried out" in shown
    assert "Why: /home/dev/s.json:3: disableAllHooks is true. To mend it: Remove it" in shown
    assert shown.endswith(
        f"1 of {len(SCENARIOS)} went wrong. Mend what is named, then try again: `{AGAIN}`"
    )


def test_a_cause_that_nobody_knows_names_the_doctor() -> None:
    found = proof(bad="forbidden")
    found.causes.clear()
    assert "`failshut doctor claude-code`" in tables.text([report.table(found)], 80)


def test_what_stands_at_home_is_never_green() -> None:
    found = proof()
    found.standing = [Finding("claude-code", OPEN, "a person paused the guard", "failshut resume")]
    found.causes = list(found.standing)
    shown = " ".join(tables.text([report.table(found)], 80).split())
    assert not found.green and found.word == "failed" and "✓ proved" not in shown
    assert "a person paused the guard. To mend it: `failshut resume`" in shown


def test_a_part_is_called_a_part() -> None:
    found = proof()
    found.results = found.results[:2]
    assert found.word == "partial" and found.verdict().endswith(
        f"✓ partly proved, 2 of {COUNT} scenarios tried, all as it has to be."
    )


def test_a_failed_case_says_cause_and_repair() -> None:
    failed = [one for one in report.cases([proof(bad="mcp")]) if one.state == "failure"]
    assert [one.name for one in failed] == ["mcp"]
    assert "disableAllHooks is true" in failed[0].detail and "Remove it" in failed[0].detail


def test_nothing_is_cut_inside_a_word() -> None:
    found = proof(bad="forbidden")
    for one in found.results:
        object.__setattr__(one, "read", "word " * 100)
    rows = report.table(found).rows
    assert all(row[2].text.endswith("word …") for row in rows if not isinstance(row, str))


@pytest.mark.parametrize("bad", ["", "mcp"])
def test_evidence_holds_what_was_read(bad: str) -> None:
    told = json.loads(json.dumps(report.as_json([proof(bad=bad)])))["hosts"][0]
    assert told["verdict"] == ("failed" if bad else "proved") and told["again"] == AGAIN
    assert [row["id"] for row in told["scenarios"]] == [one.id for one in SCENARIOS]
    for row in told["scenarios"]:
        assert row["model_read"], row
