"""Gemini CLI takes from its settings what the recorded rows say, layer by layer."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from failshut.interpret import contract
from failshut.interpret.loading import files_from_row, fires, loading

FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "outcomes" / "gemini"
ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (FIXTURES / "config.jsonl").read_text(encoding="utf-8").splitlines()
]
TOLD = [row for row in ROWS if row["hooks_loaded"] is not None]
LET_GO = tomllib.loads((FIXTURES / "unexplained.toml").read_text(encoding="utf-8"))["let-go"]
GUARD = "BeforeTool"
PROJECT, USER, SYSTEM = ".gemini/settings.json", "~/.gemini/settings.json", "/etc/gemini-cli/settings.json"
EXTENSION = "~/.gemini/extensions/x/hooks/hooks.json"
HOOK = {"type": "command", "command": "guard", "name": "g"}


def files(row: dict[str, Any]) -> dict[str, str]:
    """Return the row's files; rows about a matcher hold nothing but the group's own keys."""
    found = files_from_row(row)
    group = json.loads(row["config"]) if row["what"].startswith(f"{GUARD} matcher") else None
    return found if group is None else {PROJECT: hooks(HOOK, **group)}


def hooks(*handlers: object, event: str = GUARD, **group: object) -> str:
    return json.dumps({"hooks": {event: [{"hooks": list(handlers), **group}]}})


def alive(row: dict[str, Any]) -> bool:
    """Say whether the guard would run on the row's tool."""
    told = re.search(r"tool (\w+)$", row["what"])
    tool = told[1] if told else contract("gemini").phrase("facts/shell-tool")
    found = loading("gemini", files(row), switches=row.get("switches", {}), version=row["host_version"])
    return any(entry.event == GUARD and fires("gemini", entry, tool) for entry in found.entries)


KINDS = {
    # The row tells in words only where the host was started, or below which folder the file lies.
    "told-place": lambda row: "below" in row["what"],
    # The row tells in words only that another file holds the guard.
    "told-guard": lambda row: (
        "guard is in the user settings" in row["what"] and "user" not in row["config"]
    ),
}


@pytest.mark.parametrize("row", TOLD, ids=[row["case"] for row in TOLD])
def test_row(row: dict[str, Any]) -> None:
    assert alive(row) == row["hooks_loaded"] or any(kind(row) for kind in KINDS.values())


def test_what_is_let_go_is_counted() -> None:
    wrong = [row for row in TOLD if alive(row) != row["hooks_loaded"]]
    kinds = [next(kind for kind, fits in KINDS.items() if fits(row)) for row in wrong]
    entries = [entry for entry in LET_GO if entry["rows"] == "config"]
    assert {kind: kinds.count(kind) for kind in kinds} == {e["kind"]: e["count"] for e in entries}
    assert all(entry["reason"] and entry["what"] == "loaded" for entry in entries)


def reasons(files: dict[str, str], **switches: object) -> list[str]:
    found = loading("gemini", files, switches=switches)
    assert all(drop.reason for drop in found.dropped)
    return [drop.cell.removeprefix("gemini/load/") for drop in found.dropped] or ["loaded"] * bool(
        found.entries
    )


def settings(**keys: object) -> str:
    return json.dumps(keys)


ENV = {"env": {"GEMINI_CLI_TRUST_WORKSPACE": "true"}}
NO = {"env": {"GEMINI_CLI_TRUST_WORKSPACE": "false"}}
MOVED = {"env": {**ENV["env"], "GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/s.json"}}
LISTED = {PROJECT: hooks(HOOK), "~/.gemini/trustedFolders.json": '{"/a":"TRUST_FOLDER"}'}
UNASKED = {"security": {"folderTrust": {"enabled": False}}}


