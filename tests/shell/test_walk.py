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


@pytest.mark.parametrize(
    "text",
    (
        "echo ${ rm -rf /",
        "echo ${ rm -rf /)}",
        "echo ${| rm -rf /",
        "echo ${ cat <<E\n}\nrm -rf /\nE\n}",  # an older bash takes the text for commands
        "echo ${ ls # }\nrm -rf /\n}",
    ),
)
def test_commands_in_braces_that_end_nowhere_or_twice_are_opaque(text: str) -> None:
    assert commands(text).opaque
