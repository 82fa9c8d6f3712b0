"""Say where a host would silently not load our entry, and nowhere else."""

import json
import tomllib
from pathlib import Path

import pytest
import wiring_common as common

from failshut.wire.alive import findings
from failshut.wire.entries import WIRINGS

CASES = tomllib.loads((Path(__file__).parent / "dead.toml").read_text())["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    after, _ = common.put(case["host"], case["text"].encode())
    found = findings(case["host"], "F", after)
    assert [row.line for row in found] == ([case["line"]] if case["line"] else [])
    assert all(case["says"] in row.problem for row in found)


@pytest.mark.parametrize("host", WIRINGS)
def test_our_own_file_is_alive(host):
    after, _ = common.put(host, b"")
    assert findings(host, "F", after) == []


@pytest.mark.parametrize("host", WIRINGS)
def test_every_host_has_a_case_that_is_dead(host):
    assert any(case["host"] == host and case["line"] for case in CASES)


@pytest.mark.parametrize(
    ("text", "code"), [('{"disableAllHooks": true}', 1), ('{"disableAllHooks": false}', 0)]
)
def test_init_writes_and_says_it_loudly(tmp_path, text, code):
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(text)
    result = common.failshut("init", "--home", tmp_path, "--hosts", "claude-code", "--yes")
    assert result.code == code
    assert "PreToolUse" in json.loads(path.read_text())["hooks"]
    said = f"wired, but not alive: claude-code at {path}:1: `disableAllHooks` switches hooks off."
    assert (said in result.stderr) == bool(code)
    again = common.failshut("init", "--home", tmp_path, "--hosts", "claude-code", "--format", "json")
    assert again.code == code
    assert json.loads(again.stdout)["alive"] is (code == 0)
