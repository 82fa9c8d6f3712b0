"""Declining ends with 1, whatever is declined, and changes nothing."""

import os
import sys
from pathlib import Path

import pytest
import wiring_common as common
from terminal import typed


@pytest.mark.parametrize("verb", ["init", "uninstall"])
def test_who_says_no_gets_1(verb: str, tmp_path: Path) -> None:
    if verb == "uninstall":
        assert common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes").code == 0
    before = common.tree(tmp_path)
    line = [sys.executable, "-m", "failshut", verb, "--home", str(tmp_path), "--hosts", "codex"]
    code, screen = typed(line, [("[y/N]", "n")], cwd=tmp_path, environment=os.environ)
    assert code == 1 and "nothing was changed" in screen
    assert common.tree(tmp_path) == before
