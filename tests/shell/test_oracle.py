"""Let bash run random texts of every construct: miss nothing that it runs, and find planted bugs.

``ORACLE_ROUNDS`` and ``ORACLE_SEED`` choose how many and which; ``python -m shell.oracle SEED ROUNDS``
prints short texts that differ.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from failshut.shell import commands
from shell.oracle.compare import KNOWN, compare
from shell.oracle.coverage import HARD
from shell.oracle.fuzz import Round, Totals, rounds
from shell.oracle.generate import load
from shell.oracle.planted import PLANTED, planted
from shell.oracle.run import Place

SEED = int(os.environ.get("ORACLE_SEED", "7"))
ROUNDS = int(os.environ.get("ORACLE_ROUNDS", "5000"))
LONG = int(os.environ.get("ORACLE_LONG_ROUNDS", "100000"))
SHARE = 10000  # texts of one seed when there are many
WITHIN = 3000  # texts in which a planted bug shows

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")


class Ran:
    """Hold a run's totals and its first texts."""

    def __init__(self, place: Place, count: int) -> None:
        self.totals, self.first, self.home = Totals(), list[Round](), str(place.home)
        for one in rounds(place, load(), SEED, count):
            self.totals.add(one)
            if len(self.first) < WITHIN:
                self.first.append(one)


def tell(totals: Totals, capsys: pytest.CaptureFixture[str]) -> None:
    """Print the figures of a run past pytest."""
    with capsys.disabled():
        print(f"\nseed {SEED}: {totals.line()}\nwritten     ran\n{totals.coverage.table()}")


def differences(totals: Totals) -> list[tuple[str, object]]:
    """Return what differs, in a form that a failed test shows whole."""
    return [(one.case.text, one.result.missed or one.result.wrong) for one in totals.bad]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ran]:
    yield Ran(Place(tmp_path_factory.mktemp("oracle") / "place"), ROUNDS)


def test_misses_nothing_that_bash_runs(ran: Ran, capsys: pytest.CaptureFixture[str]) -> None:
    tell(ran.totals, capsys)
    assert differences(ran.totals) == []
    assert ran.totals.calls > ran.totals.texts


def test_most_calls_are_known_to_the_last_character(ran: Ran) -> None:
    totals = ran.totals
    assert totals.exact > totals.calls // 4  # a few texts loop thousands of times
    assert totals.blind < totals.calls // 100
    assert totals.lost < totals.calls // 20


def test_every_production_was_written_and_ran(ran: Ran) -> None:
    if ROUNDS >= 5000:
        assert ran.totals.coverage.missing(load()) == []


@pytest.mark.parametrize("construct", HARD)
def test_hard_constructs_ran(ran: Ran, construct: str) -> None:
    coverage = ran.totals.coverage
    assert HARD[construct] and all([coverage.ran[one] for one in HARD[construct]])


def test_known_classes_say_why() -> None:
    grammar = load()
    for one in KNOWN:
        assert len(one["why"]) > 40 and one["kind"] in ("opaque", "folder", "values")
        for ident in one["productions"]:
            section, _, name = ident.partition("/")
            assert section == "text" or name in grammar[section]


@pytest.mark.parametrize("bug", PLANTED)
def test_planted_bugs_are_found(ran: Ran, bug: str, capsys: pytest.CaptureFixture[str]) -> None:
    with planted(bug):
        numbers = (
            number
            for number, one in enumerate(ran.first, 1)
            if compare(one.case, commands(one.case.text), one.rows, ran.home).bad()
        )
        found = next(numbers, 0)
    assert found, f"not found in {len(ran.first)} texts: the grammar has a hole"
    with capsys.disabled():
        print(f"{bug}: found after {found} texts")


def share(seed: int, count: int) -> tuple[str, list[tuple[str, object]]]:
    """Run one share of the many texts; returns the figures and what differs.

    The folder's name has no dash: what the environment's own paths hold of an IFS is out of our sight.
    """
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        for one in rounds(Place(Path(folder) / "oracle"), load(), seed, count):
            totals.add(one)
    return totals.line(), differences(totals)


@pytest.mark.long
def test_misses_nothing_in_many_texts(capsys: pytest.CaptureFixture[str]) -> None:
    count = min(SHARE, LONG)
    seeds = range(SEED + 1, SEED + 1 + LONG // count)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(share, seeds, [count] * len(seeds)))
    with capsys.disabled():
        for seed, (line, _) in zip(seeds, found, strict=True):
            print(f"\nseed {seed}: {line}", end="")
    assert [row for _, rows in found for row in rows] == []
