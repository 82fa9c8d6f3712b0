"""Calls of unknown and MCP tools: what their fields and names make of them, and what passes."""

import pytest
from test_decode import CLAUDE, PATCH, claude, decode

from failshut.errors import Unreadable
from failshut.hot import judge
from failshut.policy import builtin
from failshut.policy.shapes import FORMAT

POLICY = (FORMAT, builtin.BLOCKS, (), ())
ROOT, HOME = "/workspace/project", "/home/dev"


@pytest.fixture(autouse=True)
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "homes", lambda home: (home,))


COPILOT = {"sessionId": "s", "cwd": ROOT}
GEMINI = CLAUDE | {"hook_event_name": "BeforeTool"}


def gemini(tool: str, arguments: dict, **more: object) -> dict:
    return GEMINI | {"tool_name": tool, "tool_input": arguments} | more


def copilot(tool: str, arguments: object) -> dict:
    return COPILOT | {"toolName": tool, "toolArgs": arguments}


def cursor(tool: str, arguments: dict) -> dict:
    return {
        "hook_event_name": "preToolUse", "cursor_version": "1", "workspace_roots": [ROOT],
        "conversation_id": "c", "tool_name": tool, "tool_input": arguments,
    }  # fmt: skip


LOOKS = [
    # tool, arguments, expected fields
    ("run_it", {"command": "ls", "cmd": "rm -rf /"}, {"command": "ls\nrm -rf /"}),
    ("run_it", {"shell_command": ["bash", "-c", "rm -rf /"]}, {"command": "bash -c 'rm -rf /'"}),
    ("run_it", {"command": "rm", "args": ["-rf", "a b"]}, {"command": "rm -rf 'a b'"}),
    ("run_it", {"script": "ls"}, {"command": "ls"}),
    ("run_it", {"bash": "ls", "cwd": "/etc"}, {"command": "ls", "cwd": "/etc"}),
    ("run_it", {"input": {"steps": [{"cmd": "ls"}]}}, {"command": "ls"}),
    ("run_it", {"command": None}, {"command": None}),
    ("read_text_file", {"path": "/a"}, {"reads": ("/a",), "writes": ()}),
    ("readFile", {"filePath": "/a"}, {"reads": ("/a",), "writes": ()}),
    ("read_multiple_files", {"paths": ["/a", "/b"]}, {"reads": ("/a", "/b")}),
    ("write_file", {"path": "/a"}, {"reads": ("/a",), "writes": ("/a",)}),
    ("readwrite", {"path": "/a"}, {"reads": ("/a",), "writes": ("/a",)}),
    ("find_and_replace", {"path": "/a"}, {"writes": ("/a",)}),
    ("delete_file", {"target_file": "/a"}, {"deletes": ("/a",), "writes": (), "reads": ()}),
    ("move_file", {"source": "/a", "destination": "/b"},
     {"deletes": ("/a",), "writes": ("/a", "/b"), "reads": ("/a", "/b")}),
    ("copy_file", {"source": "/a", "destination": "/b"}, {"reads": ("/a",), "writes": ("/b",)}),
    ("edit", {"edits": [{"path": "/a"}, {"path": "/b"}]}, {"writes": ("/a", "/b")}),
    ("push_files", {"files": [{"path": "a", "content": "x"}, "b"]}, {"writes": ("b", "a")}),
    ("open_it", {"uri": "file:///home/dev/%2Eenv"}, {"reads": ("/home/dev/.env",)}),
    ("open_it", {"uri": "file://localhost/a"}, {"reads": ("/a",)}),
    ("open_it", {"uri": "https://x.y/z", "urls": ["http://b"]}, {"urls": ("https://x.y/z", "http://b")}),
    ("open_it", {"uri": "memo:1"}, {"urls": ("memo:1",)}),
    ("anything", {"input": PATCH}, {"deletes": ("old.txt", "gone.txt")}),
    ("anything", {"command": f"applypatch <<'E'\n{PATCH}E"}, {"deletes": ("old.txt", "gone.txt")}),
]  # fmt: skip


@pytest.mark.parametrize("prefix", ["", "mcp__srv__"])
@pytest.mark.parametrize("tool,arguments,want", LOOKS, ids=range(len(LOOKS)))
def test_what_fields_and_names_look_like_counts(
    prefix: str, tool: str, arguments: dict, want: dict
) -> None:
    if "memo:1" in str(arguments):
        want = {"urls": ()}
    call = decode("claude-code", claude(prefix + tool, arguments))
    for key, value in want.items():
        assert sorted(getattr(call, key) or ()) == sorted(value or ()), key


