"""Read how scripts end, and compare with what they do when they run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from failshut.lint.answers import HOLE, Answer
from failshut.lint.document import Document
from failshut.lint.script import Text

HERE = Path(__file__).parent
LANGUAGES = {"shell": "sh", "python": "python", "javascript": "javascript"}
PROGRAMS = {"sh": ("bash", ".sh"), "python": (sys.executable, ".py"), "javascript": ("node", ".js")}
ROWS = [
    pytest.param(LANGUAGES[name], row, id=f"{name}: {row['name']}")
    for name in LANGUAGES
    for row in map(json.loads, (HERE / f"{name}.jsonl").read_text("utf-8").splitlines())
]


def read(text: str, language: str) -> tuple[Answer, ...]:
    return Text(Document("hook", text), text, language).answers


@pytest.mark.parametrize(("language", "row"), ROWS)
def test_the_ways_to_end_are_read(language: str, row: dict) -> None:
    found = [
        {"exit": one.exit, "stdout": one.stdout, "stderr": one.stderr, "why": one.why}
        for one in read(row["text"], language)
    ]
    left = iter(found)
    for wanted in row["answers"]:
        assert any(wanted.items() <= one.items() for one in left), (wanted, found)


@pytest.mark.parametrize(("language", "row"), [one for one in ROWS if "payload" in one.values[1]])
def test_what_runs_is_one_of_the_ways(language: str, row: dict, tmp_path: Path) -> None:
    program, ending = PROGRAMS[language]
    if shutil.which(program) is None or ("jq" in row["text"] and shutil.which("jq") is None):
        pytest.skip("its programs aren't here")
    script = tmp_path / f"hook{ending}"
    script.write_text(row["text"], "utf-8")
    ran = subprocess.run(
        [program, str(script)],
        input=row["payload"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=20,
    )
    found = read(row["text"], language)
    assert any(
        one.exit in (None, ran.returncode) and fits(one.stdout, ran.stdout) and fits(one.stderr, ran.stderr)
        for one in found
    ), (ran, found)


def fits(read: str, real: str) -> bool:
    """Say whether a printed text is what was read, with anything in place of a hole."""
    try:
        read, real = (json.dumps(json.loads(one), ensure_ascii=False) for one in (read, real))
    except ValueError:
        pass
    return re.fullmatch(".*".join(map(re.escape, read.split(HOLE))), real, re.S) is not None


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_any_text_is_read(language: str) -> None:
    for name in LANGUAGES:
        for row in map(json.loads, (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()):
            text = row["text"]
            for cut in range(0, len(text), 17):
                read(text[:cut], language)
                read(text[cut:], language)
                read(text[:cut] + "'\"`$({\\" + text[cut:], language)
