"""Recorded rows of configuration files are answered as the real hosts took them, or not at all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from failshut.interpret.configured import files_from_row, readings, tool_from_row
from failshut.simulate.rows import answer
from outcomes import HOSTS, LET_GO, Row, excuse, fired, load, mismatches, predicted

ROWS = [row for host in HOSTS for row in load(host, "config")]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['host']}:{row['case']}" for row in ROWS])
def test_row(row: Row) -> None:
    seen = predicted(row)
    wrong = [what for what in mismatches(row, seen) if excuse(row, seen, what) is None]
    assert not wrong, (wrong, seen, row["hooks_loaded"], row["effect"], row.get("model_text"))


@pytest.mark.parametrize("host", HOSTS)
def test_what_is_let_go_is_counted(host: str) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for row in load(host, "config"):
        seen = predicted(row)
        for what in mismatches(row, seen):
            counted[str(excuse(row, seen, what)), what] += 1
    entries = [entry for entry in LET_GO[host] if entry["rows"] == "config"]
    assert dict(counted) == {(entry["kind"], entry["what"]): entry["count"] for entry in entries}


def test_no_row_is_answered_wrongly_where_it_can_be_decided() -> None:
    for row in ROWS:
        loaded = predicted(row).loaded
        assert loaded is None or row["hooks_loaded"] is None or loaded is row["hooks_loaded"], row["case"]


def test_enough_guards_fire_with_the_text_of_the_row() -> None:
    told = [
        row for row in ROWS if fired(row) and row.get("model_text") and not mismatches(row, predicted(row))
    ]
    assert len(told) > 60


def row(host: str, config: object, what: str = "", **more: Any) -> Row:
    text = config if config is None or isinstance(config, str) else json.dumps(config)
    return {"host": host, "config": text, "what": what, **more}


CLAUDE = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo NO >&2; exit 2"}]}]}}
COPILOT = {"hooks": {"preToolUse": [{"bash": "exit 2"}]}}


@pytest.mark.parametrize(
    ("given", "places"),
    [
        (row("claude-code", CLAUDE), [".claude/settings.json"]),
        (row("claude-code", CLAUDE, "~/.claude/settings.json: one guard"), ["~/.claude/settings.json"]),
        (row("claude-code", CLAUDE, "a guard in settings.local.json"), [".claude/settings.local.json"]),
        (row("claude-code", CLAUDE, "settings.json with a typo"), [".claude/settings.json"]),
        (
            row("claude-code", CLAUDE, "file behind --settings", switches={"flags": ["--settings", "/x"]}),
            ["/x"],
        ),
        (row("codex", "[hooks]", "guard in config.toml"), ["~/.codex/config.toml"]),
        (row("codex", "a = 1", "requirements.toml alone"), ["/etc/codex/requirements.toml"]),
        (row("codex", CLAUDE, "<project>/.codex/hooks.json, new project"), [".codex/hooks.json"]),
        (row("codex", {"codex/hooks.json": CLAUDE, "config.toml": "a = 1"}), [
            "/etc/codex/hooks.json",
            "~/.codex/config.toml",
        ]),
        (row("copilot", COPILOT, "a file in policy.d"), ["/etc/github-copilot/policy.d/a.json"]),
        (row("copilot", COPILOT, "guard in ~/.copilot/hooks, no trust"), ["~/.copilot/hooks/a.json"]),
        (row("copilot", COPILOT, "guard in ~/.copilot/hooks/g.json"), ["~/.copilot/hooks/g.json"]),
        (
            row(
                "copilot",
                COPILOT,
                "a file of $COPILOT_HOME/hooks",
                switches={"env": {"COPILOT_HOME": "$HOME/c/"}},
            ),
            ["~/c/hooks/a.json"],
        ),
        (row("kimi", {"config.toml": "", "home/x.json": "{}"}), ["~/.kimi-code/config.toml", "~/x.json"]),
        (row("gemini", {"user": CLAUDE, "extension": [{}, {}]}), [
            "~/.gemini/settings.json",
            "~/.gemini/extensions/0/hooks/hooks.json",
            "~/.gemini/extensions/1/hooks/hooks.json",
        ]),
        (row("claude-code", None, "nothing"), []),
    ],
)  # fmt: skip
def test_where_texts_stand(given: Row, places: list[str]) -> None:
    assert list(files_from_row(given)) == places


def test_two_places_for_one_text_are_decided_only_when_both_agree() -> None:
    two = "the same guard in .claude/settings.json or .cursor/hooks.json"
    assert len(readings(row("claude-code", CLAUDE, two))) == 2
    assert answer(row("claude-code", CLAUDE, two))["hooks_loaded"] is None
    assert answer(row("claude-code", "{", two))["hooks_loaded"] is False


@pytest.mark.parametrize(
    ("given", "tool"),
    [
        (row("codex", "", "matcher X, tool apply_patch"), "apply_patch"),
        (row("copilot", "", "a matcher for the MCP tool srv-do"), "srv-do"),
        (row("copilot", "", "the tool is refused"), "bash"),
        (row("gemini", "", ""), "run_shell_command"),
        (row("kimi", "", "matcher X, tool Read", tool="Write"), "Write"),
    ],
)
def test_which_tool_a_row_is_about(given: Row, tool: str) -> None:
    assert tool_from_row(given) == tool


@pytest.mark.parametrize(
    ("given", "loaded", "effect"),
    [
        (row("claude-code", None), None, "unknown"),
        (row("claude-code", None, "only .github/x.json and .claude/hooks.json"), False, "ran"),
        (row("claude-code", None, "a guard in ~/.claude/settings.json"), None, "unknown"),
        (row("claude-code", CLAUDE), True, "blocked"),
        (row("claude-code", CLAUDE, ".claude/hooks.json instead"), False, "ran"),
        (row("claude-code", {"model": "x"}, "the guard is in another file"), None, "unknown"),
        (row("claude-code", '{"hooks": {"PreToolUse": [{"hoo…'), None, "unknown"),
        (row("claude-code", CLAUDE, "", tool="Write"), True, "blocked"),
        (row("gemini", {"matcher": "read"}, "BeforeTool matcher read, tool read_file"), True, "unknown"),
        (row("gemini", {"matcher": "x"}, "BeforeTool matcher x, tool read_file"), False, "ran"),
        (row("gemini", {}, "BeforeTool matcher left out, tool read_file"), True, "unknown"),
        (row("kimi", {"matcher": 'a"b'}, "PreToolUse matcher, tool Bash"), False, "ran"),
        (row("codex", {"codex/requirements.toml": ""}, "guard in hooks.json"), False, "ran"),
        (
            row(
                "codex",
                {"codex/requirements.toml": ""},
                "guard in hooks.json",
                switches={"bypass_hook_trust": True},
            ),
            None,
            "unknown",
        ),
        (
            row(
                "codex",
                {"codex/requirements.toml": "allow_managed_hooks_only = true"},
                "guard in hooks.json",
                switches={"bypass_hook_trust": True},
            ),
            False,
            "ran",
        ),
        (row("codex", {".codex/hooks.json": CLAUDE}, "project trusted"), None, "unknown"),
        (row("codex", {".codex/hooks.json": CLAUDE}, "a new project"), False, "ran"),
        (row("copilot", COPILOT, "policy.d, mode 0644 for others"), None, "unknown"),
        (row("gemini", "{"), False, "ended"),
    ],
)
def test_what_can_be_told(given: Row, loaded: bool | None, effect: str) -> None:
    said = answer(given)
    assert (said["hooks_loaded"], said["effect"]) == (loaded, effect)
    assert said["model_text"] is None or effect == "blocked"


def test_a_matcher_that_leaves_the_call_out_is_loaded_where_the_log_tells() -> None:
    entry = {"type": "command", "bash": "exit 2", "matcher": "edit"}
    said = answer(row("copilot", {"hooks": {"preToolUse": [entry]}}, switches={"repo_hooks_trusted": True}))
    assert (said["hooks_loaded"], said["effect"]) == (True, "ran")