@pytest.mark.parametrize("value", [7, {"a": "b"}, ["ls", 1], True])
def test_a_command_of_another_type(value: object) -> None:
    with pytest.raises(Unreadable, match="command of brand_new is"):
        decode("claude-code", claude("brand_new", {"command": value}))
    call = decode("claude-code", claude("mcp__s__brand_new", {"command": value, "path": "/x"}))
    assert call.command is None and call.writes == ("/x",)


def test_an_mcp_call_of_gemini_is_filled_once() -> None:
    call = decode("gemini", gemini("mcp_lab_act", {"command": {"a": 1}, "path": "/x"},
                                   mcp_context={"server_name": "lab", "tool_name": "act"}))  # fmt: skip
    assert (call.kind, call.server, call.mcp_tool, call.writes) == ("mcp", "lab", "act", ("/x",))


GLOBS = [
    ("claude-code", claude("Grep", {"pattern": "x", "path": "/p", "glob": ".env"}), "/p/.env"),
    ("claude-code", claude("Grep", {"pattern": "x", "path": "/p", "glob": "*.{env,pem}"}), "/p/.env"),
    ("claude-code", claude("Grep", {"pattern": "x", "glob": ".env*"}), ".env"),
    ("kimi", claude("Grep", {"pattern": "x", "path": "/p", "glob": "**/.env"}), "/p/**/.env"),
    ("gemini", gemini("read_many_files", {"include": [".env*"]}), ".env"),
    ("gemini", gemini("read_many_files", {"paths": ["a/.env"]}), "a/.env"),
    ("gemini", gemini("grep_search", {"pattern": "x", "dir_path": "/p", "include_pattern": ".env"}),
     "/p/.env"),
    ("cursor", cursor("Grep", {"file_path": "/p", "glob": ".env"}), "/p/.env"),
    ("copilot", copilot("grep", {"pattern": "x", "paths": "/p", "glob": ".env"}), "/p/.env"),
    ("copilot", copilot("rg", {"pattern": "x", "glob": ".env"}), ".env"),
]  # fmt: skip


@pytest.mark.parametrize("host,payload,path", GLOBS, ids=range(len(GLOBS)))
def test_a_pattern_of_files_is_read(host: str, payload: dict, path: str) -> None:
    call = decode(host, payload)
    assert path in call.reads
    assert judged(call) == "secrets/env-file"


def test_a_pattern_that_leaves_out_is_not_read() -> None:
    assert decode("claude-code", claude("Grep", {"pattern": "x", "glob": "!.env"})).reads == ()


def test_a_pattern_that_stands_for_very_many_is_refused() -> None:
    with pytest.raises(Unreadable, match="stands for too many"):
        decode("claude-code", claude("Grep", {"pattern": "x", "glob": "{a,b}" * 30}))


def judged(call) -> str:  # type: ignore[no-untyped-def]
    """Return the rule that refuses the call, "" when it passes."""
    call.cwd = ROOT if call.cwd in ("", "/p") else call.cwd
    verdict = judge.judged(call, POLICY, ROOT, HOME)
    return "" if verdict.action == "pass" else verdict.rule


