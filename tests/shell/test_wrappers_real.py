"""Let the real programs run a stand-in, and compare the words it gets with ours.

``alpha``, ``beta`` and ``gamma`` note where they run and what they get; nothing else is run.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from failshut.model import Command, Word
from failshut.shell import commands

NAMES = ("alpha", "beta", "gamma")
STUB = '#!/bin/sh\n{ printf "%s\\t" "$PWD" "${0##*/}" "$@"; printf "\\036"; } >"$LOG/$$"\nexit 0\n'
TEXTS = Path(__file__).with_name("real.txt").read_text("utf-8").split("\n--\n")


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """Return a folder with files and a repository, and the environment of a run."""
    home, stubs = tmp_path / "home", tmp_path / "bin"
    (home / "sub").mkdir(parents=True)
    stubs.mkdir()
    for name in ("a.c", "b c.c", "sub/d.c"):
        (home / name).write_text("x\n")
    for name in NAMES:
        (stubs / name).write_text(STUB)
        (stubs / name).chmod(0o755)
    environment = {
        "PATH": f"{stubs}:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(home), "LOG": str(tmp_path / "log"),
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
    }  # fmt: skip
    return home, environment


def ran(text: str, home: Path, environment: dict[str, str]) -> list[tuple[str, ...]]:
    """Run a text in bash and return what the stand-ins saw."""
    log = Path(environment["LOG"])
    shutil.rmtree(log, ignore_errors=True)
    log.mkdir()
    subprocess.run(
        ["bash", "-c", text], cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=60, check=False,
    )  # fmt: skip
    texts = [one.read_text() for one in log.iterdir()]
    return sorted(tuple(one[:-1].split("\t")[:-1]) for one in texts if one.endswith("\036"))


def ours(text: str) -> list[Command]:
    """Return the stand-ins' commands as the reader finds them."""
    script = commands(text)
    assert not script.opaque, script.opaque
    return [one for one in script.commands if one.argv[0].text.rpartition("/")[2] in NAMES]


def stands_for(command: Command, row: tuple[str, ...], home: Path) -> bool:
    """Tell whether a command is what ran: words and folder alike, or unknown."""
    if command.cwd is not None:
        folder = os.path.normpath(os.path.join(home, command.cwd.replace("$HOME", str(home))))
        if folder != row[0]:
            return False
    words = list(command.argv)
    words[0] = Word(words[0].text.rpartition("/")[2])
    return fits(words, list(row[1:]), str(home))


def fits(words: list[Word], given: list[str], home: str) -> bool:
    """Tell whether the words may be those given; an unknown one may be none, one or many."""
    if not words:
        return not given
    if words[0].literal and not words[0].glob:
        return bool(given) and words[0].text == given[0] and fits(words[1:], given[1:], home)
    return any(fits(words[1:], given[at:], home) for at in range(len(given) + 1))


@pytest.mark.parametrize("text", TEXTS, ids=[text.strip()[:60] for text in TEXTS])
def test_the_reader_finds_what_ran(text: str, place: tuple[Path, dict[str, str]]) -> None:
    home, environment = place
    text, _, program = text.strip().partition("  # ")
    if program and not shutil.which(program, path=environment["PATH"]):
        pytest.skip(f"needs {program}")
    rows, found = ran(text, home, environment), ours(text)
    none = text.startswith(": none;")
    assert bool(rows) != none, (rows, text)
    for row in rows:
        assert any(stands_for(one, row, home) for one in found), (row, found)
    for one in found:
        assert any(stands_for(one, row, home) for row in rows), (one, rows)
