"""At a session's start the guard says what weakens it, to whom the host's contract says, and else nothing.

``session.toml`` says what is planted and what is said; each host reads the line's answer by its contract.
"""

from __future__ import annotations

import json
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from chain import DANGER, PYTHON
from failshut import hosts
from failshut.cli.main import cli
from failshut.drill.judge import seen
from failshut.drill.payloads import payload
from failshut.drill.run import HookRun, run_hook
from failshut.interpret import Outcome, interpret
from failshut.policy import state
from failshut.wire import launcher
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line
from failshut.wire.wiring import is_ours

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "session.toml").read_text("utf-8"))
HOSTS = [host for host in hosts.HOSTS if hosts.load(host).SESSION]
PERSON = {"claude-code", "gemini"}
"""Hosts on which a headless run shows the person a note of its own."""
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "SHLVL": "1"}


class Place:
    """A home in which ``init`` wired all hosts, and a project."""

    def __init__(self, base: Path, project: str = "project") -> None:
        self.home, self.root = base / "home", base / project
        self.home.mkdir()
        (self.root / ".git").mkdir(parents=True)
        done = CliRunner().invoke(cli, ["init", "--hosts", "all", "--home", str(self.home), "--yes"])
        assert done.exit_code == 0, done.output

    def event(self, host: str) -> str:
        return next(one for one in WIRINGS[host].events if one in hosts.load(host).SESSION)

    def file(self, host: str) -> Path:
        return self.home / WIRINGS[host].user

    def filled(self, host: str, text: str) -> str:
        for key, value in (
            ("@HOME@", self.home), ("@PROJECT@", self.root), ("@FILE@", self.file(host)), ("@HOST@", host),
            ("@PYTHON@", PYTHON),
        ):  # fmt: skip
            text = text.replace(key, str(value))
        return text

    def plant(self, host: str, row: dict[str, Any]) -> None:
        """Change what the row says."""
        folder = self.home / ".local/state/failshut"
        if "pause" in row:
            (folder / "paused").write_text(str(int(time.time()) + row["pause"]))
            (folder / "paused").chmod(0o600)
        for name, text in row.get("write", {}).items():
            path = Path(self.filled(host, name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o600)
        if "trust" in row:
            layer, path = row["trust"]
            state.trust(str(folder / "policies"), [(layer, self.filled(host, path))])
        for name in row.get("gone", ()):
            Path(self.filled(host, name)).unlink()
        if "cut" in row:
            self.cut(host, row["cut"])
        if "add" in row:
            held = json.loads(self.file(host).read_text())
            self.file(host).write_text(json.dumps({"mine": "é", **held}))
        if "older" in row:
            path = folder / "manifest.json"
            held = json.loads(path.read_text())
            for one in held["files"]:
                del one["entries"]
            path.write_text(json.dumps(held))
        limits = {key: row[key] for key in ("program", "deadline") if key in row}
        if "interpreters" in row or limits:
            names = tuple(self.filled(host, one) for one in row.get("interpreters", (PYTHON,)))
            limits.setdefault("program", str(Path(hosts.__file__).parents[1] / "hot" / "run.py"))
            text = launcher.text(names, home=str(self.home), **limits)
            (self.home / LAUNCHER).write_text(text)
        if "launcher" in row:
            (self.home / LAUNCHER).write_text(row["launcher"])

    def cut(self, host: str, which: str) -> None:
        """Take all of our elements out of the host's file, or those before calls."""
        held = json.loads(self.file(host).read_text())
        at_start = hosts.load(host).SESSION
        for event in list(held["hooks"]):
            if which == "all" or event not in at_start:
                del held["hooks"][event]
        self.file(host).write_text(json.dumps(held))

    def run(self, host: str, data: bytes | None = None, word: str = "") -> HookRun:
        """Run the line of the session's start as the host does."""
        event = self.event(host)
        text = line(host, str(self.home / LAUNCHER), word=word or event)
        if data is None:
            data = payload(host, event, "", str(self.root), str(self.home))
        return run_hook(
            host, {"type": "command", **WIRINGS[host].handler(text, event)}, data,
            project=str(self.root), environment={**ENVIRONMENT, "HOME": str(self.home)},
        )  # fmt: skip

    def outcome(self, host: str, run: HookRun) -> Outcome:
        event = self.event(host)
        entry = WIRINGS[host].handler("LINE", event)
        return interpret(host, event, [seen(run, entry)])


def cases(name: str) -> list[Any]:
    return [
        pytest.param(host, row, id=f"{host}: {row['name']}")
        for row in TABLE[name]
        for host in HOSTS
        if host in row.get("only", HOSTS)
    ]


def said(outcome: Outcome) -> str:
    assert outcome.effect == "context-added", outcome
    assert outcome.model_text
    return outcome.model_text


@pytest.mark.parametrize(("host", "row"), cases("row"))
def test_what_is_planted_is_said(host: str, row: dict[str, Any], tmp_path: Path) -> None:
    here = Place(tmp_path, row.get("project", "project"))
    here.plant(host, row)
    run = here.run(host)
    outcome = here.outcome(host, run)
    assert run.exit == 0
    if not row["says"]:
        assert (run.stdout, run.stderr, outcome.effect, outcome.model_text) == ("", "", "ran", None)
        return
    text = said(outcome)
    for part in row["says"]:
        assert here.filled(host, part) in text, text
    assert not any(part in text for part in row.get("never", ())), text
    assert "Tell the person so." in text
    note = outcome.user_text or ""
    assert (here.filled(host, row["says"][-1]) in note) == (host in PERSON), note
    for word in ("uninstall", "pause 1", "allow-once", "disableAllHooks"):
        assert word not in text


@pytest.mark.parametrize(("host", "row"), cases("fault"))
def test_a_fault_is_a_note_and_the_session_starts(host: str, row: dict[str, Any], tmp_path: Path) -> None:
    here = Place(tmp_path)
    here.plant(host, row)
    run = here.run(host, row["payload"].encode() if "payload" in row else None)
    outcome = here.outcome(host, run)
    assert run.exit == 0
    text = said(outcome)
    for part in (
        "Failshut's check at the session's start " + row["says"],
        "The session goes on",
        "tell the person",
    ):
        assert part in text, text
    assert "Failshut refused" not in run.stdout + run.stderr
    assert (host in PERSON) == ("`failshut doctor` says what mends it." in (outcome.user_text or ""))


@pytest.mark.parametrize("host", HOSTS)
def test_the_outer_ring_says_it_when_the_inner_one_dies(host: str, tmp_path: Path) -> None:
    here = Place(tmp_path)
    (here.home / LAUNCHER).write_text('kill -KILL "$$"\n')
    run = here.run(host)
    assert run.exit == 0
    assert "launcher missing or broken" in said(here.outcome(host, run))


@pytest.mark.parametrize("host", HOSTS)
def test_a_call_that_comes_by_this_line_is_judged(host: str, tmp_path: Path) -> None:
    """Somebody moved the line to where calls are asked about."""
    here, module = Place(tmp_path), hosts.load(host)
    run = here.run(host, payload(host, module.EVENT, DANGER, str(here.root), str(here.home)))
    assert "Failshut refused: " in run.stdout and "git/force-push" in run.stdout
    entry = WIRINGS[host].handler("LINE")
    assert interpret(host, module.EVENT, [seen(run, entry)]).effect == "blocked"


@pytest.mark.parametrize(("sender", "own"), [("copilot", True), ("copilot", False), ("cursor", False)])
def test_another_host_reads_it_from_claude_codes_file(sender: str, own: bool, tmp_path: Path) -> None:
    here = Place(tmp_path)
    here.plant("claude-code", {"pause": 900})
    if not own:
        path = here.home / ".local/state/failshut/manifest.json"
        held = json.loads(path.read_text())
        held["files"] = [one for one in held["files"] if one["host"] != sender]
        path.write_text(json.dumps(held))
    event = "SessionStart" if sender == "copilot" else "sessionStart"
    run = here.run("claude-code", payload(sender, event, "", str(here.root), str(here.home)))
    outcome = interpret(sender, event, [seen(run, {"command": "LINE"})])
    if own:
        assert (run.exit, run.stdout) == (0, ""), "its own entry says it"
    else:
        assert "a person paused the guard" in said(outcome)


@pytest.mark.parametrize("host", HOSTS)
def test_the_wired_file_holds_the_line(host: str, tmp_path: Path) -> None:
    here = Place(tmp_path)
    text = here.file(host).read_text()
    (element,) = json.loads(text)["hooks"][here.event(host)]
    handler = element["hooks"][0] if WIRINGS[host].grouped else element
    assert is_ours(handler)
    assert handler == WIRINGS[host].handler(
        line(host, str(here.home / LAUNCHER), word=here.event(host)), here.event(host)
    )


def test_a_project_of_another_folder_is_no_concern(tmp_path: Path) -> None:
    here, other = Place(tmp_path), tmp_path / "other"
    for root in (here.root, other):
        (root / ".git").mkdir(parents=True, exist_ok=True)
        words = ["init", "--hosts", "codex", "--home", str(here.home), "--scope", "project", "--yes"]
        done = CliRunner().invoke(cli, [*words, "--root", str(root)])
        assert done.exit_code == 0, done.output
    (other / ".codex/hooks.json").unlink()
    assert here.run("codex").stdout == ""
    here.plant("codex", {"pause": 900})
    assert here.run("codex", word="SessionStart/project").stdout == "", "the user's entry says it"
    (here.home / ".local/state/failshut/paused").unlink()
    (here.root / ".codex/hooks.json").unlink()
    text = said(here.outcome("codex", here.run("codex")))
    assert f"its file {here.root}/.codex/hooks.json is gone" in text
    assert "`failshut init --hosts codex --scope project`" in text


def test_the_check_is_no_call_and_leaves_no_record(tmp_path: Path) -> None:
    here = Place(tmp_path)
    here.plant("codex", {"pause": 900})
    here.run("codex")
    assert not list((here.home / ".local/state/failshut").glob("log/*"))
