"""The demo goes red when one byte of a wired line is spoiled."""

import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parent.parent / "tools" / "demo.py"


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(DEMO), "--quick", *arguments], capture_output=True, text=True, check=False
    )


def test_the_demo_is_green() -> None:
    done = demo()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✗" not in done.stdout and done.stdout.count("✓") == 14


@pytest.mark.parametrize("spoiled", ["claude-code:0", "codex:1", "copilot:9", "gemini:30", "kimi:120"])
def test_a_spoiled_byte_turns_it_red(spoiled: str) -> None:
    done = demo("--spoil", spoiled)
    assert done.returncode == 1, done.stdout
    assert "NOT as promised" in done.stdout
