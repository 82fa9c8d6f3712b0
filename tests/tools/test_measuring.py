"""The parts of tools/measure.py that need no agent: what is run anew, how runs are compared and written."""

from __future__ import annotations

import datetime
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from failshut.interpret import contract, interpret
from failshut.interpret.types import Outcome, Run
from failshut.prove.script import Script, Talk
from failshut.prove.stage import Trial
from failshut.simulate import configured
from outcomes import HOSTS, load

TOOLS = Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

from measuring import calls, command, events, files, found, hooks, install, judge, room  # noqa: E402

TODAY = datetime.date(2026, 12, 1)


def seen(*, ran: bool = False, fired: bool = True, turns: int = 2, text: str = "") -> room.Seen:
    return room.Seen(Trial(0, 1.0, (), ""), ran, fired, turns, text, text)


def outcome(effect: str, text: str | None = None, cell: str = "claude-code/pre-tool/x") -> Outcome:
    return Outcome(effect, text, None, cell, "measured")


def row(**more: Any) -> dict[str, Any]:
    hook = {"stdout": "", "stderr": "STOP-TEXT\n", "exit": 2,
            "wiring": {"type": "command", "where": ".claude/settings.json"}}  # fmt: skip
    return {"case": "c", "tool": "Bash", "event": "PreToolUse", "hook": hook, "switches": {}, **more}


@pytest.mark.parametrize(
    ("effect", "text", "run", "state"),
    [
        ("blocked", "NO", seen(text="error: NO"), found.UNCHANGED),
        ("blocked", "NO", seen(text="other words"), found.CHANGED),
        ("blocked", "NO", seen(ran=True, text="NO"), found.CHANGED),
        ("ran", None, seen(ran=True), found.UNCHANGED),
        ("ran", None, seen(text="NO"), found.CHANGED),
        ("context-added", "C", seen(ran=True, text="so C"), found.UNCHANGED),
        ("context-added", "C", seen(ran=True), found.CHANGED),
        ("unknown", None, seen(), found.NEW),
        ("ran", None, seen(ran=True, fired=False), found.SKIPPED),
        ("ran", None, seen(ran=True, turns=1), found.SKIPPED),
        ("stopped", None, seen(turns=1), found.UNCHANGED),
        ("stopped", None, seen(turns=2), found.CHANGED),
    ],
)
def test_a_call_is_compared(effect: str, text: str | None, run: room.Seen, state: str) -> None:
    assert calls.compared(row(), outcome(effect, text), run).state == state


def test_a_rewritten_call_is_known_by_what_it_prints() -> None:
    hook = row()["hook"] | {"stdout": '{"tool_input": {"command": "echo OTHER"}}'}
    assert calls.compared(row(hook=hook), outcome("replaced"), seen(text="OTHER")).state == found.UNCHANGED
    assert calls.compared(row(hook=hook), outcome("replaced"), seen(text="NO")).state == found.CHANGED


def test_a_call_after_which_the_loop_ends_may_still_be_carried_out() -> None:
    ran = seen(ran=True, turns=1)
    assert calls.compared(row(tool_ran=True), outcome("stopped"), ran).state == found.UNCHANGED
    assert calls.compared(row(tool_ran=False), outcome("stopped"), ran).state == found.CHANGED


@pytest.mark.parametrize(
    ("effect", "text", "goes_on", "run", "fits"),
    [
        ("ran", None, False, seen(ran=True), True),
        ("ran", None, False, seen(ran=True, text="STOP-TEXT"), False),
        ("ran", None, False, seen(ran=True, turns=1), False),
        ("blocked", None, False, seen(turns=0), True),
        ("blocked", None, False, seen(ran=True), False),
        ("blocked", "STOP-TEXT", True, seen(ran=True, turns=3, text="STOP-TEXT"), True),
        ("blocked", "STOP-TEXT", True, seen(ran=True, text="STOP-TEXT"), False),
        ("context-added", "STOP-TEXT", False, seen(ran=True, text="STOP-TEXT"), True),
        ("context-added", "STOP-TEXT", True, seen(ran=True, text="STOP-TEXT"), False),
        ("replaced", None, False, seen(turns=0), True),
        ("stopped", None, False, seen(ran=True, turns=1), True),
        ("ended", None, True, seen(ran=True), True),
    ],
)
def test_an_event_is_compared_with_a_run_without_the_hook(
    effect: str, text: str | None, goes_on: bool, run: room.Seen, fits: bool
) -> None:
    without = events.Base(2, True)
    assert events.fits(outcome(effect, text), goes_on, run, without, run.text, row(), text) is fits


@pytest.mark.parametrize(
    ("event", "way"),
    [("Stop", "shell"), ("SubagentStop", "agent"), ("postToolUseFailure", "failing"), ("PreCompact", ""),
     ("(all)", "")],
)  # fmt: skip
def test_how_an_event_is_reached(event: str, way: str) -> None:
    assert events.way(event) == way


