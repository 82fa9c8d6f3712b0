"""Agree with shfmt on which simple commands a text holds, and where (bash knows no such answer)."""

import json
import os
import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from failshut.shell.syntax import Unparsable
from shell.oracle import structure
from shell.oracle.generate import load, write

HERE = Path(__file__).parent
KNOWN = tomllib.loads((HERE / "oracle" / "shfmt.toml").read_text())
COUNT = int(os.environ.get("ORACLE_TREES", "700"))

pytestmark = pytest.mark.skipif(not structure.program(), reason="needs shfmt")


def corpus() -> list[str]:
    """Return the texts of every table in this folder."""
    found = []
    for path in sorted(HERE.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            found.append(row if isinstance(row, str) else row["text"])
    return found


def generated() -> list[str]:
    dice, grammar = random.Random(31), load()
    cases = [write(grammar, dice) for _ in range(COUNT)]
    return [case.text for case in cases if not case.used & set(KNOWN["left_out"])]


def differs(text: str, counts: Counter[str]) -> object:
    """Return what the two say where they differ in a way that isn't known."""
    theirs = structure.theirs(text)
    try:
        ours: object = structure.ours(text)
    except Unparsable as error:
        ours = error.why
    if isinstance(theirs, str):
        if isinstance(ours, str):
            counts["both refuse"] += 1
            return None
        known = next((piece for piece in KNOWN["refuses"] if piece in theirs), "")
        counts[known] += 1
        return None if known else (text, theirs, ours)
    counts["read by both"] += theirs == ours
    return None if theirs == ours or text in KNOWN["reads"] else (text, theirs, ours)


@pytest.mark.parametrize("name", ["corpus", "generated"])
def test_agrees_with_shfmt(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {"corpus": corpus, "generated": generated}[name]()
    counts: Counter[str] = Counter()
    texts = [text for text in texts if not any([piece in text for piece in KNOWN["pieces"]])]
    found = [one for text in texts if (one := differs(text, counts)) is not None]
    with capsys.disabled():
        print(f"\n{name}: {len(texts)} texts, {dict(counts)}")
    assert found == []
    assert counts["read by both"] > len(texts) * 0.7
