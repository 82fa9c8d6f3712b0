"""Fuzz by hand: ``python -m shell.oracle SEED ROUNDS`` prints short texts that differ, and the counts."""

import sys
import tempfile
from pathlib import Path

from failshut.shell import commands
from shell.oracle.fuzz import Totals, rounds, shrink
from shell.oracle.generate import load
from shell.oracle.run import Place


def main(seed: int, count: int) -> None:
    """Run and print."""
    totals = Totals()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder) / "oracle")
        for one in rounds(place, load(), seed, count):
            totals.add(one)
            if one.result.bad():
                print("=" * 40, "missed" if one.result.missed else "never ran")
                text = shrink(place, one)
                script = commands(text)
                print(text)
                print("  bash:", [(row[0].replace(str(place.home), "~"), *row[1:])
                                  for row in place.run(text, one.processes)])  # fmt: skip
                found = [[word.text if word.literal else "?" + word.text for word in each.argv]
                         for each in script.commands]  # fmt: skip
                print("  ours:", found, script.opaque, flush=True)
    print(totals.coverage.table())
    print(totals.line())


main(int(sys.argv[1]), int(sys.argv[2]))
