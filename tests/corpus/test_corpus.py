"""Stop what labelled suites say should be stopped, and nothing else; they aren't part of the project."""

import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import corpus  # noqa: E402

SUITES = sorted((ROOT.parent / "shared" / "corpus").glob("*.jsonl"))
FLOORS = {"deny stopped": 0.98, "deny refused": 0.96, "ask stopped": 0.93}
MOST_FALSE = 0.005


@pytest.fixture(scope="module")
def rows() -> dict[str, list[corpus.Row]]:
    if not SUITES:
        pytest.skip("the labelled suites lie beside the project and aren't here")
    return {path.stem: corpus.judged(path) for path in SUITES}


def test_rates(rows: dict[str, list[corpus.Row]], capsys: pytest.CaptureFixture[str]) -> None:
    every = [row for some in rows.values() for row in some]
    with capsys.disabled():
        print()
        for name, some in rows.items():
            print(corpus.line(name, some))
        print(corpus.line("all", every))
    found = corpus.rates([row for row in every if not row.disputed])
    for what, least in FLOORS.items():
        some, of = found[what]
        assert some >= least * of, what
    some, of = found["pass stopped"]
    assert some <= MOST_FALSE * of


def test_every_disagreement_names_a_row_and_a_reason(rows: dict[str, list[corpus.Row]]) -> None:
    known = tomllib.loads(corpus.DISAGREEMENTS.read_text())
    for suite, reasons in known.items():
        names = {row.name for row in rows[suite]}
        for name, reason in reasons.items():
            assert name in names, (suite, name)
            assert len(reason.split()) > 3, (suite, name)
