"""Other moments are wired on demand, stay wired, go out to the byte, and hold nobody back by a fault."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import wiring_common as common

from failshut.hosts import moments
from failshut.wire import later
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

EVERY = ",".join(moments.KINDS)
ROWS = [(host, kind, event) for host in later.HOSTS for kind, event in later.events(host).items()]
BREAKS = {
    "launcher gone": lambda launcher: launcher.unlink(),
    "launcher cut": lambda launcher: launcher.write_text(launcher.read_text()[:700]),
    "no interpreter": lambda launcher: launcher.write_text(
        re.sub(r"for p in .*; do", "for p in /nonexistent; do", launcher.read_text())
    ),
}


def init(home: Path, host: str, *more: str) -> common.Result:
    home.mkdir(exist_ok=True)
    return common.failshut("init", "--home", home, "--hosts", host, "--yes", *more)


def arrays(home: Path, host: str) -> dict[str, list[dict[str, object]]]:
    return json.loads((home / WIRINGS[host].user).read_text())["hooks"]


def handler(element: dict[str, object]) -> dict[str, object]:
    inner = element.get("hooks")
    return inner[0] if isinstance(inner, list) else element


def spoken(entry: dict[str, object], home: Path, payload: str) -> tuple[int, str]:
    arguments = entry.get("args")
    words = (
        [entry["exec"], *arguments] if isinstance(arguments, list) else ["/bin/sh", "-c", entry["command"]]
    )
    done = subprocess.run(
        [str(word) for word in words],
        input=payload.encode(),
        capture_output=True,
        env={"HOME": str(home), "PATH": os.defpath},
        cwd=home,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("host", later.HOSTS)
def test_moments_are_wired_stay_and_go(host: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = home / WIRINGS[host].user
    file.parent.mkdir(parents=True)
    text = '{"version": 1, "hooks": {"sessionEnd": []}}\n'
    text = text if host in ("copilot", "cursor") else '{"hooks": {"SessionEnd": []}}\n'
    file.write_text(text)
    assert init(home, host, "--events", EVERY).code == 0
    found = arrays(home, host)
    for kind, event in later.events(host).items():
        (element,) = found[event]
        entry = handler(element)
        assert "onFailure" not in entry and "failClosed" not in entry
        limit = next(entry[key] for key in ("timeout", "timeoutSec") if key in entry)
        assert limit in ((600, 600_000) if kind in (moments.TURN, moments.AGENT) else (60, 60_000))
    wired = file.read_bytes()
    assert init(home, host).code == 0 and file.read_bytes() == wired  # a later init keeps them
    assert common.failshut("uninstall", "--home", home, "--hosts", host, "--yes").code == 0
    assert file.read_text() == text


@pytest.mark.parametrize("host", later.HOSTS)
def test_without_being_asked_no_moment_is_wired(host: str, tmp_path: Path) -> None:
    assert init(tmp_path / "home", host).code == 0
    assert not set(arrays(tmp_path / "home", host)) & set(later.events(host).values())


@pytest.mark.parametrize("host", ["kimi", "antigravity"])
def test_a_host_without_a_form_says_so(host: str, tmp_path: Path) -> None:
    told = init(tmp_path / "home", host, "--events", "turn-end")
    assert told.code == 0 and "turn-end isn't wired" in told.stderr


def test_an_unknown_moment_is_named(tmp_path: Path) -> None:
    told = init(tmp_path / "home", "codex", "--events", "turn_end")
    assert told.code == 2 and "Did you mean 'turn-end'?" in told.stderr
    assert not (tmp_path / "home" / ".codex").exists()


@pytest.mark.parametrize("broken", BREAKS)
@pytest.mark.parametrize(("host", "kind", "event"), ROWS)
def test_a_fault_holds_nobody_back_and_is_told(
    host: str, kind: str, event: str, broken: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    init(home, host, "--events", kind)
    BREAKS[broken](home / LAUNCHER)
    code, out = spoken(handler(arrays(home, host)[event][0]), home, "{}")
    assert code == 0
    if not moments.can(host, kind, "note"):
        assert "deny" not in out and "block" not in out
        return
    told = json.loads(out)
    assert "Failshut couldn't look at this" in json.dumps(told) and "failshut init" in json.dumps(told)
    assert not {"decision", "continue", "followup_message", "permission"} & set(told)


@pytest.mark.parametrize("host", ["claude-code", "copilot", "cursor"])  # the others ask for trust first
def test_the_doctor_knows_them(host: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    init(home, host, "--events", EVERY)
    file = home / WIRINGS[host].user
    plain = common.failshut("doctor", host, "--home", home, "--format", "json", "--all")
    event = next(iter(later.events(host).values()))
    value = json.loads(file.read_text())
    handler(value["hooks"][event][0])["timeout"] = 7
    file.write_text(json.dumps(value))
    changed = common.failshut("doctor", host, "--home", home, "--format", "json", "--all")
    problem = "our entry isn't the one that this installation writes"
    assert problem not in plain.stdout and problem in changed.stdout


def test_the_doctor_names_what_no_entry_serves(tmp_path: Path) -> None:
    home = tmp_path / "home"
    policy = home / ".config/failshut/failshut.toml"
    policy.parent.mkdir(parents=True)
    policy.write_text(
        '[[gate]]\nid = "tests"\nrun = "true"\n\n'
        '[[rule]]\nid = "words"\nevents = ["UserPromptSubmit"]\nmatch = { text = "secret" }\ndeny = "No."\n'
    )
    init(home, "claude-code")
    told = common.failshut("doctor", "claude-code", "--home", home, "--all").stdout
    assert "the gate tests is for turn-end" in told and "the rule words is for prompt" in told
    assert "failshut init --hosts claude-code --events turn-end" in told
    init(home, "claude-code", "--events", "turn-end,prompt")
    assert "isn't wired" not in common.failshut("doctor", "claude-code", "--home", home, "--all").stdout
