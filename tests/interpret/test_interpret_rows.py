"""Every recorded row comes out of ``interpret`` as it came out of the real host."""

from __future__ import annotations

from collections import Counter

import pytest

from failshut.interpret import contract
from outcomes import HOSTS, LET_GO, Row, excuse, load, mismatches, predicted

FILES = ("pre-tool", "events")
# The fields and sections of the rows' description that can put a row beyond its fields.
DESCRIBED = ("hook", "fired", "effect", "model_text", "user_text", "switches", "config")
DESCRIBED += ("config rows", "known gaps", "placeholders")
ROWS = [(host, row) for host in HOSTS for rows in FILES for row in load(host, rows)]


@pytest.mark.parametrize(("host", "row"), ROWS, ids=[f"{h}:{r['case']}" for h, r in ROWS])
def test_row(host: str, row: Row) -> None:
    seen = predicted(row)
    wrong = [what for what in mismatches(row, seen) if excuse(row, seen, what) is None]
    assert not wrong, (wrong, seen, row["effect"], row["model_text"])
    assert seen.model_extra == (row.get("model_extra") or [])
    assert seen.cell.removeprefix(f"{host}/") in contract(host).cells


@pytest.mark.parametrize("host", HOSTS)
def test_what_is_let_go_is_counted(host: str) -> None:
    counted: Counter[tuple[str, str, str]] = Counter()
    for other, row in ROWS:
        seen = predicted(row) if other == host else None
        for what in mismatches(row, seen) if seen else ():
            counted[row["file"], str(excuse(row, seen, what)), what] += 1
    entries = [entry for entry in LET_GO[host] if entry["rows"] in FILES]
    assert dict(counted) == {(e["rows"], e["kind"], e["what"]): e["count"] for e in entries}


@pytest.mark.parametrize("host", HOSTS)
def test_every_entry_says_which_field_excludes_its_rows(host: str) -> None:
    for entry in LET_GO[host]:
        field, _, rest = entry["sentence"].partition(":")
        assert field in DESCRIBED and rest.strip() and entry["reason"], entry


@pytest.mark.parametrize(("host", "rows"), [(host, rows) for host in HOSTS for rows in FILES])
def test_few_effects_are_let_go(host: str, rows: str) -> None:
    gone = [e["count"] for e in LET_GO[host] if e["rows"] == rows and e["what"] == "effect"]
    assert sum(gone) <= max(len(load(host, rows)) // 50, 1)


def test_notices_for_the_person_are_those_recorded() -> None:
    checked = 0
    for _, row in ROWS:
        told = row["user_text"]
        if told is None or row["switches"].get("ui") or len(told) >= 400:
            continue
        for line in (predicted(row).user_text or "").splitlines():
            if line.startswith("hook:") and not told.startswith("hook:"):
                continue  # nested and failed calls print no status
            if "<call>" in line:
                continue  # the row doesn't hold the prompt
            assert line in told, (row["case"], line, told)
            checked += 1
    assert checked > 150
