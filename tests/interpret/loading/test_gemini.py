"""Gemini CLI takes from its settings what the real host took, layer by layer."""

from __future__ import annotations

import json

import pytest

from failshut.interpret.loading import loading

GUARD = "BeforeTool"
PROJECT, USER, SYSTEM = ".gemini/settings.json", "~/.gemini/settings.json", "/etc/gemini-cli/settings.json"
EXTENSION = "~/.gemini/extensions/x/hooks/hooks.json"
HOOK = {"type": "command", "command": "guard", "name": "g"}


def hooks(*handlers: object, event: str = GUARD, **group: object) -> str:
    return json.dumps({"hooks": {event: [{"hooks": list(handlers), **group}]}})


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
