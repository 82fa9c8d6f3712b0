"""What Cursor takes from its files, by documents and reports: no row of a real run exists."""

from __future__ import annotations

import json

import pytest

from failshut.interpret import Run, interpret
from failshut.interpret.loading import fires, loading
from failshut.interpret.types import Entry

GUARD = {"command": "guard", "failClosed": True}
NATIVE = {"version": 1, "hooks": {"preToolUse": [GUARD]}}
CLAUDE = {
    "hooks": {
        "PreToolUse": [{"matcher": "Write|Edit|Bash", "hooks": [{"type": "command", "command": "g"}]}]
    }
}


def native(**change: object) -> str:
    return json.dumps({**NATIVE, **change})


def entry(**change: object) -> str:
    return native(hooks={"preToolUse": [{**GUARD, **change}]})


@pytest.mark.parametrize(
    ("place", "text", "switches", "cell"),
    [
        (".cursor/hooks.json", native(), {}, ""),
        ("~/.cursor/hooks.json", native(), {"trusted": False}, ""),
        ("/etc/cursor/hooks.json", native(), {"trusted": False, "cloud": True}, ""),
        (".cursor/hooks.json", native(), {"trusted": False}, "untrusted"),
        ("~/.cursor/hooks.json", native(), {"cloud": True}, "cloud"),
        (".claude/settings.json", json.dumps(CLAUDE), {}, ""),
        ("~/.claude/settings.json", json.dumps(CLAUDE), {}, ""),
        (".claude/settings.local.json", json.dumps(CLAUDE), {"third_party": False}, "imports-off"),
        (".claude/settings.json", "{", {}, "not-json"),
        (".cursor/settings.json", native(), {}, "not-read"),
        (".cursor/hooks.json", "// note\n" + native(), {}, "not-json"),
        (".cursor/hooks.json", "[]", {}, "not-json"),
        (".cursor/hooks.json", native(version=2), {}, "bad-version"),
        (".cursor/hooks.json", native(version=True), {}, "bad-version"),
        (".cursor/hooks.json", json.dumps({"hooks": NATIVE["hooks"]}), {}, "bad-version"),
        (".cursor/hooks.json", native(hooks={"preToolUse": GUARD}), {}, "not-a-list"),
        (
            ".cursor/hooks.json",
            native(hooks={"preToolUse": [GUARD], "beforeFileEdit": []}),
            {},
            "unknown-event",
        ),
        (".cursor/hooks.json", native(note="x"), {}, ""),
        (".cursor/hooks.json", entry(note="x"), {}, ""),
        (".cursor/hooks.json", entry(command="curl http://guard.example"), {}, "url"),
        (".cursor/hooks.json", entry(command=7), {}, "bad-entry"),
        (".cursor/hooks.json", entry(type="http"), {}, "bad-entry"),
        (".cursor/hooks.json", entry(type="prompt", prompt="Is it safe?"), {}, ""),
        (".cursor/hooks.json", entry(matcher=["Shell"]), {}, "bad-entry"),
        (".cursor/hooks.json", entry(timeout="10"), {}, "bad-timeout"),
        (".cursor/hooks.json", entry(timeout=0), {}, "bad-timeout"),
        (".cursor/hooks.json", native(hooks={"preToolUse": ["guard"]}), {}, "bad-entry"),
    ],
)
def test_a_guard_in_its_file(place: str, text: str, switches: dict[str, object], cell: str) -> None:
    found = loading("cursor", {place: text}, switches=switches)
    assert [one.event for one in found.entries] == ([] if cell else ["preToolUse"])
    assert [drop.cell for drop in found.dropped] == ([f"cursor/load/{cell}"] if cell else [])
    assert found.starts


def test_one_lost_file_costs_no_other() -> None:
    files = {
        "~/.cursor/hooks.json": native(),
        ".cursor/hooks.json": native(version=2),
        "/etc/cursor/hooks.json": native(),
    }
    found = loading("cursor", files)
    assert [one.file for one in found.entries] == ["/etc/cursor/hooks.json", "~/.cursor/hooks.json"]
    assert found.entries[0].wiring == GUARD


def test_an_import_loses_arguments_switches_and_what_has_no_counterpart() -> None:
    handler = {"type": "command", "command": "bash", "args": ["g.sh"], "onFailure": "block", "timeout": 5}
    hooks = {
        "PreToolUse": [{"hooks": [handler, {"type": "prompt", "prompt": "x"}]}],
        "Notification": [{"hooks": [handler]}],
    }
    found = loading("cursor", {".claude/settings.json": json.dumps({"hooks": hooks})})
    assert [one.wiring for one in found.entries] == [{"type": "command", "command": "bash", "timeout": 5}]
    assert [drop.where for drop in found.dropped] == [
        "hooks.PreToolUse[0].hooks[1]",
        "hooks.Notification[0].hooks[0]",
    ]


@pytest.mark.parametrize(
    ("file", "event", "matcher", "tool", "takes"),
    [
        (".cursor/hooks.json", "preToolUse", None, "Delete", True),
        (".cursor/hooks.json", "preToolUse", "*", "Shell", True),
        (".cursor/hooks.json", "preToolUse", "Shell|Write", "Shell", True),
        (".cursor/hooks.json", "preToolUse", "Bash", "Shell", False),
        (".cursor/hooks.json", "beforeShellExecution", "", "Shell", True),
        (".cursor/hooks.json", "beforeShellExecution", "git", "Shell", False),
        (".cursor/hooks.json", "beforeMCPExecution", "^add$", "MCP:add", True),
        (".cursor/hooks.json", "beforeReadFile", "TabRead", "Read", False),
        (".claude/settings.json", "preToolUse", "Write|Edit|Bash", "Shell", True),
        (".claude/settings.json", "preToolUse", "Edit", "Write", True),
        (".claude/settings.json", "preToolUse", "Write|Edit|Bash", "Delete", False),
    ],
)
def test_a_matcher_takes_a_tool(file: str, event: str, matcher: str | None, tool: str, takes: bool) -> None:
    assert fires("cursor", Entry(file, "w", event, matcher, {}), tool) is takes


def test_an_imported_entry_has_no_closing_switch() -> None:
    wiring = {"type": "command", "command": "g", "failClosed": True}
    dead = Run(exit=1, wiring=wiring)
    assert interpret("cursor", "preToolUse", [dead]).effect == "blocked"
    imported = Run(exit=1, wiring={**wiring, "where": ".claude/settings.json"})
    assert interpret("cursor", "preToolUse", [imported]).effect == "ran"
