"""Write, run and compare many texts; make a text that shows a difference short."""

import random
import re
import time
from collections.abc import Iterator

from failshut.shell import commands
from shell.oracle.compare import Result, compare
from shell.oracle.coverage import Coverage
from shell.oracle.generate import Case, Grammar, write
from shell.oracle.run import Place

PROCESSES = 0.3  # of the texts whose stand-ins are processes even where a function would do


class Round:
    """Hold one text, what bash ran, and how it compares."""

    def __init__(self, case: Case, processes: bool, rows: list[tuple[str, ...]], result: Result) -> None:
        self.case = case
        self.processes = processes
        self.rows = rows
        self.result = result


class Totals:
    """Add up what many rounds show."""

    def __init__(self) -> None:
        self.coverage = Coverage()
        self.texts = self.calls = self.exact = self.blind = self.siblings = self.strict = 0
        self.opaque = self.lost = self.unplaced = 0
        self.bad: list[Round] = []
        self.start = time.perf_counter()

    def add(self, one: Round) -> None:
        """Count one round."""
        result = one.result
        self.coverage.add(one.case, one.rows)
        self.texts += 1
        self.calls += result.rows
        self.exact += result.exact
        self.blind += result.blind
        self.siblings += result.siblings
        self.strict += one.case.strict
        self.opaque += result.opaque
        self.lost += result.lost
        self.unplaced += result.unplaced
        if result.bad():
            self.bad.append(one)

    def line(self) -> str:
        """Return the figures in words."""
        took = time.perf_counter() - self.start
        known = (
            f"{self.lost} calls behind an opaque place, {self.siblings} values of other ways,"
            f" {self.unplaced} texts without folders"
        )
        return (
            f"{self.texts} texts ({self.strict} strict, {self.opaque} opaque) in {took:.0f} s:"
            f" {self.calls} calls, {self.exact} known to the last character,"
            f" {self.blind} by an unknown program; {len(self.bad)} texts differ; known: {known}"
        )


def rounds(place: Place, grammar: Grammar, seed: int, count: int) -> Iterator[Round]:
    """Write, run and compare texts."""
    dice = random.Random(seed)
    for _ in range(count):
        case = write(grammar, dice)
        processes = dice.random() < PROCESSES
        rows = place.run(case.text, processes)
        result = compare(case, commands(case.text), rows, str(place.home))
        if result.bad():  # once more: what a moment decided isn't ours
            rows = place.run(case.text, processes)
            result = compare(case, commands(case.text), rows, str(place.home))
        yield Round(case, processes, rows, result)


def shrink(place: Place, one: Round) -> str:
    """Return a shorter text that shows the same kind of difference."""

    def bad(text: str) -> bool:
        case = Case()
        case.text, case.strict, case.used = text, one.case.strict, one.case.used
        script = commands(text)
        if bool(script.opaque) != one.result.opaque:
            return False  # cut amid something, which is another difference
        found = compare(case, script, place.run(text, one.processes), str(place.home))
        return bool(found.missed) if one.result.missed else bool(found.wrong)

    text = one.case.text
    for pattern in ("(\n)", "( |;|&&|\\|\\|)"):
        pieces, at = re.split(pattern, text), 0
        while at < len(pieces):
            less = pieces[:at] + pieces[at + 1 :]
            if bad("".join(less)):
                pieces = less
            else:
                at += 1
        text = "".join(pieces)
    return text