EVERYDAY = [
    ("lsp__hover", {"file": "/usr/lib/python3/x.py", "line": 1}),
    ("editor__command", {"command": "view", "path": "/etc/hosts"}),
    ("api__request", {"path": "/", "method": "GET"}),
    ("api__post", {"path": "/etc/items", "body": "x"}),
    ("jira__update_issue", {"key": "A-1", "source": "/", "file": "x"}),
    ("memory__create_entities", {"entities": [{"name": "a", "path": "/"}]}),
    ("s3__delete_object", {"path": "/", "key": "x"}),
    ("github__get_issue", {"owner": "a", "repo": "b", "issue_number": 1}),
    ("github__create_issue", {"owner": "a", "title": "Delete `rm -rf /` from docs", "body": "x\ny"}),
    ("github__get_file_contents", {"path": "/", "ref": "main"}),
    ("github__create_or_update_file", {"path": "README.md", "content": "x"}),
    ("github__push_files", {"files": [{"path": "src/a.py", "content": "x"}]}),
    ("github__delete_file", {"path": "old.md"}),
    ("playwright__browser_navigate", {"url": "http://localhost:3000"}),
    ("playwright__browser_click", {"element": "Delete", "ref": "e12", "target": "e12"}),
    ("playwright__browser_evaluate", {"function": "() => document.title"}),
    ("playwright__browser_take_screenshot", {"filename": "a.png"}),
    ("filesystem__read_text_file", {"path": "/workspace/project/README.md"}),
    ("filesystem__list_directory", {"path": "/workspace/project"}),
    ("filesystem__write_file", {"path": "/workspace/project/a.txt", "content": "rm -rf /"}),
    ("filesystem__move_file", {"source": "/workspace/project/a", "destination": "/workspace/project/b"}),
    ("filesystem__copy_file", {"source": "/etc/hosts", "destination": "/workspace/project/hosts"}),
    ("filesystem__copy_file", {"source": ".env.example", "destination": ".env"}),
    ("git__git_add", {"repo_path": ".", "files": ["."]}),
    ("browser__execute_script", {"script": "$('.x').click()"}),
    ("postgres__query", {"sql": "select * from t"}),
    ("context7__get-library-docs", {"context7CompatibleLibraryID": "/a/b"}),
    ("slack__post_message", {"channel": "c", "text": "hi", "files": []}),
    ("redis__run", {"command": {"name": "GET"}, "source": "x\ny" * 5000}),
    ("odd__get", {"path": "a\0b", "file": "", "dir": "~"}),
]
REFUSED = [
    ("filesystem__read_text_file", {"path": "/workspace/project/.env"}),
    ("filesystem__read_multiple_files", {"paths": ["a", "/home/dev/.ssh/id_rsa"]}),
    ("filesystem__write_file", {"path": "/home/dev/.claude/settings.json", "content": "x"}),
    ("filesystem__edit", {"edits": [{"path": "/home/dev/.config/failshut/failshut.toml"}]}),
    ("fs__delete", {"uri": "file:///home/dev"}),
    ("sh__run", {"note": "x", "cmd": "git push --force origin main"}),
    ("sh__run", {"command": ["git", "push", "--force", "origin", "main"]}),
    ("sh__run", {"command": "git", "args": ["push", "--force", "origin", "main"]}),
    ("web__fetch", {"url": "http://169.254.169.254/latest/meta-data/"}),
]


@pytest.mark.parametrize("tool,arguments", EVERYDAY, ids=[row[0] for row in EVERYDAY])
def test_everyday_calls_pass(tool: str, arguments: dict) -> None:
    assert judged(decode("claude-code", claude("mcp__" + tool, arguments))) == ""


@pytest.mark.parametrize("tool,arguments", REFUSED, ids=[row[0] for row in REFUSED])
@pytest.mark.parametrize("prefix", ["mcp__", ""])
def test_what_the_baseline_refuses_it_refuses_by_any_tool(prefix: str, tool: str, arguments: dict) -> None:
    name = prefix + tool if prefix else tool.partition("__")[2]
    assert judged(decode("claude-code", claude(name, arguments))) != ""


COPILOT_STRINGS = [
    ("bash", '{"command": "rm -rf /", "description": "*** Begin Patch\\n*** Add File: x"}',
     {"kind": "shell", "command": "rm -rf /"}),
    ("apply_patch", PATCH, {"kind": "write", "deletes": ("old.txt", "gone.txt")}),
    ("apply_patch", PATCH.replace("\n", "\r\n"), {"writes": ("new.txt", "old.txt", "moved.txt")}),
    ("Edit", PATCH, {"kind": "write"}),
    ("edit", '{"path": "/x", "new_str": "*** Begin Patch"}', {"writes": ("/x",)}),
    ("apply_patch", "*** Begin Patch\n*** Add File: a\u2028*** Delete File: b\n*** End Patch",
     {"writes": ("a\u2028*** Delete File: b",), "deletes": ()}),
]  # fmt: skip


@pytest.mark.parametrize("tool,text,want", COPILOT_STRINGS, ids=range(len(COPILOT_STRINGS)))
def test_a_string_of_copilots_is_an_object_or_a_patch(tool: str, text: str, want: dict) -> None:
    call = decode("copilot", copilot(tool, text))
    for key, value in want.items():
        assert getattr(call, key) == value, key


@pytest.mark.parametrize("tool,text", [("bash", PATCH), ("view", PATCH), ("apply_patch", "no patch"),
                                       ("apply_patch", "*** Begin Patch\nnothing")])  # fmt: skip
def test_another_string_of_copilots_is_refused(tool: str, text: str) -> None:
    with pytest.raises(Unreadable):
        decode("copilot", copilot(tool, text))
