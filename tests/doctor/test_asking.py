"""What Antigravity's own list of hooks says: a stand-in answers as its documents do."""

import json
import sys
from pathlib import Path

import pytest

from failshut.doctor.asking import ask
from failshut.doctor.findings import NOTE, OPEN
from failshut.wire.line import LAUNCHER

OURS = {"name": "failshut", "enabled": True, "source": "global",
        "actions": [{"event": "PreToolUse", "matcher": "", "command": f"sh ~/{LAUNCHER}"}]}  # fmt: skip
OTHER = {"name": "lint", "enabled": True, "actions": [{"event": "PostToolUse", "command": "lint"}]}
SAID = [
    ([OTHER, OURS], []),
    ([OTHER], [OPEN]),
    ([], [OPEN]),
    ([OTHER, OURS | {"enabled": False}], [OPEN]),
    ("x", [NOTE]),
    (None, [NOTE]),
]


@pytest.mark.parametrize(("hooks", "weights"), SAID)
def test_what_agy_lists_is_compared_with_us(hooks: object, weights: list[str], tmp_path: Path) -> None:
    text = "no answer" if hooks is None else json.dumps({"command": {"data": {"hooks": hooks}}})
    program = tmp_path / "agy"
    program.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"sys.exit(3) if sys.argv[1:] != ['-p', '/hooks', '--output-format', 'json'] else print({text!r})\n"
    )
    program.chmod(0o755)
    found = ask("antigravity", str(tmp_path), "", {"PATH": str(tmp_path)}, False)
    assert [one.weight for one in found] == weights


def test_an_agy_that_fails_is_a_note(tmp_path: Path) -> None:
    program = tmp_path / "agy"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    found = ask("antigravity", str(tmp_path), "", {"PATH": str(tmp_path)}, False)
    assert [one.weight for one in found] == [NOTE]
