"""``interpret`` has an outcome for every run, and a cell behind every outcome."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.interpret import HOSTS, Run, contract, interpret, run_from_row
from failshut.interpret.contracts import EFFECTS

EVENTS = [(host, event) for host in HOSTS for event in contract(host).events]
KEYS = (
    "decision",
    "reason",
    "permission",
    "permissionDecision",
    "permissionDecisionReason",
    "hookSpecificOutput",
    "hookEventName",
    "additionalContext",
    "systemMessage",
    "continue",
    "stopReason",
    "updatedInput",
    "modifiedArgs",
    "user_message",
    "type",
    "async",
    "ok",
)
WORDS = ("deny", "block", "ask", "allow", "PreToolUse", "progress", "", " ", "\ud800", "R")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=8,
)
OUTPUTS = st.text(max_size=40) | st.builds(
    lambda parts, end: "\n".join(json.dumps(part) for part in parts)[: end or None],
    st.lists(VALUES, min_size=1, max_size=2),
    st.integers(-3, 0),
)
TYPES = ("command", "http", "prompt", "agent", "mcp_tool", "sdk-callback")
RUNS = st.builds(
    Run,
    exit=st.none() | st.sampled_from((0, 1, 2, 3, 126, 127, 255)),
    signal=st.none() | st.sampled_from((9, 11, 15, 64)),
    stdout=OUTPUTS,
    stderr=OUTPUTS,
    timed_out=st.booleans(),
    spawn_error=st.none() | st.just("ENOENT: no such file or directory: /x"),
    holds_pipe=st.booleans(),
    wiring=st.fixed_dictionaries(
        {"type": st.sampled_from(TYPES), "command": st.text(max_size=9)},
        optional={
            "onFailure": st.sampled_from(("block", "continue")),
            "async": st.booleans(),
            "failClosed": st.booleans(),
            "matcher": st.sampled_from(("", "*", "Bash", "Bash[", "(?i)x")),
            "status": st.sampled_from((200, 403, 500)),
            "continueOnBlock": st.booleans(),
        },
    ),
    fired=st.sampled_from((None, True, False)),
)
SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "flags": st.lists(st.sampled_from(("--yolo", "--permission-mode", "plan", "-p"))),
        "ui": st.just("interactive"),
        "permissions": st.just({"deny": ["Bash(x*)"], "ask": ["Bash"]}),
    },
)


@settings(max_examples=600, deadline=None)
@given(
    place=st.sampled_from(EVENTS),
    runs=st.lists(RUNS, max_size=3),
    tool=st.sampled_from(("", "Bash", "bash", "Write", "mcp__a__b")),
    switches=SWITCHES,
)
def test_every_run_has_an_outcome(
    place: tuple[str, str], runs: list[Run], tool: str, switches: dict[str, object]
) -> None:
    host, event = place
    outcome = interpret(host, event, runs, tool=tool, switches=switches, call_text="x {y}")
    assert outcome.effect in EFFECTS
    assert outcome.cell.removeprefix(f"{host}/") in contract(host).cells
    if outcome.effect in ("ran", "stopped"):
        assert outcome.model_text is None


@given(
    hook=st.dictionaries(
        st.sampled_from(("wiring", "exit", "signal", "stdout", "stderr", "notes", "stdout_len")),
        st.none() | st.integers(0, 999) | st.text(max_size=30) | st.just({"extra": {"async": True}}),
    )
)
def test_every_hook_object_gives_a_run(hook: dict[str, object]) -> None:
    assert isinstance(run_from_row(hook), Run)


def test_cut_texts_get_their_length_back() -> None:
    head = '{"hookSpecificOutput":{"permissionDecisionReason":"aaaa'
    run = run_from_row({"stdout": head + "…", "stdout_len": 5000, "stderr": "x\ny\nz…"})
    assert len(run.stdout) == 5000
    assert json.loads(run.stdout)["hookSpecificOutput"]["permissionDecisionReason"].strip("a") == ""
    lines = run_from_row({"stderr": "one\ntwo\nth…", "stderr_len": 100}).stderr
    assert (len(lines), lines[:12], lines[-1]) == (100, "one\ntwo\ntwo\n", "\n")
