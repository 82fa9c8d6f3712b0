"""What doctor says of real agents is what they say of themselves, and Codex takes the hash we store."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from test_agents import FORBIDDEN, wired

from agents import AGENTS, can_cut_off, head, repository, run
from failshut.doctor.examine import examine
from failshut.doctor.findings import NOTE, OPEN, SHUT, WEAK, State
from failshut.wire import apply, hosttrust

pytestmark = pytest.mark.agents
PROGRAMS = {"claude-code": "claude", "codex": "codex", "kimi": "kimi"}
PLANTED = {
    "claude-code": (".claude/settings.json", '"timeout": 60', '"timeout": "60"'),
    "kimi": (".kimi-code/config.toml", "timeout = 60", 'timeout = 60\nreason = "x"'),
    "codex": (".codex/config.toml", "sha256:", "sha256:0"),
}


@pytest.fixture(params=PROGRAMS)
def host(request: pytest.FixtureRequest) -> str:
    """One host with a check of its own; skipped, with the reason, where it can't be run."""
    found = AGENTS[request.param]
    if not found.binary.exists():
        pytest.skip(f"{found.name} isn't installed: run `make agents`")
    if why := can_cut_off():
        pytest.skip(f"{found.name} isn't run with a network: {why}")
    return str(request.param)


def trusted(home: Path) -> None:
    """Store what a person's trust stores, in Codex's file."""
    for change, _ in hosttrust.changes(("codex",), "user", str(home), ""):
        apply.write(change.path, change.after or b"")


def seen(host: str, base: Path, home: Path) -> State:
    """Let doctor look, with the real program on PATH, cut off from any network."""
    folder = base / "bin"
    folder.mkdir(exist_ok=True)
    agent = AGENTS[host]
    program = folder / PROGRAMS[host]
    words = " ".join(f"'{word}'" for word in (*agent.before, str(agent.binary)))
    program.write_text(f'#!/bin/sh\nexec unshare -n {words} "$@"\n')
    program.chmod(0o755)
    variables = {key: value for key, value in agent.variables.items() if "URL" not in key}
    environment = {"PATH": f"{folder}:{os.defpath}:/usr/local/bin", "LANG": "C.UTF-8", **variables}
    return examine([host], str(home), "", environment, ask=True)[0]


def test_a_fresh_one_is_shut_by_both(host: str, tmp_path: Path) -> None:
    agent = AGENTS[host]
    home = wired(agent, tmp_path)
    agent.prepare(home)
    if host == "codex":
        trusted(home)
    state = seen(host, tmp_path, home)
    assert [one for one in state.findings if one.weight != NOTE] == []
    assert state.version and state.word == SHUT, state.findings


def test_what_is_planted_both_name(host: str, tmp_path: Path) -> None:
    agent = AGENTS[host]
    home = wired(agent, tmp_path)
    agent.prepare(home)
    if host == "codex":
        trusted(home)
    name, old, new = PLANTED[host]
    path = home / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    state = seen(host, tmp_path, home)
    weight = WEAK if host == "kimi" else OPEN  # Kimi's plugin still holds
    assert (state.word == OPEN) == (weight == OPEN)
    told = [one.problem for one in state.findings if one.weight == weight]
    assert any("says of itself" in text for text in told), told
    assert any("says of itself" not in text for text in told), told


def test_codex_runs_the_entry_whose_hash_we_stored(tmp_path: Path) -> None:
    agent = AGENTS["codex"]
    if not agent.binary.exists() or can_cut_off():
        pytest.skip("codex isn't installed, or can't be cut off from the network")
    words = [word for word in agent.arguments if "bypass-hook-trust" not in word]
    strict = replace(agent, arguments=words)
    home = wired(agent, tmp_path)
    repository(tmp_path)
    before = head(tmp_path / "remote.git")
    trusted(home)
    trial = run(strict, tmp_path, home, FORBIDDEN)
    assert "Rule git/force-push." in trial.told(), trial.output
    assert head(tmp_path / "remote.git") == before
    (home / ".codex" / "config.toml").unlink()
    run(strict, tmp_path, home, FORBIDDEN)
    assert head(tmp_path / "remote.git") != before, "without the hash Codex skips the entry"