def test_what_the_record_alone_tells_of_a_file() -> None:
    plain = {"what": "a guard", "effect": "blocked"}
    loaded = configured.Answer(True, "blocked", None, None)  # type: ignore[arg-type]
    missing = configured.Answer(False, "ran", None, None)  # type: ignore[arg-type]
    assert not files.by_record(plain, loaded)
    assert files.by_record(plain, missing)
    assert files.by_record({"what": "`if` filter, command: echo", "effect": "ran"}, loaded)


@pytest.mark.parametrize("host", HOSTS)
def test_most_recorded_rows_can_be_run_anew_or_say_why_not(host: str) -> None:
    kinds = {"pre-tool": calls.not_run, "events": events.not_run, "config": files.not_run}
    for file, not_run in kinds.items():
        why = [not_run(host, one) for one in load(host, file)]
        assert why.count("") >= len(why) // 4, (file, set(why))


@pytest.mark.parametrize("host", HOSTS)
def test_rows_of_other_versions_are_not_run_anew(host: str) -> None:
    for file, _ in command.KINDS.values():
        versions = {one["host_version"] for one in command.recorded(host, file)}
        assert versions == {contract(host).version}


def test_a_hook_does_what_the_row_says(tmp_path: Path) -> None:
    import subprocess

    line = hooks.program({"stdout": "OUT", "stderr": "ERR", "exit": 3}, tmp_path, once=True)
    first, second = (subprocess.run(line, shell=True, capture_output=True, text=True) for _ in range(2))
    assert (first.returncode, first.stdout, first.stderr) == (3, "OUT", "ERR")
    assert (second.returncode, second.stdout) == (0, "")
    assert (tmp_path / "fired").exists()


def test_the_proposal_is_toml_that_names_version_and_date() -> None:
    changed = found.Measured("calls", "c", found.CHANGED, "claude-code/pre-tool/x", "ran", "refused: NO")
    text = found.proposal("claude-code", "9.9.9", [changed], TODAY)
    cells = tomllib.loads(text)
    assert cells["pre-tool/x@>=9.9.9"]["effect"] == "blocked"
    assert cells["pre-tool/x@>=9.9.9"]["date"] == TODAY


def test_figures_are_told_by_kind_with_the_reasons() -> None:
    ones = [
        found.Measured("calls", "a", found.UNCHANGED),
        found.Measured("calls", "b", found.SKIPPED, why="W"),
    ]
    assert found.summary("kimi", "1", ones).splitlines() == [
        "kimi 1 calls: 1 unchanged, 0 changed, 0 new, 1 skipped",
        "  skipped 1: W",
    ]


def kept() -> list[Path]:
    return sorted((command.FIXTURES / "judged").glob("*.json"))


@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_kept_requests_hold_nothing_of_the_machine(path: Path) -> None:
    held = json.loads(path.read_text("utf-8"))
    assert set(held) == {f"{kind} {event}" for kind in judge.TYPES for event in judge.EVENTS}
    for one in held.values():
        assert set(one) == {"model", "system", "user", "schema", "tools"}
        for mark in (*one["system"], *one["user"]):
            assert (
                set(mark) == {"characters", "sha256"}
                and mark["characters"] > 0
                and len(mark["sha256"]) == 64
            )


def test_judging_changed_with_one_version_and_not_with_the_next(tmp_path: Path) -> None:
    folder = command.FIXTURES / "judged"
    since, old = judge.kept("claude-code", "2.1.293", folder)
    _, new = judge.kept("claude-code", "2.1.295", folder)
    assert since == "2.1.293" and judge.kept("claude-code", "2.1.1", folder) == ("", {})
    case = "prompt PreToolUse"
    assert old[case]["system"] != new[case]["system"] and old[case]["schema"] == new[case]["schema"]  # type: ignore[index]


def test_what_is_asked_is_compared_by_its_marks() -> None:
    asked: dict[str, object] = {
        "model": "m",
        "system": ["Judge this."],
        "user": ["U"],
        "schema": None,
        "tools": [],
    }
    held = judge.marked(asked)
    assert "Judge" not in json.dumps(held) and held["model"] == "m"
    assert judge.compared("c", "1", held, asked).state == found.UNCHANGED
    assert judge.compared("c", "", None, asked).state == found.NEW
    told = judge.compared("c", "1", held, {**asked, "system": ["Judge that."]})
    assert told.state == found.CHANGED and told.saw == "system: ['Judge that.']"


def test_a_single_answer_goes_before_the_main_conversation() -> None:
    script = Script((Talk("JUDGE", (), '{"ok": true}'), Talk("MAIN", ())))
    assert script.talk(["MAIN", "JUDGE it"]).last == '{"ok": true}'
    assert script.talk(["MAIN"]).mark == "MAIN"


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_has_a_package_to_install(host: str) -> None:
    assert install.package(host, install.pins())
    with pytest.raises(install.InstallError):
        install.package("cursor", install.pins())


def test_the_outcome_of_a_wired_run_is_what_interpret_says() -> None:
    run = Run(exit=2, stderr="NO", wiring={"command": "C", "event": "PreToolUse"})
    says = interpret("claude-code", "PreToolUse", [run], tool="Bash")
    assert calls.compared(row(), says, seen(text=says.model_text or "")).state == found.UNCHANGED
