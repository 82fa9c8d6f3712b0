"""Constant commands are told as the shell runs them; anything else is left alone."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.interpret.said import run_of

PAYLOAD = '{"tool_name": "Bash"}'
CONSTANT = [
    "echo STOP-TEXT >&2; exit 2",
    "exit 1",
    "true; false",
    "cat >/dev/null; printf '%s' '{\"decision\": \"deny\"}'",
    "echo a; echo b >&2; echo c 1>&2",
    "printf 'a; b\n' >&2; exit 2",
    "echo lost >/dev/null; exit 3",
    'cat > /dev/null; echo "no (really)" 1>&2; exit 2',
    "false\n",
    "false; exit",
    "cat > payload.json;echo NO >&2; exit 2",
    "echo one >> out/order",
    "touch out/ran; cat >/dev/null",
    "echo kept >out/x >&2",
    "echo lost 2>/dev/null >&2",
    "echo a2>out/x; exit 2",
    "echo to a file > out/x; exit 1",
]


def real(command: str) -> tuple[int, str, str]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "out").mkdir()
        done = subprocess.run(
            ["sh", "-c", command], input=PAYLOAD, capture_output=True, text=True, check=False, cwd=folder
        )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", CONSTANT)
def test_constant_commands(command: str) -> None:
    run = run_of({"command": command})
    assert run is not None
    assert (run.exit, run.stdout, run.stderr) == real(command)


@pytest.mark.parametrize(
    "command",
    [
        "echo $X",
        "cat; exit 2",
        "cat 2>/dev/null; exit 2",
        'cat > "$LAB/p"; exit 2',
        "touch -d x f; exit 2",
        "x=1; exit 2",
        "true && exit 2",
        "echo a | cat",
        'echo "`id`"',
        "echo a\\nb",
        "echo -n a",
        "echo *",
        "exit 999",
        "exit 2 &",
        "sleep 9; exit 2",
        "if true; then exit 2; fi",
        "echo 'open",
        "./guard.sh",
    ],
)
def test_what_is_not_constant_is_not_told(command: str) -> None:
    assert run_of({"command": command}) is None


def test_entries_that_start_no_shell_are_not_told() -> None:
    assert run_of({"command": "exit", "args": ["2"]}) is None
    assert run_of({"exec": "exit 2"}) is None
    assert run_of({"type": "http"}) is None


WORDS = st.sampled_from(
    ("echo", "cat", "exit", "2", "a", "'b c'", '"d;e"', ";", "\n", ">&2", "2>f", ">>f", "true", "touch f")
)


@settings(max_examples=150, deadline=None)
@given(words=st.lists(WORDS, min_size=1, max_size=7))
def test_what_is_told_is_what_sh_does(words: list[str]) -> None:
    command = " ".join(words)
    run = run_of({"command": command})
    if run is not None:
        assert (run.exit, run.stdout, run.stderr) == real(command), command
