"""What Copilot takes from its files, place by place and entry by entry."""

from __future__ import annotations

import json
from typing import Any

import pytest

from failshut.interpret import contract
from failshut.interpret.loading import fires, loading
from failshut.interpret.types import Entry

DENY = """echo '{"permissionDecision": "deny", "permissionDecisionReason": "R"}'"""
FLAT = {"preToolUse": [{"type": "command", "bash": DENY}]}
NESTED = {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": DENY}]}]}
SPOILT = {
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "prompt", "prompt": "x"}, *NESTED["PreToolUse"]]}]
}
TRUST = {"repo_hooks_trusted": True}


def guards(files: dict[str, str], switches: dict[str, Any]) -> list[Entry]:
    found = loading("copilot", files, switches=switches)
    return [entry for entry in found.entries if contract("copilot").events[entry.event] == "pre-tool"]


@pytest.mark.parametrize(
    ("place", "hooks", "switches", "cell"),
    [
        (".github/hooks/deep/a.json", FLAT, TRUST, ""),
        (".claude/settings.json", NESTED, TRUST, ""),
        (".claude/settings.local.json", NESTED, TRUST, ""),
        (".github/copilot/settings.json", FLAT, TRUST, ""),
        ("~/.copilot/hooks/u.json", FLAT, {}, ""),
        ("~/.copilot/settings.json", FLAT, {}, ""),
        ("/etc/github-copilot/policy.d/p.json", FLAT, {}, ""),
        ("~/alt/hooks/u.json", FLAT, {"env": {"COPILOT_HOME": "$HOME/alt"}}, ""),
        (".github/hooks/a.json", FLAT, {"args": ["--trust-folder"]}, ""),
        (".github/hooks/a.json", FLAT, {"args": ["--yolo"]}, "untrusted"),
        (".claude/settings.json", NESTED, {}, "untrusted"),
        ("~/.claude/settings.json", NESTED, TRUST, "not-read"),
        (".copilot/hooks/a.json", FLAT, TRUST, "not-read"),
        (".cursor/hooks.json", FLAT, TRUST, "not-read"),
        (".codex/hooks.json", NESTED, TRUST, "not-read"),
        (".agents/hooks.json", FLAT, TRUST, "not-read"),
        (".claude/settings.json", SPOILT, TRUST, "strict-settings"),
        (
            ".github/copilot/settings.json",
            {"preToolUse": [{}, *FLAT["preToolUse"]]},
            TRUST,
            "strict-settings",
        ),
        (".claude/settings.json", {"PreToolUse": [{"matcher": ""}]}, TRUST, "strict-settings"),
        (".claude/settings.json", {"PostToolUse": [{"matcher": ""}]}, TRUST, "strict-settings"),
        (".claude/settings.json", {**NESTED, "WorktreeCreate": []}, TRUST, "unknown-event"),
    ],
)
def test_a_guard_in_its_place(
    place: str, hooks: dict[str, Any], switches: dict[str, Any], cell: str
) -> None:
    files = {place: json.dumps({"version": 1, "hooks": hooks})}
    found = loading("copilot", files, switches=switches)
    assert bool(guards(files, switches)) == (cell in ("", "unknown-event"))
    assert {drop.cell for drop in found.dropped} >= ({f"copilot/load/{cell}"} if cell else set())


@pytest.mark.parametrize(
    ("entry", "cell"),
    [
        ({"bash": 7}, "no-command"),
        ({"exec": "g", "args": []}, ""),
        ({"exec": "g", "command": "g"}, "exec-and-shell"),
        ({"bash": "g", "timeoutSec": True}, "bad-timeout"),
        ({"bash": "g", "timeout": 0.5}, ""),
        ({"bash": "g", "env": {"A": 1}}, "bad-env"),
        ({"bash": "g", "matcher": "*"}, "bad-matcher"),
        ({"bash": "g", "matcher": "("}, "bad-matcher"),
        ({"type": "agent", "bash": "g"}, "bad-type"),
        ({"type": "http", "url": "https://guard.example/x"}, ""),
        ({"type": "http", "url": "http://127.0.0.1:9/x"}, "bad-url"),
        ({"type": "http"}, "bad-url"),
        ("g", "bad-entry"),
    ],
)
def test_one_bad_entry_in_a_hook_file_costs_itself_only(entry: object, cell: str) -> None:
    hooks = {"preToolUse": [entry, {"bash": "good"}]}
    found = loading("copilot", {"~/.copilot/hooks/a.json": json.dumps({"hooks": hooks})})
    assert [drop.cell for drop in found.dropped] == ([f"copilot/load/{cell}"] if cell else [])
    assert found.entries[-1].wiring == {"bash": "good"}


def test_layers_add_up_in_order_and_one_switch_silences_all_but_policy() -> None:
    places = ("/etc/github-copilot/policy.d/p.json", "~/.copilot/hooks/u.json", ".github/hooks/a.json")
    files = {place: json.dumps({"hooks": FLAT}) for place in reversed(places)}
    assert tuple(entry.file for entry in guards(files, TRUST)) == places
    files[".claude/settings.json"] = json.dumps({"disableAllHooks": True})
    assert tuple(entry.file for entry in guards(files, TRUST)) == places[:1]


@pytest.mark.parametrize(
    ("event", "matcher", "tool", "takes"),
    [
        ("PreToolUse", "bash", "Bash", True),
        ("PreToolUse", "Edit|Write", "create", True),
        ("PreToolUse", "Edit", "apply_patch", True),
        ("PreToolUse", "B.*", "bash", True),
        ("PreToolUse", "**", "view", True),
        ("PreToolUse", "Edit, Bash", "bash", False),
        ("preToolUse", "Bash", "bash", False),
        ("preToolUse", "(?i)BASH", "bash", False),
        ("preToolUse", None, "anything", True),
        ("postToolUse", "bash|edit", "edit", True),
        ("sessionStart", "x", "", True),
        ("PostToolUse", "*", "bash", True),  # measured: the file's other hooks hold
        ("Stop", "*", "", True),
    ],
)
def test_a_matcher_takes_a_tool(event: str, matcher: object, tool: str, takes: bool) -> None:
    assert fires("copilot", Entry("f", "w", event, matcher, {}), tool) is takes
