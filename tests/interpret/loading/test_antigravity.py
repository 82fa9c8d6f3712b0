"""Antigravity CLI takes from its files what documents and reports say; nothing was measured."""

from __future__ import annotations

import json

import pytest

from failshut.interpret import Run, interpret
from failshut.interpret.loading import fires, loading

USER, PROJECT = "~/.gemini/config/hooks.json", ".agents/hooks.json"
HOOK = {"type": "command", "command": "guard", "timeout": 10}


def hooks(*handlers: object, event: str = "PreToolUse", name: str = "g", **keys: object) -> str:
    return json.dumps({name: {event: [{"matcher": "*", "hooks": list(handlers)}], **keys}})


def flat(*handlers: object, event: str = "Stop") -> str:
    return json.dumps({"g": {event: list(handlers)}})


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({USER: hooks(HOOK)}, ["loaded"]),
        ({PROJECT: hooks(HOOK)}, ["loaded"]),
        ({"_agent/hooks.json": hooks({"command": "guard"})}, ["loaded"]),
        ({USER: hooks(HOOK | {"env": {}, "cwd": "/", "foo": 1})}, ["loaded"]),
        ({USER: hooks(HOOK, event="pretooluse")}, ["loaded"]),
        ({USER: hooks(HOOK, enabled=True)}, ["loaded"]),
        ({USER: hooks(HOOK, enabled=False)}, ["disabled"]),
        ({USER: flat(HOOK)}, ["loaded"]),
        ({USER: flat({"matcher": "*", "hooks": [HOOK]})}, ["group-in-flat"]),
        ({USER: hooks(HOOK, event="BeforeTool")}, ["unknown-event"]),
        ({USER: hooks(HOOK | {"timeout": "10"})}, ["bad-timeout"]),
        ({USER: hooks(HOOK | {"timeout": 2.5})}, ["bad-timeout"]),
        ({USER: hooks(HOOK | {"timeout": 2**31})}, ["bad-timeout"]),
        ({USER: hooks(HOOK | {"command": 1})}, ["bad-type"]),
        ({USER: json.dumps({"enabled": True})}, ["bad-type"]),
        ({USER: json.dumps({"g": {"PreToolUse": {}}})}, ["bad-type"]),
        ({USER: hooks({"type": "command"})}, ["no-command"]),
        ({USER: "// c\n" + hooks(HOOK)}, ["not-json"]),
        ({USER: hooks(HOOK).replace("}]}]", "},]}]")}, ["not-json"]),
        ({"~/.gemini/hooks.json": hooks(HOOK)}, ["unread"]),
        ({".agents/plugins/p/hooks.json": hooks(HOOK)}, ["unread"]),
        ({".claude/settings.json": hooks(HOOK)}, []),
        ({}, []),
    ],
)
def test_what_drops_a_hook(files: dict[str, str], expected: list[str]) -> None:
    found = loading("antigravity", files)
    told = [drop.cell.removeprefix("antigravity/load/") for drop in found.dropped]
    assert (told or ["loaded"] * len(found.entries)) == expected
    assert found.starts and all(drop.reason for drop in found.dropped)


def test_a_bad_file_costs_its_own_hooks_only() -> None:
    found = loading("antigravity", {USER: "{", PROJECT: hooks(HOOK)})
    assert [entry.file for entry in found.entries] == [PROJECT]


def test_the_flag_moves_the_users_file() -> None:
    files = {"/d/config/hooks.json": hooks(HOOK), USER: hooks(HOOK)}
    found = loading("antigravity", files, switches={"flags": ["--gemini_dir=/d"]})
    assert [entry.file for entry in found.entries] == ["/d/config/hooks.json"]


def test_an_entry_knows_the_name_that_the_host_writes() -> None:
    (entry,) = loading("antigravity", {USER: hooks(HOOK)}).entries
    assert (entry.where, entry.event, entry.matcher) == ("g.PreToolUse[0].hooks[0]", "PreToolUse", "*")
    assert fires("antigravity", entry, "run_command")
    outcome = interpret("antigravity", "PreToolUse", [Run(exit=3, stderr="R", wiring=entry.wiring)])
    assert 'JSON hook "jsonhook__g_PreToolUse_0_0" failed' in (outcome.model_text or "")
