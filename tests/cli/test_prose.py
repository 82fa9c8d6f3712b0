"""Prose is wrapped on a terminal, and only there; paths and commands stay whole."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from failshut.output.prose import wrapped

COMMAND = "git push --force-with-lease origin TOPIC"
LONG = f"Instead: Push new commits with `git push`, or on your own topic branch use `{COMMAND}`."


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_no_word_or_command_is_broken(width: int) -> None:
    text = wrapped(LONG, width)
    assert f"`{COMMAND}`" in text and " ".join(text.split()) == LONG
    assert all(len(line) <= width or COMMAND in line for line in text.splitlines())


def test_indents_stay_and_texts_to_keep_are_whole() -> None:
    place = "/home/ada/My Projects/site/.claude/settings.json:12"
    text = wrapped(f"    weak: {place}: others may write it, and more words than fit here", 60, [place])
    assert place in text
    assert all(line.startswith("    ") for line in text.splitlines())


@pytest.mark.parametrize("width", [0, 20])
def test_without_a_width_nothing_is_touched(width: int) -> None:
    assert wrapped(LONG, width) == LONG


def screen(width: int) -> str:
    """Return what `failshut check` writes on a terminal of that width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    line = [sys.executable, "-m", "failshut", "check", "git push --force"]
    subprocess.run(line, stdout=slave, stderr=slave, stdin=slave, check=False)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(master)
    return text.decode().replace("\r\n", "\n")


def test_check_wraps_on_a_terminal_and_not_in_a_pipe(tmp_path: Path) -> None:
    assert max(map(len, screen(70).splitlines())) <= 70
    line = [sys.executable, "-m", "failshut", "check", "git push --force"]
    piped = subprocess.run(line, capture_output=True, text=True, check=False).stdout
    assert LONG in piped
