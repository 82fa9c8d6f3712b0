"""Kimi Code CLI takes from its files what the real host took."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from failshut.interpret import contract
from failshut.interpret.loading import loading

CONFIG = contract("kimi").phrase("load/file")
PLUGINS = "~/.kimi-code/plugins/"
GUARD = '[[hooks]]\nevent = "PreToolUse"\ncommand = "G"\n'
HOOK = {"event": "PreToolUse", "command": "P"}


def cells(files: dict[str, str], **more: Any) -> list[str]:
    return [drop.cell.removeprefix("kimi/load/") for drop in loading("kimi", files, **more).dropped]


def plugin(root: str = "/gp", *, enabled: bool = True) -> str:
    return json.dumps({"version": 1, "plugins": [{"id": "gp", "root": root, "enabled": enabled}]})


@pytest.mark.parametrize(
    ("lines", "cell"),
    [
        ('event = "Stop"\ncommand = "x"\nreason = "no"', "unknown-key"),
        ('event = "Stopp"\ncommand = "x"', "unknown-event"),
        ('event = "Stop"\ncommand = ""', "no-command"),
        ('event = "Stop"\ncommand = "x"\nmatcher = 1', "bad-matcher"),
        ('event = "Stop"\ncommand = "x"\ntimeout = 601', "bad-timeout"),
        ('event = "Stop"\ncommand = "x"\ntimeout = true', "bad-timeout"),
    ],
)
def test_a_mistake_costs_the_section_in_the_config_and_its_entry_in_a_plugin(lines: str, cell: str) -> None:
    assert cells({CONFIG: f"{GUARD}\n[[hooks]]\n{lines}\n"}) == ["neighbour", cell]
    manifest = json.dumps({"hooks": [HOOK, tomllib.loads(lines)]})
    files = {PLUGINS + "installed.json": plugin(), "/gp/kimi.plugin.json": manifest}
    found = loading("kimi", files)
    assert [entry.wiring["command"] for entry in found.entries] == ["P"]
    assert [(drop.cell, drop.where) for drop in found.dropped] == [(f"kimi/load/{cell}", "hooks[1]")]


def test_config_and_plugins_survive_each_other() -> None:
    manifest = json.dumps({"hooks": [HOOK]})
    files = {CONFIG: GUARD, PLUGINS + "installed.json": plugin(), "/gp/.kimi-plugin/plugin.json": manifest}
    assert [entry.wiring["command"] for entry in loading("kimi", files).entries] == ["G", "P"]
    assert len(loading("kimi", files | {CONFIG: "[hooks]\n"}).entries) == 1
    assert len(loading("kimi", files | {PLUGINS + "installed.json": "{"}).entries) == 1


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ({PLUGINS + "installed.json": plugin(enabled=False), "/gp/kimi.plugin.json": "{}"}, ["plugin-off"]),
        ({PLUGINS + "installed.json": plugin()}, ["no-manifest"]),
        ({PLUGINS + "installed.json": plugin(), "/gp/kimi.plugin.json": "["}, ["bad-manifest"]),
        ({PLUGINS + "installed.json": '{"plugins":[1]}'}, ["bad-installed"]),
        ({".kimi-code/config.toml": GUARD}, ["not-read"]),
    ],
)
def test_why_plugins_and_other_files_are_left_out(files: dict[str, str], left: list[str]) -> None:
    assert cells(files) == left


def test_broken_toml_stops_the_host_unless_the_environment_names_a_model() -> None:
    assert not loading("kimi", {CONFIG: "[[hooks]"}).starts
    found = loading("kimi", {CONFIG: "[[hooks]"}, switches={"env": "KIMI_MODEL_NAME=m"})
    assert (found.starts, found.entries) == (True, ())


def test_the_home_folder_may_be_elsewhere() -> None:
    switches = {"env": {"KIMI_CODE_HOME": "/home/u/alt", "HOME": "/home/u"}}
    assert len(loading("kimi", {"~/alt/config.toml": GUARD}, switches=switches).entries) == 1
    assert cells({CONFIG: GUARD}, switches=switches) == ["not-read"]
