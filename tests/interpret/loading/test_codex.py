"""Codex takes from its files what the real host took, and tells apart why it drops the rest."""

from __future__ import annotations

import hashlib
import json

import pytest

from failshut.interpret.loading import loading

GUARD = "PreToolUse"
USER = "~/.codex/hooks.json"
TOML = "~/.codex/config.toml"
BYPASS = {"bypass_hook_trust": True}
HOOK = {"type": "command", "command": "guard"}
STATE = '[hooks.state."{key}"]\ntrusted_hash = "{hash}"\n'


def hooks(*handlers: object, event: str = GUARD, **group: object) -> str:
    return json.dumps({"hooks": {event: [{"hooks": list(handlers), **group}]}})


def right_hash(**more: object) -> str:
    handler = {"async": False, "command": "guard", "timeout": 600, "type": "command"}
    identity = {"event_name": "pre_tool_use", "hooks": [handler | more.pop("handler", {})], **more}  # type: ignore[operator]
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def reasons(files: dict[str, str], **switches: object) -> list[str]:
    found = loading("codex", files, switches=switches)
    assert all(drop.reason for drop in found.dropped)
    return [drop.cell.removeprefix("codex/load/") for drop in found.dropped] or ["loaded"] * bool(
        found.entries
    )


@pytest.mark.parametrize(
    ("key", "value", "group", "handler", "reason"),
    [
        ("/h/.codex/hooks.json:pre_tool_use:0:0", right_hash(), {}, {}, "loaded"),
        ("~/.codex/hooks.json:pre_tool_use:0:0", right_hash(), {}, {"timeout": 600, "foo": 1}, "loaded"),
        (
            "$CODEX_HOME/hooks.json:pre_tool_use:0:0",
            right_hash(matcher="Bash"),
            {"matcher": "Bash"},
            {},
            "loaded",
        ),
        (
            "/h/.codex/hooks.json:pre_tool_use:0:0",
            right_hash(handler={"timeout": 9}),
            {},
            {"timeout": 9},
            "loaded",
        ),
        ("/h/.codex/hooks.json:pre_tool_use:0:0", right_hash(), {"matcher": "Bash"}, {}, "changed"),
        ("/h/.codex/hooks.json:pre_tool_use:0:0", right_hash(), {}, {"timeout": 9}, "changed"),
        ("/h/.codex/hooks.json:pre_tool_use:0:0", right_hash(), {}, {"command": "guard "}, "changed"),
        ("/h/.codex/hooks.json:pre_tool_use:0:1", right_hash(), {}, {}, "untrusted"),
        ("/h/.codex/hooks.json:post_tool_use:0:0", right_hash(), {}, {}, "untrusted"),
        ("/h/.codex/config.toml:pre_tool_use:0:0", right_hash(), {}, {}, "untrusted"),
    ],
)
def test_a_right_hash_and_a_wrong_one_are_told_apart(
    key: str, value: str, group: dict[str, object], handler: dict[str, object], reason: str
) -> None:
    files = {USER: hooks(HOOK | handler, **group), TOML: STATE.format(key=key, hash=value)}
    assert reasons(files) == [reason]


def test_the_home_decides_which_state_is_meant() -> None:
    state = STATE.format(key="/a/.codex/hooks.json:pre_tool_use:0:0", hash=right_hash())
    files = {USER: hooks(HOOK), TOML: state}
    assert reasons(files, env={"HOME": "/a"}) == ["loaded"]
    assert reasons(files, env={"HOME": "/b"}) == ["untrusted"]
    assert reasons(files, env={"HOME": "/b", "CODEX_HOME": "/a/.codex"}) == ["loaded"]


PROJECT = '[projects."/p"]\ntrust_level = "trusted"\n'


