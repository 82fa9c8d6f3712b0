"""The doctor says whether the hosts' own sandboxes are on, as far as their files tell."""

import json
from pathlib import Path

import pytest
import wiring_common as common

from failshut.doctor.sandbox import look
from failshut.hosts import HOSTS
from failshut.interpret.contracts import contract

STATES = [
    ("claude-code", "home/.claude/settings.json", '{"sandbox": {"enabled": true}}', "on"),
    (
        "claude-code",
        "machine/etc/claude-code/managed-settings.json",
        '{"sandbox": {"enabled": true}}',
        "on",
    ),
    ("codex", "home/.codex/config.toml", 'sandbox_mode = "danger-full-access"', "off"),
    ("codex", "home/.codex/config.toml", 'sandbox_mode = "read-only"', "on"),
    ("codex", "home/.codex/config.toml", 'sandbox_mode = "new-mode"', "unknown"),
    ("codex", "home/.codex/config.toml", "sandbox_mode = [", "on"),
    ("gemini", "home/.gemini/settings.json", '{"tools": {"sandbox": "docker"}} // x', "on"),
    ("gemini", "project/.gemini/settings.json", '{"tools": {"sandbox": false}}', "off"),
    ("cursor", "home/.cursor/sandbox.json", '{"type": "insecure_none"}', "off"),
    ("copilot", "home/.copilot/settings.json", '{"sandbox": {"enabled": true}}', "on"),
    ("antigravity", "home/.gemini/antigravity-cli/settings.json", '{"enableTerminalSandbox": true}', "on"),
    (
        "antigravity",
        "home/.gemini/antigravity-cli/settings.json",
        '{"enableTerminalSandbox": 1}',
        "unknown",
    ),
]


@pytest.mark.parametrize(("host", "name", "text", "state"), STATES)
def test_a_file_turns_it_on_or_off(host: str, name: str, text: str, state: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(text)
    found = look(host, *(str(tmp_path / part) for part in ("home", "project", "machine")))
    assert found.state == state
    assert found.path in ("", str(file)) and bool(found.fix) == (state != "on")


def test_the_last_file_wins(tmp_path: Path) -> None:
    for part, value in (("home", "true"), ("project", "false")):
        folder = tmp_path / part / ".claude"
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text(f'{{"sandbox": {{"enabled": {value}}}}}')
    assert look("claude-code", str(tmp_path / "home"), str(tmp_path / "project")).state == "off"
    assert look("claude-code", str(tmp_path / "home"), "").state == "on"


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_says_its_default_with_evidence_as_the_page_does(host: str, tmp_path: Path) -> None:
    found = look(host, str(tmp_path), "")
    assert found.state in ("on", "off", "none") and found.evidence and not found.path
    page = (Path(__file__).parents[2] / "docs/doctor.md").read_text()
    title = contract(host).title.removeprefix("GitHub ")
    row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
    assert f"| {found.state} |" in row


def test_the_report_says_so_on_demand(tmp_path: Path) -> None:
    (tmp_path / ".kimi-code").mkdir()
    (tmp_path / ".codex").mkdir()
    plain = common.failshut("doctor", "--home", tmp_path, "--no-run")
    assert "sandbox" not in plain.stdout
    told = common.failshut("doctor", "--home", tmp_path, "--no-run", "--all").stdout
    assert "sandbox: this agent has no sandbox of its own (source)" in told
    assert "sandbox: its own is on, by its default (measured" in told
    data = json.loads(common.failshut("doctor", "--home", tmp_path, "--no-run", "--format", "json").stdout)
    states = {row["host"]: row["sandbox"] and row["sandbox"]["state"] for row in data["hosts"]}
    assert states["kimi"] == "none" and states["codex"] == "on"
