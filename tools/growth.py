"""Measure how long texts of growing size take to read, and draw it: ``make growth``.

Prints milliseconds by kilobytes (best of five, one process) and writes ``docs/growth.svg``.
Texts are those of ``tests/shell/stress.py``; asserts nothing.
"""

import sys
import time
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "shell"))

from stress import GROWING, HOSTILE, KB  # noqa: E402

from failshut.shell import commands  # noqa: E402

SIZES = (1, 2, 4, 8, 16, 32, 63)
DRAWN = ("plain commands", "if that sets", "case arms", "here-documents", "bash -c", "set --",
         "for over a list", "comments")  # fmt: skip


def milliseconds(text: str) -> float:
    """Return the best of five readings."""
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        commands(text)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def draw(rows: dict[str, list[float]]) -> None:
    """Draw the rows, both axes by powers of two."""
    mpl.rcParams["svg.hashsalt"] = "failshut"
    figure, axes = pyplot.subplots(figsize=(8, 5))
    for name in DRAWN:
        axes.plot(SIZES, rows[name], marker="o", markersize=3, linewidth=1, label=name)
    axes.axhline(100, color="grey", linewidth=1, linestyle="dashed")
    axes.set(xscale="log", yscale="log", xlabel="KB of text", ylabel="milliseconds")
    axes.set_xticks(SIZES, [str(size) for size in SIZES])
    axes.minorticks_off()
    axes.legend(fontsize=8, frameon=False)
    figure.savefig(ROOT / "docs" / "growth.svg", metadata={"Date": None}, bbox_inches="tight")


def main() -> None:
    """Print both tables and write the drawing."""
    rows = {}
    print(f"{'KB':>32}" + "".join(f"{size:>8}" for size in SIZES))
    for name, text in GROWING.items():
        rows[name] = [milliseconds(text(size * KB)) for size in SIZES]
        print(f"{name:>32}" + "".join(f"{one:8.2f}" for one in rows[name]))
    print()
    for name, whole in HOSTILE.items():
        print(f"{name:>32}{milliseconds(whole):8.1f}")
    draw(rows)


if __name__ == "__main__":
    main()