@pytest.mark.parametrize(
    ("files", "switches", "expected"),
    [
        ({USER: hooks(HOOK)}, {"flags": ["--dangerously-bypass-hook-trust"]}, ["loaded"]),
        ({".codex/hooks.json": hooks(HOOK)}, BYPASS, ["project-untrusted"]),
        ({".codex/hooks.json": hooks(HOOK), TOML: PROJECT}, BYPASS | {"project": "/p"}, ["loaded"]),
        (
            {".codex/hooks.json": hooks(HOOK), TOML: PROJECT},
            BYPASS | {"project": "/q"},
            ["project-untrusted"],
        ),
        ({".codex/hooks.json": hooks(HOOK), TOML: PROJECT}, {"project": "/p"}, ["untrusted"]),
        ({"/etc/codex/hooks.json": hooks(HOOK)}, {}, ["loaded"]),
        ({"/etc/codex/hooks.json": hooks(HOOK)}, {"flags": ["--disable", "hooks"]}, ["off"]),
        ({USER: hooks(HOOK)}, BYPASS | {"flags": ["-c", "features.hooks=false"]}, ["off"]),
        (
            {USER: hooks(HOOK), TOML: "[features]\nhooks = false"},
            BYPASS | {"flags": ["--enable", "hooks"]},
            ["loaded"],
        ),
        ({USER: hooks(HOOK)}, BYPASS | {"flags": ["--ignore-user-config"]}, ["user-ignored"]),
        ({USER: hooks(HOOK), TOML: "hooks = 1"}, BYPASS, ["bad-toml"]),
        ({USER: hooks(HOOK), TOML: "a = "}, BYPASS, ["bad-toml"]),
        ({USER: "// c\n" + hooks(HOOK)}, BYPASS, ["not-json"]),
        ({USER: "[]"}, BYPASS, ["not-json"]),
        ({USER: hooks({"type": "http", "url": "u"})}, BYPASS, ["bad-handler"]),
        ({USER: hooks(HOOK | {"timeout": True})}, BYPASS, ["bad-timeout"]),
        ({USER: hooks(HOOK | {"timeout": -1})}, BYPASS, ["bad-timeout"]),
        ({USER: hooks(HOOK | {"async": 1})}, BYPASS, ["bad-type"]),
        ({USER: hooks(HOOK, matcher=["Bash"])}, BYPASS, ["bad-type"]),
        ({USER: hooks(HOOK, matcher="(?!Bash)")}, BYPASS, ["bad-matcher"]),
        ({USER: hooks(HOOK, matcher="(", event="Stop")}, BYPASS, ["loaded"]),
        ({USER: hooks(HOOK | {"command": " "})}, BYPASS, ["empty-command"]),
        ({USER: hooks({"type": "agent"})}, BYPASS, ["unsupported-type"]),
        ({USER: hooks({"type": "mcp_tool", "server": "s", "tool": "t"})}, BYPASS, ["loaded"]),
        ({USER: hooks({"type": "mcp_tool", "server": "s"})}, BYPASS, ["bad-handler"]),
        (
            {"codex/requirements.toml": "allow_managed_hooks_only = true", USER: hooks(HOOK)},
            BYPASS,
            ["managed-only"],
        ),
        ({}, BYPASS, []),
    ],
)
def test_what_drops_a_hook(files: dict[str, str], switches: dict[str, object], expected: list[str]) -> None:
    assert reasons(files, **switches) == expected


def test_a_broken_config_toml_keeps_the_host_from_starting() -> None:
    assert not loading("codex", {USER: hooks(HOOK), TOML: "hooks = 1"}, switches=BYPASS).starts


def test_all_layers_add_up_in_order() -> None:
    inline = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = 'guard'\n"
    files = {TOML: inline, USER: hooks(HOOK, HOOK), "/etc/codex/hooks.json": hooks(HOOK)}
    found = loading("codex", files, switches=BYPASS)
    assert [(entry.file, entry.where) for entry in found.entries] == [
        ("/etc/codex/hooks.json", "hooks.PreToolUse[0].hooks[0]"),
        (USER, "hooks.PreToolUse[0].hooks[0]"),
        (USER, "hooks.PreToolUse[0].hooks[1]"),
        (TOML, "hooks.PreToolUse[0].hooks[0]"),
    ]
    assert found.entries[0].wiring == HOOK