@pytest.mark.parametrize(
    ("files", "switches", "expected"),
    [
        ({PROJECT: hooks(HOOK)}, {}, ["loaded"]),
        ({PROJECT: hooks(HOOK)}, ENV, ["loaded"]),
        ({PROJECT: hooks(HOOK)}, {"flags": []}, ["no-trust"]),
        ({PROJECT: hooks(HOOK)}, NO, ["no-trust"]),
        ({PROJECT: hooks(HOOK)}, {"flags": ["--skip-trust"]}, ["project-unread"]),
        ({USER: hooks(HOOK)}, {"flags": ["--skip-trust"]}, ["loaded"]),
        ({USER: settings(**UNASKED), PROJECT: hooks(HOOK)}, {"flags": []}, ["loaded"]),
        ({USER: settings(**UNASKED, **json.loads(hooks(HOOK)))}, NO, ["untrusted"]),
        ({EXTENSION: hooks(HOOK), USER: settings(**UNASKED)}, NO, ["loaded"]),
        ({EXTENSION: "// c\n{}"}, ENV, ["bad-extension"]),
        (LISTED, {"flags": [], "project": "/a/b"}, ["loaded"]),
        (LISTED, {"flags": [], "project": "/ab"}, ["no-trust"]),
        ({PROJECT: "/* x */ " + hooks(HOOK | {"command": 'echo // \\" /*'})}, ENV, ["loaded"]),
        ({PROJECT: "\ufeff" + hooks(HOOK)}, ENV, ["bad-json"]),
        ({PROJECT: "[]"}, ENV, ["bad-json"]),
        ({PROJECT: ""}, ENV, ["bad-json"]),
        ({SYSTEM: "{", USER: hooks(HOOK)}, ENV, ["bad-json"]),
        ({"/s.json": hooks(HOOK)}, MOVED, ["loaded"]),
        ({"/s.json": hooks(HOOK)}, ENV, []),
        ({PROJECT: hooks({"type": "http", "url": "u"})}, ENV, ["bad-hook"]),
        ({PROJECT: hooks({"type": "command"})}, ENV, ["bad-hook"]),
        ({PROJECT: settings(hooks={GUARD: [HOOK]})}, ENV, ["bad-group"]),
        ({PROJECT: settings(hooks=1)}, ENV, ["bad-event"]),
        ({PROJECT: hooks(HOOK, event="preToolUse")}, ENV, ["unknown-event"]),
        ({PROJECT: hooks(HOOK, matcher=1), EXTENSION: hooks(HOOK)}, ENV, ["bad-matcher", "bad-matcher"]),
        ({PROJECT: hooks(HOOK, matcher=0)}, ENV, ["loaded"]),
        ({PROJECT: hooks(HOOK, matcher=["x"], event="BeforeAgent")}, ENV, ["loaded"]),
        ({PROJECT: settings(hooksConfig={"disabled": ["g"]}), SYSTEM: hooks(HOOK)}, ENV, ["disabled"]),
        ({PROJECT: settings(hooksConfig={"disabled": ["guard"]}), SYSTEM: hooks(HOOK)}, ENV, ["loaded"]),
        ({PROJECT: settings(hooksConfig={"enabled": False}), EXTENSION: hooks(HOOK)}, ENV, ["off"]),
    ],
)
def test_what_drops_a_hook(files: dict[str, str], switches: dict[str, object], expected: list[str]) -> None:
    assert reasons(files, **switches) == expected


def test_the_host_does_not_start_with_broken_settings_or_without_trust() -> None:
    assert not loading("gemini", {PROJECT: "{"}).starts
    assert not loading("gemini", {}, switches={"flags": []}).starts
    assert loading("gemini", {}).starts


def test_all_layers_add_up_in_order_and_doubles_run_once() -> None:
    second = HOOK | {"name": "h"}
    named = {SYSTEM: hooks(HOOK, second), PROJECT: hooks(HOOK), EXTENSION: hooks(HOOK, matcher="x")}
    found = loading("gemini", named)
    assert [(entry.file, entry.where) for entry in found.entries] == [
        (PROJECT, "hooks.BeforeTool[0].hooks[0]"),
        (SYSTEM, "hooks.BeforeTool[0].hooks[1]"),
        (EXTENSION, "hooks.BeforeTool[0].hooks[0]"),
    ]
    assert [drop.cell for drop in found.dropped] == ["gemini/load/double"]
