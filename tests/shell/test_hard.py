"""Read the hard texts exactly, and miss nothing of what real bash runs of them.

``?`` before a word = it stays unknown; ``opaque`` = why a text can't be read to its end.
"""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from failshut.shell import commands

ROWS = [json.loads(line) for line in (Path(__file__).parent / "hard.jsonl").read_text().splitlines()]
IDS = [ascii(row["text"]) for row in ROWS]
STUBS = ("rm", "p", "q", "git", "ssh")
TOOLS = ("env", "xargs", "find", "cat", "bash", "sh", "timeout", "nohup", "nice", "sleep")
STUB = '#!/bin/sh\nprintf \'%s\\0\' "${{0##*/}}" "$@" >"{log}/$$"\n'


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_commands(row: dict) -> None:
    script = commands(row["text"])
    found = [
        [word.text if word.literal else "?" + word.text for word in one.argv] for one in script.commands
    ]
    assert [words for words in found if words[0] != ":"] == row["runs"]
    assert script.opaque == row.get("opaque", "")


def covers(words: list[str], ran: list[str]) -> bool:
    """Tell whether a command may be what ran: an unknown word stands for any number of words."""
    if not words:
        return not ran
    if words[0].startswith("?"):
        return any(covers(words[1:], ran[at:]) for at in range(len(ran) + 1))
    return bool(ran) and words[0] == ran[0] and covers(words[1:], ran[1:])


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with stubs that note how they are called, and nothing that could do harm."""
    folder = tmp_path_factory.mktemp("hard")
    for name in ("bin", "log", "work/sub"):
        (folder / name).mkdir(parents=True)
    for name in STUBS:
        (folder / "bin" / name).write_text(STUB.format(log=folder / "log"))
        (folder / "bin" / name).chmod(0o755)
    for name in TOOLS:
        (folder / "bin" / name).symlink_to(shutil.which(name) or "/bin/false")
    return folder


def logged(text: str, desk: Path) -> list[list[str]]:
    """Return the words of every stub that bash starts for a text."""
    for one in (desk / "log").iterdir():
        one.unlink()
    subprocess.run(
        [shutil.which("bash") or "bash", "-c", text],
        cwd=desk / "work", env={"PATH": str(desk / "bin"), "HOME": str(desk)},
        stdin=subprocess.DEVNULL, capture_output=True, timeout=20,
    )  # fmt: skip
    return sorted(one.read_bytes().decode().split("\0")[:-1] for one in (desk / "log").iterdir())


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize("row", [row for row in ROWS if "\0" not in row["text"]], ids=ascii)
def test_bash_runs_nothing_else(row: dict, desk: Path) -> None:
    for ran in logged(row["text"], desk):
        assert any(covers(words, ran) for words in row["runs"]), ran


def test_the_stubs_are_what_bash_finds(desk: Path) -> None:
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-c", "type -P rm git p"],
        env={"PATH": str(desk / "bin")}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.split() == [str(desk / "bin" / name) for name in ("rm", "git", "p")]
    assert logged("rm -rf 'a b'; p", desk) == [["p"], ["rm", "-rf", "a b"]]


@pytest.mark.parametrize(
    "piece", ["p x\n", "p 'x' ", "p | ", "p $(q) ", "if p; then q; fi\n", "((x++))\n", "\u202ep "]
)
def test_a_megabyte_is_answered(piece: str) -> None:
    begun = time.process_time()
    assert commands((piece * 300000)[: 1024 * 1024]).opaque
    assert time.process_time() - begun < 6
