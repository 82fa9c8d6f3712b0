"""Every captured payload becomes the call that it is; odd forms too."""

import json
import tomllib
from pathlib import Path

import pytest

from failshut import hosts
from failshut.errors import Unreadable
from failshut.model import ASK, Verdict

HERE = Path(__file__).parent
PAYLOADS = HERE.parent / "fixtures" / "payloads"
EXPECTED = tomllib.loads((HERE / "payloads.toml").read_text())
EVENTS = {"copilot": "preToolUse", "antigravity": "PreToolUse"}
PRE_TOOL = ("PreToolUse.", "preToolUse.", "BeforeTool.")


def decode(host: str, payload: dict, event: str = ""):  # type: ignore[no-untyped-def]
    module = hosts.load(host)
    return module.decode(payload, event or EVENTS.get(host, module.EVENT))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_captured_payload_is_the_call_it_is(name: str) -> None:
    host = name.split("/")[0]
    payload = json.loads((PAYLOADS / f"{name}.json").read_text().replace("$PROJECT", "$P"))
    assert hosts.dialect_of(payload) in (host, ""), "whose payload this is"
    call = decode(host, payload)
    want = dict(EXPECTED[name])
    if want.pop("none", False):
        assert call is None
        return
    assert call is not None
    for key, value in want.items():
        assert getattr(call, key) == (tuple(value) if isinstance(value, list) else value), key
    for key in ("command", "writes", "deletes", "reads", "urls", "server"):
        if key not in want and want["kind"] in ("shell", "write", "delete"):
            assert not getattr(call, key) or key == "command", key


@pytest.mark.parametrize(
    "path", sorted(PAYLOADS.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_no_captured_payload_is_refused(path: Path) -> None:
    payload = json.loads(path.read_text())
    host = path.parent.name
    event = path.name.split(".")[0] if host == "copilot" else ""
    call = decode(host, payload, event)
    if path.name.startswith(PRE_TOOL) and not path.name.endswith("null.json"):
        assert call is not None and call.session


CLAUDE = {
    "hook_event_name": "PreToolUse",
    "session_id": "s",
    "transcript_path": "/t",
    "permission_mode": "default",
    "cwd": "/p",
}
PATCH = (
    "*** Begin Patch\n*** Add File: new.txt\n+x\n*** Update File: old.txt\n*** Move to: moved.txt\n"
    "@@\n-a\n+b\n*** Delete File: gone.txt\n*** End Patch\n"
)


def claude(tool: str, arguments: dict) -> dict:
    return CLAUDE | {"tool_name": tool, "tool_input": arguments}


FORMS = [
    # host, payload, event, expected fields
    ("codex", claude("exec_command", {"cmd": "ls", "workdir": "sub"}), "", {"cwd": "/p/sub"}),
    ("codex", claude("exec_command", {"cmd": "ls", "workdir": "/abs"}), "", {"cwd": "/abs"}),
    (
        "codex",
        claude("apply_patch", {"command": PATCH}),
        "",
        {"writes": ("new.txt", "old.txt", "moved.txt"), "deletes": ("old.txt", "gone.txt")},
    ),
    (
        "codex",
        claude("Bash", {"command": f"apply_patch <<'EOF'\n{PATCH}EOF"}),
        "",
        {"kind": "shell", "deletes": ("old.txt", "gone.txt")},
    ),
    ("kimi", claude("Bash", {"command": "ls", "cwd": "sub"}), "", {"cwd": "/p/sub"}),
    ("gemini", CLAUDE | {"hook_event_name": "BeforeTool", "tool_name": "run_shell_command",
                         "tool_input": {"command": "ls", "dir_path": "d"}}, "", {"cwd": "/p/d"}),
    ("claude-code", claude("brand_new", {"command": "ls"}), "", {"command": "ls", "kind": "other"}),
    ("claude-code", claude("brand_new", {"file_path": "/x"}), "", {"writes": ("/x",), "reads": ("/x",)}),
    ("claude-code", claude("mcp__sh__run", {"command": "rm -rf /"}), "", {"command": "rm -rf /"}),
    ("claude-code", claude("Monitor", {"command": "ls"}), "", {"kind": "later", "command": "ls"}),
    ("copilot", {"sessionId": "s", "toolName": "powershell", "toolArgs": {"command": "dir"}}, "",
     {"kind": "shell", "command": "dir"}),
    ("copilot", {"sessionId": "s", "toolName": "bash", "toolArgs": '{"command":"ls"}'}, "",
     {"command": "ls"}),
    ("cursor", {"hook_event_name": "preToolUse", "cursor_version": "1", "workspace_roots": [],
                "tool_name": "MCP:act", "tool_input": {"a": "b"}}, "", {"kind": "mcp", "mcp_tool": "act"}),
    ("antigravity", {"toolCall": {"name": "delete_file", "args": {"TargetFile": "/x"}}}, "",
     {"deletes": ("/x",)}),
]  # fmt: skip


MODES = {"default": True, "acceptEdits": True, "bypassPermissions": False, "auto": False, "plan": False,
         "dontAsk": False, "of nobody": False, "": False}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_an_ask_refuses_where_claude_code_asks_nobody(mode: str) -> None:
    """In bypass mode the host runs what a hook asks about at files that it asks about itself."""
    call = decode(
        "claude-code", claude("Write", {"file_path": "/p/.git/x"}) | {"permission_mode": mode}, ""
    )
    assert call is not None and call.asks is MODES[mode]
    for host in hosts.HOSTS:
        answer = hosts.load(host).render(Verdict(ASK, reason="Why.", rule="a/b", asks=False), host)
        assert answer.exit == 2 and "Why." in answer.stdout + answer.stderr
        assert '"ask"' not in answer.stdout


@pytest.mark.parametrize("host,payload,event,want", FORMS, ids=range(len(FORMS)))
def test_other_forms(host: str, payload: dict, event: str, want: dict) -> None:
    call = decode(host, payload, event)
    assert call is not None
    for key, value in want.items():
        assert getattr(call, key) == value, key


BAD = [
    ("claude-code", claude("Bash", {"command": ["ls"]}), "command of Bash is a list, not text"),
    ("claude-code", claude("Bash", {}), "Bash has no command"),
    ("claude-code", claude("Write", {"content": "x"}), "Write has no file_path"),
    (
        "claude-code",
        CLAUDE | {"tool_name": "Bash", "tool_input": "ls"},
        "tool_input of the payload is text",
    ),
    ("claude-code", CLAUDE | {"tool_name": "Bash"}, "the payload has no tool_input"),
    ("claude-code", claude("brand_new", {"command": 7}), "command of brand_new is a number, not text"),
    ("codex", claude("apply_patch", {"command": "no patch"}), "the patch of apply_patch names no file"),
    ("codex", CLAUDE | {"hook_event_name": "Nope"}, "isn't one of Codex CLI's"),
    (
        "copilot",
        {"sessionId": "s", "toolName": "bash", "toolArgs": "not json"},
        "toolArgs isn't valid JSON",
    ),
    ("antigravity", {"conversationId": "x"}, "the payload has no toolCall"),
    ("antigravity", {"toolCall": {"name": "run_command", "args": None}}, "args of toolCall is null"),
    ("kimi", claude("Write", {"path": None, "content": ""}), "path of Write"),
]


@pytest.mark.parametrize("host,payload,words", BAD, ids=range(len(BAD)))
def test_what_cannot_be_read_is_refused_with_its_place(host: str, payload: dict, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        decode(host, payload)
