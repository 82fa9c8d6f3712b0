"""Kimi Code CLI takes from recorded files what the real host took."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from failshut.interpret import contract
from failshut.interpret.loading import files_from_row, fires, loading
from failshut.interpret.types import Entry, Loading

FIXTURES = Path(__file__).parents[2] / "fixtures" / "outcomes" / "kimi"
ROWS = [json.loads(line) for line in (FIXTURES / "config.jsonl").read_text("utf-8").splitlines()]
LET_GO = tomllib.loads((FIXTURES / "unexplained.toml").read_text("utf-8"))["let-go"]
CONFIG = contract("kimi").phrase("load/file")
PLUGINS = "~/.kimi-code/plugins/"
GUARD = '[[hooks]]\nevent = "PreToolUse"\ncommand = "G"\n'
HOOK = {"event": "PreToolUse", "command": "P"}


def fragment(row: dict[str, Any]) -> object:
    """Return the matcher where the row's config is only that."""
    found = re.fullmatch(r'\{"matcher": (".*")\}', row["config"] or "")
    return json.loads(found[1]) if found else None


def tool(row: dict[str, Any]) -> str:
    named = re.search(r"\btool (\S+)\Z", row["what"])
    return named[1] if named else "Bash"


def read(row: dict[str, Any]) -> Loading:
    # Rows with several files call the usual one by its bare name.
    files = {CONFIG if name == "config.toml" else name: text for name, text in files_from_row(row).items()}
    return loading("kimi", files, switches=row.get("switches"), version=row["host_version"])


def guards(row: dict[str, Any]) -> bool:
    matcher = fragment(row)
    if matcher is not None:
        return fires("kimi", Entry(CONFIG, "hooks[0]", "PreToolUse", matcher, {}), tool(row))
    kept = [entry for entry in read(row).entries if entry.event == "PreToolUse"]
    return any(fires("kimi", entry, tool(row)) for entry in kept)


def is_cut(row: dict[str, Any]) -> bool:
    return (row["config"] or "").endswith("…")


@pytest.mark.parametrize("row", ROWS, ids=[row["case"] for row in ROWS])
def test_row(row: dict[str, Any]) -> None:
    told = row["hooks_loaded"] is not None or fragment(row) is not None
    if told and not is_cut(row):
        assert guards(row) == (row["hooks_loaded"] is True)


def test_what_is_let_go_is_counted() -> None:
    cut = [row for row in ROWS if is_cut(row) and guards(row) != row["hooks_loaded"]]
    entries = [entry for entry in LET_GO if entry["rows"] == "config"]
    assert {(entry["kind"], entry["what"]): entry["count"] for entry in entries} == {
        ("cut", "loaded"): len(cut)
    }


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["effect"] == "ended" and not row.get("switches")]
)
def test_the_host_does_not_start(row: dict[str, Any]) -> None:
    assert not read(row).starts


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
