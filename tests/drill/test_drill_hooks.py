"""Drill real hooks: what is open is called open, on the hosts where it is, with a proof."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from drilling import CALL, HOOKS, drill, only

from failshut.drill import judge, processes
from failshut.exits import NothingLookedAt, UsageError
from failshut.interpret import HOSTS

NAIVE = ["python3", "naive.py"]
OPEN_FOR_NAIVE = (
    "empty-input",
    "garbage-input",
    "truncated-input",
    "stalled-input",
    "wrong-type",
    "null-input",
    "number-command",
    "array-input",
    "duplicate-keys",
    "bom",
    "foreign-payload",
    "deep-input",
    "two-objects",
    "closed-input",
    "missing-tool",
    "tool-garbage",
    "tool-fails",
    "tool-crashes",
    "tool-hangs",
    "script-empty",
    "script-half",
    "python-path",
)


@pytest.fixture(scope="module")
def naive(tmp_path_factory: pytest.TempPathFactory):
    room = tmp_path_factory.mktemp("naive")
    return drill(room, NAIVE, ["input", "surroundings", "parts"])


@pytest.mark.parametrize("fault", OPEN_FOR_NAIVE)
def test_a_naive_hook_is_open(fault: str, naive) -> None:
    result = only(naive, fault)
    assert result.verdict == judge.OPEN, result
    assert result.proof


@pytest.mark.parametrize("fault", ["no-home", "bare-locale", "read-only-home", "odd-ifs", "preload-noise"])
def test_what_a_naive_hook_survives_is_refused(fault: str, naive) -> None:
    result = only(naive, fault)
    if fault == "read-only-home" and result.verdict == judge.INCONCLUSIVE:
        pytest.skip(result.proof)
    assert result.verdict == judge.REFUSED, result
    assert "naive: force pushes" in (result.model_text or "")


def test_a_python_script_that_is_missing_refuses_by_accident(naive) -> None:
    result = only(naive, "script-gone")  # python3 itself ends with 2 then
    assert result.verdict == judge.REFUSED
    assert "No such file" in (result.model_text or "")


def test_a_careful_hook_is_mostly_shut(tmp_path: Path) -> None:
    report = drill(tmp_path / "room", ["./shut.sh"], ["input", "limits", "signals"])
    found = {
        result.fault.id: result.verdict
        for result in report.results
        if result.fault and result.verdict not in (judge.REFUSED, judge.ABSENT)
    }
    assert found == {
        "stalled-input": judge.OPEN,  # it waits for stdin for ever
        "duplicate-keys": judge.OPEN,  # it looks for the harmless command anywhere in the text
        "closed-stderr": judge.UNREAD,
    }
    assert report.exit_code() == 1


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory):
    room = tmp_path_factory.mktemp("guard")
    names = ["deadline-edge", "bare-interpreter", "stalled-input", "missing-tool"]
    deadline = {"AGENT_GUARD_DEADLINE": "2"}
    return drill(room, ["bash", "agent-guard.sh"], names, HOSTS, variables=deadline)


WAIT = ("codex", "copilot", "cursor", "gemini", "kimi")


def test_the_orphan_costs_its_deadline_on_every_call(guard) -> None:
    for one in guard.unbroken:
        if one.host in WAIT:
            assert one.refuses.held and one.waited >= 1.9, one
            assert one.usual < 1.9
        elif one.host == "claude-code":
            assert not one.refuses.held and one.waited < 1.9


@pytest.mark.parametrize("host", WAIT)
def test_the_orphan_opens_where_it_outlives_the_timeout(host: str, guard) -> None:
    assert only(guard, "deadline-edge", host).verdict == judge.OPEN


def test_where_the_host_does_not_wait_the_orphan_is_harmless(guard) -> None:
    assert only(guard, "deadline-edge").verdict == judge.REFUSED


def test_copilot_never_reads_its_reason(guard) -> None:
    verdicts = {one.host: one.refuses.verdict for one in guard.unbroken}
    assert verdicts["copilot"] == judge.UNREAD
    assert {verdicts[host] for host in HOSTS if host not in ("copilot", "antigravity")} == {judge.REFUSED}
    assert verdicts["antigravity"] == judge.OPEN  # it doesn't read that payload


@pytest.mark.parametrize("host", ["codex", "copilot", "cursor"])
def test_the_bare_interpreter_executes_the_payload(host: str, guard) -> None:
    result = only(guard, "bare-interpreter", host)
    assert result.verdict == judge.EXECUTED
    assert "left its mark" in result.proof


@pytest.mark.parametrize("host", ["claude-code", "kimi"])
def test_where_args_count_nothing_is_executed(host: str, guard) -> None:
    assert only(guard, "bare-interpreter", host).verdict == judge.ABSENT


def test_the_tools_it_starts_are_seen(guard) -> None:
    assert {"bash", "jq", "grep", "sleep"} <= set(guard.tools)


def test_a_switch_of_the_host_closes_what_it_covers(tmp_path: Path) -> None:
    names = ["missing-tool", "tool-fails", "tool-hangs", "tool-garbage"]
    extra: dict[str, object] = {"onFailure": "block"}
    report = drill(tmp_path / "room", NAIVE, names, extra=extra)
    assert only(report, "missing-tool").verdict == judge.REFUSED
    assert only(report, "tool-fails").verdict in (judge.REFUSED, judge.UNREAD)
    assert only(report, "tool-hangs").verdict == judge.UNREAD
    assert only(report, "tool-garbage").verdict == judge.OPEN  # it succeeds, so the switch sees nothing


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [
        ("service-refuses", judge.REFUSED),
        ("service-hangs", judge.OPEN),
        ("service-garbage", judge.OPEN),
        ("service-error", judge.OPEN),
    ],
)
def test_a_service_is_stood_in_for(fault: str, verdict: str, tmp_path: Path) -> None:
    # Nothing listens on the hook's own port, so unbroken it refuses; what it does then is tested.
    report = drill(tmp_path / "room", ["python3", "asks_service.py", "strict"], [fault])
    result = only(report, fault)
    assert (result.verdict, bool(result.proof)) == (verdict, True), result


def test_a_service_may_be_named_by_a_variable(tmp_path: Path) -> None:
    asks = 'read -r x; curl -sf "$POLICY_URL/judge" >/dev/null && exit 0; '
    hook = asks + "echo 'the service said no' >&2; exit 2"
    variables = {"POLICY_URL": "http://127.0.0.1:9"}
    names = ["service-garbage", "service-error"]
    report = drill(tmp_path / "room", [hook], names, variables=variables, services=["POLICY_URL"])
    assert only(report, "service-garbage").verdict == judge.OPEN
    assert only(report, "service-error").verdict == judge.REFUSED


def test_nothing_is_left_running_or_changed(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for folder in (home, project / "hooks"):
        folder.mkdir(parents=True)
    (project / "data.txt").write_text("as it was\n")
    hook = project / "hooks" / "hook.sh"
    hook.write_text(
        "#!/bin/sh\ncat >/dev/null\nsetsid sleep 300 >/dev/null 2>&1 &\necho changed >>data.txt\n"
        'echo log >>"$HOME/log"\necho "# more" >>"$0"\necho "hook: not allowed" >&2\nexit 2\n'
    )
    hook.chmod(0o755)
    before = hook.read_bytes()
    room = tmp_path / "room"
    report = drill(room, ["hooks/hook.sh"], ["bom", "script-gone", "killed"], cwd=project, home=home)
    assert only(report, "bom").verdict == judge.REFUSED
    assert (project / "data.txt").read_text() == "as it was\n"
    assert hook.read_bytes() == before
    assert os.listdir(home) == []
    assert processes.started_in(str(room)) == []


PLACES = [
    ("hooks/guard.py", ["python3", "hooks/guard.py"]),
    ("hooks/guard.py", ["python3 hooks/guard.py"]),
    ("hooks/guard.py", ['python3 "$CLAUDE_PROJECT_DIR"/hooks/guard.py']),
    ("hooks/guard.py", ["python3", "{project}/hooks/guard.py"]),
    ("../home/.claude/guard.py", ["python3 ~/.claude/guard.py"]),
    ("../home/.claude/guard.py", ["python3", "{home}/.claude/guard.py"]),
    ("../elsewhere/guard.py", ["python3", "{project}/../elsewhere/guard.py"]),
]


@pytest.mark.parametrize(("place", "words"), PLACES, ids=[" ".join(words) for _, words in PLACES])
def test_the_hooks_own_files_are_found_and_broken(place: str, words: list[str], tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    script = (project / place).resolve()
    script.parent.mkdir(parents=True, exist_ok=True)
    (script.parent / "helper.py").write_text("WORD = 'force'\n")
    script.write_text(
        "import sys, helper\nif helper.WORD in sys.stdin.read():\n"
        "    print('guard: not allowed', file=sys.stderr)\n    sys.exit(2)\n"
    )
    filled = [word.replace("{project}", str(project)).replace("{home}", str(home)) for word in words]
    report = drill(tmp_path / "room", filled, ["script-empty"], cwd=project, home=home)
    assert report.unbroken[0].refuses.verdict == judge.REFUSED
    assert only(report, "script-empty").verdict == judge.OPEN
    assert script.read_bytes()


def test_a_hook_that_refuses_nothing_has_nothing_to_break(tmp_path: Path) -> None:
    with pytest.raises(NothingLookedAt, match="Name a call that it refuses with --call"):
        drill(tmp_path / "room", ["true"], ["bom"], call="")
    with pytest.raises(UsageError, match="give the hook's command"):
        drill(tmp_path / "room2", [" "], ["bom"])


def test_a_call_is_found_when_none_is_named(tmp_path: Path) -> None:
    hook = "grep -q 'rm -rf /' && { echo 'no deleting here' >&2; exit 2; }; exit 0"
    report = drill(tmp_path / "room", [hook], ["bom"], call="")
    assert report.call == "rm -rf /"


def test_without_tools_and_files_there_is_nothing_to_break(tmp_path: Path) -> None:
    report = drill(tmp_path / "room", ["echo 'never allowed' >&2; exit 2"], ["tool-hangs", "script-gone"])
    assert report.results == []  # it starts no tool and has no files


def test_a_fault_that_did_not_happen_is_inconclusive(tmp_path: Path) -> None:
    # From its fourth run on the hook doesn't start the tool any more.
    count = tmp_path / "count"
    hook = (
        f"n=$(cat {count} 2>/dev/null || echo 0); echo $((n + 1)) >{count}; "
        "[ $n -lt 3 ] && sed p </dev/null; echo 'not allowed' >&2; exit 2"
    )
    report = drill(tmp_path / "room", [hook], ["tool-hangs"])
    result = only(report, "tool-hangs")
    assert (result.verdict, result.proof) == (judge.INCONCLUSIVE, "nothing shows that it happened")
    assert report.exit_code() == 4


def test_gates_end_the_turn_when_they_break(tmp_path: Path) -> None:
    hook = "cat >/dev/null; echo 'run the tests first' >&2; exit 2"
    names = ["missing-tool", "stalled-input"]
    report = drill(tmp_path / "room", [hook], names, events=["Stop", "PostToolUse"])
    assert [one.event for one in report.unbroken] == ["Stop"]
    assert report.unbroken[0].refuses.verdict == judge.KEPT
    assert only(report, "stalled-input").verdict == judge.ENDS
    assert any("nothing at PostToolUse" in note for note in report.notes)


def test_the_fixture_is_a_guard_that_works() -> None:
    done = subprocess.run(
        ["bash", "agent-guard.sh"],
        cwd=HOOKS,
        input=json.dumps({"tool_input": {"command": CALL}}),
        env={**os.environ, "AGENT_GUARD_DEADLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and CALL in done.stderr
