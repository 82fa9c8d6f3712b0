"""What doctor says of real agents is what they say of themselves, and Codex takes the hash we store."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
import room

from failshut.doctor.examine import examine
from failshut.doctor.findings import NOTE, OPEN, SHUT, WEAK, State
from failshut.prove import recipes
from failshut.prove.stage import head, started

pytestmark = pytest.mark.agents
PROGRAMS = {"claude-code": "claude", "codex": "codex", "kimi": "kimi"}
PLANTED = {
    "claude-code": (".claude/settings.json", '"timeout": 60', '"timeout": "60"'),
    "kimi": (".kimi-code/config.toml", "timeout = 60", 'timeout = 60\nreason = "x"'),
    "codex": (".codex/config.toml", "sha256:", "sha256:0"),
}


def seen(host: str, base: Path, home: Path) -> State:
    """Let doctor look, with the real program on PATH, cut off from any network."""
    folder = base / "bin"
    folder.mkdir(exist_ok=True)
    recipe = recipes.load(host)
    program = folder / PROGRAMS[host]
    words = shlex.join(started(recipe, str(room.program(host))))
    program.write_text(f'#!/bin/sh\nexec unshare -n {words} "$@"\n')
    program.chmod(0o755)
    variables = {key: value for key, value in recipe.variables.items() if "URL" not in key}
    path = f"{folder}:{room.NODE}:{os.defpath}:/usr/local/bin"
    return examine([host], str(home), "", {"PATH": path, "LANG": "C.UTF-8", **variables}, ask=True)[0]


@pytest.mark.parametrize("host", PROGRAMS)
def test_a_fresh_one_is_shut_by_both(host: str, tmp_path: Path) -> None:
    place = room.ready(host, tmp_path)
    place.write()
    state = seen(host, tmp_path, place.home)
    assert [one for one in state.findings if one.weight != NOTE] == []
    assert state.version and state.word == SHUT, state.findings


@pytest.mark.parametrize("host", PROGRAMS)
def test_what_is_planted_both_name(host: str, tmp_path: Path) -> None:
    place = room.ready(host, tmp_path)
    place.write()
    name, old, new = PLANTED[host]
    path = place.home / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    state = seen(host, tmp_path, place.home)
    weight = WEAK if host == "kimi" else OPEN  # Kimi's plugin still holds
    assert (state.word == OPEN) == (weight == OPEN)
    told = [one.problem for one in state.findings if one.weight == weight]
    assert any("says of itself" in text for text in told), told
    assert any("says of itself" not in text for text in told), told


def test_codex_runs_the_entry_whose_hash_we_stored(tmp_path: Path) -> None:
    place = room.ready("codex", tmp_path)
    before = head(place.project)
    trial = room.run(place, room.FORBIDDEN)
    assert "Rule git/force-push." in trial.told(), trial.output
    assert head(place.project) == before
    (place.home / ".codex/config.toml").unlink()
    room.run(place, room.FORBIDDEN)
    assert head(place.project) != before, "without the hash Codex skips the entry"
