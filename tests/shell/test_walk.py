"""Follow texts as the table says: ``?`` before a word = it stays unknown."""

import json
from pathlib import Path

import pytest

from failshut.shell import commands

ROWS = [json.loads(line) for line in (Path(__file__).parent / "walks.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row["text"] for row in ROWS])
def test_runs(row: dict) -> None:
    script = commands(row["text"])
    found = [
        [word.text if word.literal else "?" + word.text for word in one.argv] for one in script.commands
    ]
    assert script.opaque == ""
    assert [words for words in found if words[0] != ":"] == row["runs"]
