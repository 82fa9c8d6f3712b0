"""What a drill must not do: believe in a dead hook, break a copy, kill a neighbour, reach outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from drilling import HOOKS, drill, environment, only

from failshut.cli.main import run as failshut
from failshut.drill import judge, processes
from failshut.drill.own import OwnGuard
from failshut.drill.run import STARTING, run_hook
from failshut.exits import UsageError

REFUSES = "echo 'not on the main branch' >&2; exit 2"


@pytest.mark.parametrize(
    ("host", "extra"),
    [
        ("kimi", {"onFailure": "block"}),
        ("kimi", {"timeout": 0.5}),
        ("codex", {"timeout": "5"}),
        ("claude-code", {"timeout": -1}),
        ("copilot", {"env": {"A": 1}}),
    ],
)
def test_an_entry_that_the_host_drops_is_open(host: str, extra: dict[str, object], tmp_path: Path) -> None:
    report = drill(tmp_path / "room", [REFUSES], ["bom"], [host], extra=extra)
    assert report.unbroken[0].refuses.verdict == judge.OPEN
    assert report.unbroken[0].refuses.proof.startswith("not loaded: ")
    assert report.exit_code() == 1


@pytest.mark.parametrize(
    "host", ["claude-code", "codex", "copilot", "gemini", "kimi", "cursor", "antigravity"]
)
def test_a_plain_entry_is_loaded_everywhere(host: str, tmp_path: Path) -> None:
    report = drill(tmp_path / "room", [REFUSES], ["bom"], [host], extra={"timeout": 9})
    assert report.unbroken[0].refuses.verdict in judge.SHUT


def test_a_dead_wiring_of_our_own_is_open(tmp_path: Path) -> None:
    assert failshut(["init", "--hosts", "claude-code,kimi,cursor", "--home", str(tmp_path), "--yes"]) == 0
    settings = tmp_path / ".claude" / "settings.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "disableAllHooks": True}))
    config = tmp_path / ".kimi-code" / "config.toml"
    config.write_text(config.read_text() + '\n[[hooks]]\nevent = "Stop"\ncommand = "true"\nbogus = 1\n')
    (tmp_path / ".cursor" / "hooks.json").write_text("{broken")
    own = OwnGuard(("claude-code", "kimi", "cursor"), home=tmp_path, environment=environment())
    assert own.dead("claude-code") and own.dead("kimi")
    assert [one for one in own.problems() if "hooks.json can't be read" in one]


def test_a_spoilt_launcher_of_our_own_is_a_problem(tmp_path: Path) -> None:
    assert failshut(["init", "--hosts", "codex", "--home", str(tmp_path), "--yes"]) == 0
    own = OwnGuard(("codex",), home=tmp_path, environment=environment())
    assert own.problems() == [] and own.dead("codex") == ""
    (tmp_path / ".local/share/failshut/launcher.sh").write_text("")
    own = OwnGuard(("codex",), home=tmp_path, environment=environment())
    assert "isn't drilled" in own.problems()[0] or "It wasn't drilled" in own.problems()[0]


SPELLINGS = ["{}", "'{}'", '"{}"', "sh '{}'", "bash -c '\"{}\" x'"]


@pytest.mark.parametrize("name", ["plain", "my dir"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_script_that_runs_is_the_one_that_is_broken(spelling: str, name: str, tmp_path: Path) -> None:
    if name == "my dir" and spelling == "{}":
        spelling = "{}".replace(" ", "\\ ")
    folder = tmp_path / name
    folder.mkdir()
    script = folder / "guard.sh"
    script.write_text(f"#!/bin/sh\n{REFUSES}\n")
    script.chmod(0o755)
    project = tmp_path / "project"
    project.mkdir()
    written = str(script) if spelling != "{}" else str(script).replace(" ", "\\ ")
    report = drill(tmp_path / "room", [spelling.format(written)], ["script-empty"], ["codex"], cwd=project)
    found = {result.verdict for result in report.results}
    assert found == {judge.OPEN} or (not found and any("isn't followed" in note for note in report.notes))


def test_a_limit_needs_both_simple_refusals_open(tmp_path: Path) -> None:
    hook = "echo 'not on the main branch' >&2; exit 2"
    report = drill(tmp_path / "room", [hook], ["closed-stderr"], ["codex", "gemini"])
    assert {result.verdict for result in report.results} == {judge.OPEN}


def test_ending_one_trial_leaves_its_neighbour_alone(tmp_path: Path) -> None:
    folders = [tmp_path / "trial-1", tmp_path / "trial-10"]
    for folder in folders:
        folder.mkdir()
    sleepers = [
        subprocess.Popen(["sleep", "30"], cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": str(folder)})
        for folder in folders
    ]
    assert processes.started_in(str(folders[0])) == [sleepers[0].pid]
    assert processes.end(str(folders[0])) == 1
    assert sleepers[0].wait(5) == -signal.SIGKILL and sleepers[1].poll() is None
    sleepers[1].kill()
    sleepers[1].wait()


def test_the_hosts_timer_starts_with_the_hook() -> None:
    entry = {"command": "cat >/dev/null; exit 2", "timeout": 1}
    release = threading.Timer(1.5, STARTING.release)
    STARTING.acquire()
    release.start()
    run = run_hook("kimi", entry, b"{}", project="/tmp", environment=environment())
    assert (run.exit, run.timed_out) == (2, False) and run.seconds < 1


@pytest.mark.parametrize(("reason", "read"), [("NO", True), ("x" * 60_000, True), ("", False)])
def test_what_the_model_reads_is_told_by_the_outcome(reason: str, read: bool, tmp_path: Path) -> None:
    hook = (
        f"printf '%s' '{reason}' >&2; exit 2"
        if len(reason) < 9
        else f"head -c {len(reason)} /dev/zero | tr '\\0' x >&2; exit 2"
    )
    report = drill(tmp_path / "room", [hook], ["bom"], ["claude-code", "kimi"])
    assert {one.refuses.verdict for one in report.unbroken} == {judge.REFUSED if read else judge.UNREAD}


def test_a_hosts_own_sentence_is_not_the_hooks(tmp_path: Path) -> None:
    report = drill(tmp_path / "room", ["echo 'preToolUse hook' >&2; exit 2"], ["bom"], ["copilot"])
    assert report.unbroken[0].refuses.verdict == judge.UNREAD


def test_the_call_itself_is_never_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    call = f'sh -c "$(: >{mark})"'
    report = drill(tmp_path / "room", ["bash", "agent-guard.sh"], ["wiring"], ["codex"], call=call,
                   variables={"AGENT_GUARD_DEADLINE": "1"})  # fmt: skip
    assert not mark.exists(), report


def test_links_do_not_lead_a_hook_to_the_persons_files(tmp_path: Path) -> None:
    precious, project = tmp_path / "precious.txt", tmp_path / "project"
    precious.write_text("as it was\n")
    project.mkdir()
    (project / "link.txt").symlink_to(precious)
    (project / "up.txt").symlink_to("../precious.txt")
    hook = f"echo scribble >>link.txt; echo scribble >>up.txt; {REFUSES}"
    report = drill(tmp_path / "room", [hook], ["bom"], cwd=project)
    assert only(report, "bom").verdict == judge.REFUSED
    assert precious.read_text() == "as it was\n"


@pytest.mark.parametrize("words", [["nosuchprogram"], ["bash", "nosuch.sh"], ["python3", "nosuch.py"]])
def test_a_hook_that_does_not_start_is_a_mistake(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="as seen from this folder"):
        drill(tmp_path / "room", words, ["bom"])


def test_what_leaves_its_folder_and_environment_is_ended(tmp_path: Path) -> None:
    hook = f"(cd / && exec env -i setsid /bin/sleep 337) </dev/null >/dev/null 2>&1 & {REFUSES}"
    code = (
        "import sys; sys.path[:0] = sys.argv[1:3]\n"
        "from drilling import drill; from pathlib import Path\n"
        f"drill(Path({str(tmp_path / 'room')!r}), [{hook!r}], ['bom'])\n"
    )
    here = Path(__file__).parent
    subprocess.run([sys.executable, "-c", code, str(here), str(here.parent)], check=True)
    names = [Path(f"/proc/{number}/cmdline") for number in os.listdir("/proc") if number.isdigit()]
    assert not [one for one in names if one.exists() and b"sleep\x00337" in one.read_bytes()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_an_interrupt_ends_everything_soon(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "failshut", "drill", "--timeout", "60", "--hosts", "codex,kimi"]
    hook = "case $(cat) in *'--force'*) echo 'not on the main branch' >&2; exit 2;; esac; exec sleep 338"
    drilling = subprocess.Popen(
        [*command, "--faults", "input", "--", hook],
        cwd=HOOKS,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # tests run in the background, too
    )
    time.sleep(6)
    assert drilling.poll() is None
    drilling.send_signal(number)
    assert drilling.wait(20) == 130
    assert os.listdir(tmp_path) == []
    names = [Path(f"/proc/{one}/cmdline") for one in os.listdir("/proc") if one.isdigit()]
    assert not [one for one in names if one.exists() and b"sleep\x00338" in one.read_bytes()]


def test_prompts_carry_the_call(tmp_path: Path) -> None:
    hook = "if grep -q secret; then echo 'No secrets in prompts, please.' >&2; exit 2; fi"
    report = drill(tmp_path / "room", [hook], ["no-home"], call="my secret", events=["UserPromptSubmit"])
    assert report.unbroken[0].refuses.verdict in (judge.REFUSED, judge.UNREAD)
    assert report.unbroken[0].passes.effect == "ran"
