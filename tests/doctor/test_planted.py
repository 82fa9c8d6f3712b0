"""One thing planted in a healthy set-up is named with place and repair; a healthy one is left alone."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from failshut.doctor.examine import examine
from failshut.doctor.findings import NOTE, OPEN, SHUT, UNPROVED
from failshut.doctor.repairs import UNNAMED, repair
from failshut.hosts import HOSTS
from failshut.interpret import contract
from failshut.interpret.codex.trust import trusted_hash
from failshut.wire import install, plan
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

HEALTHY = tomllib.loads((Path(__file__).parent / "healthy.toml").read_text())["row"]
ROWS = tomllib.loads((Path(__file__).parent / "planted.toml").read_text())["row"]


class Setup:
    """A home folder in which ``init`` wired a host, and a project."""

    def __init__(self, folder: Path, host: str) -> None:
        self.host, self.home, self.root = host, folder / "home", folder / "project"
        self.home.mkdir()
        (self.root / ".git").mkdir(parents=True)
        self.machine = folder / "machine"
        self.own = self.home / WIRINGS[host].user
        self.env = {"PATH": os.defpath}
        texts = plan.writers(plan.USER, (host,), f"{self.home}/{LAUNCHER}", "")
        made = plan.plan(plan.USER, (host,), str(self.home), "", {}, texts)
        for change in made.changes:
            self.write(Path(change.path), (change.after or b"").decode())
        install.install(str(self.home), install.launcher_text(str(self.home), self.env))
        if host == "codex":
            self.trust()

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def trust(self, more: str = "") -> None:
        """Store Codex's hashes of our entries, as a person's trust does; ``more`` is about the first."""
        text = ""
        for event, name in (("PreToolUse", "pre_tool_use"), ("SessionStart", "session_start")):
            handler = json.loads(self.own.read_text())["hooks"][event][0]["hooks"][0]
            held = trusted_hash(event, None, handler, 600)
            key = f"{self.own}:{name}:0:0"
            text += f"[hooks.state.{json.dumps(key)}]\ntrusted_hash = {json.dumps(held)}\n{more}"
            more = ""
        self.write(self.home / ".codex" / "config.toml", text)

    def place(self, name: str) -> Path:
        if name.startswith("/"):
            return Path(f"{self.machine}{name}")
        return self.home / name[2:] if name.startswith("~/") else self.root / name

    def plant(self, row: dict) -> None:
        """Change one thing as the row says."""
        text = row.get("whole", self.own.read_text()) + row.get("append", "")
        for old, new in row.get("edits", ()):
            assert old in text
            text = text.replace(old, new)
        self.own.write_text(json.dumps(json.loads(text)) if "minified" in row else text, encoding="utf-8")
        if "state" in row:
            self.trust(row["state"])
        config = self.home / ".codex" / "config.toml"
        if "toml" in row:
            config.write_text(row["toml"] + config.read_text())
        if row.get("trusted") is False:
            config.unlink()
        for name, held in row.get("files", {}).items():
            text = held.replace("@ROOT@", str(self.root)).replace("@HOME@", str(self.home))
            self.write(self.place(name), text)
        for name in row.get("gone", ()):
            self.place(name).unlink()
        for name, held in row.get("env", {}).items():
            self.env[name] = held.replace("@HOME@", str(self.home))

    def look(self, *, project: bool = False, running: bool = False):  # type: ignore[no-untyped-def]
        root = str(self.root) if project else ""
        place, machine = str(self.home), str(self.machine)
        return examine([self.host], place, root, self.env, running=running, machine=machine)[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_what_is_planted_is_named(row: dict, tmp_path: Path) -> None:
    here = Setup(tmp_path, row["host"])
    here.plant(row)
    state = here.look(project=row.get("project", False))
    found = [one for one in state.findings if one.weight == row["weight"] and row["says"] in one.problem]
    assert found, state.findings
    assert any(row["fix"] in one.fix for one in found), found
    assert (state.word == OPEN) == (row["weight"] == OPEN)
    if "line" in row:
        assert row["line"] in [one.line for one in found], found
    if "file" in row:
        assert str(here.place(row["file"])) in [one.path for one in found]


@pytest.mark.parametrize("row", HEALTHY, ids=lambda row: row["name"])
def test_a_healthy_one_is_left_alone(row: dict, tmp_path: Path) -> None:
    here = Setup(tmp_path, row["host"])
    here.plant(row)
    state = here.look(project=row.get("project", False))
    assert [one for one in state.findings if one.weight != NOTE] == [] and state.scopes == ("user",)


@pytest.mark.parametrize("host", HOSTS)
def test_a_fresh_one_is_shut_and_seen_refusing(host: str, tmp_path: Path) -> None:
    state = Setup(tmp_path, host).look(running=True)
    assert [one for one in state.findings if one.weight != NOTE] == []
    assert state.word in (SHUT, UNPROVED)


def test_there_are_enough_of_them() -> None:
    assert len(ROWS) >= 45 and len(HEALTHY) >= 30 and {row["host"] for row in ROWS} == set(HOSTS)


def test_every_cause_of_a_contract_has_a_repair() -> None:
    for host in HOSTS:
        for name, cell in contract(host).cells.items():
            causes = name.startswith("load/") and isinstance(cell.value, str) and cell.value.endswith(".")
            if causes and name.rpartition("/")[2] not in ("logged",):
                assert repair(host, name, "/f", "/r") != UNNAMED, (host, name)
