"""Claude Code takes from its settings what the real host took, and says why it leaves out the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest

from failshut.interpret import contract
from failshut.interpret.loading import loading

USER, PROJECT, LOCAL = (
    str(contract("claude-code").table("load/files")[scope]) for scope in ("user", "project", "local")
)
GUARD = {"type": "command", "command": "G"}


def settings(*handlers: object, event: str = "PreToolUse", **more: object) -> str:
    return json.dumps({"hooks": {event: [{"matcher": "Bash", "hooks": list(handlers)}]}} | more)


def cells(files: dict[str, str], **more: Any) -> list[str]:
    found = loading("claude-code", files, **more)
    return [drop.cell.removeprefix("claude-code/load/") for drop in found.dropped]


def test_all_files_add_up_and_say_where_an_entry_stands() -> None:
    files = {LOCAL: settings(GUARD), USER: settings(GUARD), PROJECT: settings({"type": "x"}, event="Stop")}
    found = loading("claude-code", files)
    assert [entry.file for entry in found.entries] == [USER, LOCAL]
    assert found.entries[0].where == "hooks.PreToolUse[0].hooks[0]"
    assert [(drop.file, drop.where) for drop in found.dropped] == [(PROJECT, "hooks.Stop[0].hooks[0]")]


@pytest.mark.parametrize(
    ("handler", "cell"),
    [
        ({"command": "G"}, "bad-type"),
        ({"type": "http"}, "incomplete"),
        (GUARD | {"timeout": True}, "bad-timeout"),
        (GUARD | {"timeout": 0}, "bad-timeout"),
        (GUARD | {"onFailure": "deny"}, "bad-on-failure"),
        (GUARD | {"args": "x"}, "bad-shape"),
        (GUARD | {"async": "yes"}, "bad-shape"),
        ("G", "bad-shape"),
    ],
)
def test_a_mistake_costs_the_file_before_tools_and_its_entry_elsewhere(handler: object, cell: str) -> None:
    assert cells({PROJECT: settings(GUARD, handler)}) == [cell, "whole-file"]
    found = loading("claude-code", {PROJECT: settings(GUARD, handler, event="Stop")})
    assert [drop.cell for drop in found.dropped] == [f"claude-code/load/{cell}"]
    assert len(found.entries) == 1


@pytest.mark.parametrize("handler", [GUARD | {"timeout": 0.3}, GUARD | {"bogus": 1, "onFailure": "block"}])
def test_what_is_accepted(handler: object) -> None:
    assert cells({PROJECT: settings(handler)}) == []


def test_an_old_version_takes_any_word_of_a_key_that_it_does_not_know() -> None:
    files = {PROJECT: settings(GUARD | {"onFailure": "deny"})}
    assert cells(files, version="2.1.294") == []
    assert cells(files, version="2.1.295") == ["bad-on-failure", "whole-file"]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("{", "not-json"),
        ('\ufeff{"hooks":{}}', "bom"),
        ("[]", "bad-setting"),
        ('{"disableAllHooks":"yes"}', "bad-setting"),
        ('{"permissions":{"deny":[1]}}', "bad-setting"),
        ('{"hooks":[]}', "bad-hooks"),
        ('{"hooks":{"Nope":[]}}', "unknown-event"),
    ],
)
def test_mistakes_in_the_file(text: str, cell: str) -> None:
    assert cells({PROJECT: text}) == [cell]


def test_one_key_in_any_file_turns_off_the_hooks_of_all() -> None:
    files = {PROJECT: settings(GUARD), LOCAL: '{"disableAllHooks":true}'}
    assert cells(files) == ["disabled-all"]
    assert loading("claude-code", files).entries == ()
    broken = {PROJECT: settings(GUARD), LOCAL: '{"disableAllHooks":true,}'}
    assert len(loading("claude-code", broken).entries) == 1


@pytest.mark.parametrize(
    ("switches", "left"),
    [
        ({"flags": ["--safe-mode"]}, ["switched-off", "switched-off"]),
        ({"flags": ["--restricted"]}, ["restricted", "restricted"]),
        ({"flags": ["--setting-sources=project,local"]}, ["other-source"]),
        ({"ui": "interactive", "trusted": False}, ["untrusted"]),
        ({"ui": "interactive", "trusted": True}, []),
        ({}, []),
    ],
)
def test_flags_and_trust(switches: dict[str, object], left: list[str]) -> None:
    assert cells({USER: settings(GUARD), PROJECT: settings(GUARD)}, switches=switches) == left


def test_settings_may_stand_on_the_command_line() -> None:
    inline = {"flags": ["--settings", settings(GUARD)]}
    assert loading("claude-code", {}, switches=inline).entries[0].file == "--settings"
    named = {"flags": ["--settings", "/x.json"]}
    assert len(loading("claude-code", {"/x.json": settings(GUARD)}, switches=named).entries) == 1
    assert cells({"/x.json": settings(GUARD)}) == ["not-read"]


def test_filters_that_never_let_the_hook_run() -> None:
    assert cells({PROJECT: settings(GUARD | {"if": "Bash(("})}) == ["bad-if"]
    assert cells({PROJECT: settings(GUARD | {"if": "Bash(echo *)"}, event="UserPromptSubmit")}) == [
        "if-without-tool"
    ]
    assert cells({PROJECT: settings(GUARD | {"if": "Bash(echo $(date))"})}) == []
