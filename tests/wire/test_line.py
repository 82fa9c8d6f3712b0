"""Hold the wired line still: hosts trust it by its hash, so any change makes every user trust anew."""

import json
import tomllib
from pathlib import Path

import pytest
import wiring_common as common

import failshut.version
from failshut import hosts
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line
from failshut.wire.wiring import FRAME, is_ours

GOLDEN = Path(__file__).parent / "golden"
PLACE = "/home/somebody/.local/share/failshut/launcher.sh"
MORE = sorted(
    {
        (host, word)
        for host, wiring in WIRINGS.items()
        for form in wiring.files
        for _, word in form.rows
        if word not in ("", hosts.load(host).EVENT)
    }
)
"""The words of lines besides each host's first."""
SHELLS = {"sh", "bash", "dash", "zsh", "python", "python3", "node", "env", "/bin/sh", "/usr/bin/python3"}


@pytest.mark.parametrize("version", [failshut.__version__, "99.1.dev7"])
@pytest.mark.parametrize("host", WIRINGS)
def test_frozen(host, version, monkeypatch):
    monkeypatch.setattr(failshut, "__version__", version)
    monkeypatch.setattr(failshut.version, "VERSION", version)
    assert (line(host, PLACE) + "\n").encode() == (GOLDEN / f"{host}.txt").read_bytes()


@pytest.mark.parametrize("host", WIRINGS)
def test_frozen_for_projects(host):
    assert (line(host, "", project=True) + "\n").encode() == (GOLDEN / f"{host}.project.txt").read_bytes()


@pytest.mark.parametrize(("host", "word"), MORE)
def test_frozen_for_more_entries(host, word):
    name = f"{host}.{word.replace('/', '-')}.txt"
    assert (line(host, PLACE, word=word) + "\n").encode() == (GOLDEN / name).read_bytes()


def test_no_golden_line_is_left_over():
    names = {f"{host}{end}.txt" for host in WIRINGS for end in ("", ".project")}
    assert names | {f"{host}.{word.replace('/', '-')}.txt" for host, word in MORE} == {
        path.name for path in GOLDEN.iterdir()
    }


@pytest.mark.parametrize("host", WIRINGS)
@pytest.mark.parametrize("project", [False, True])
def test_ours_is_recognised(host, project):
    text = line(host, "" if project else PLACE, project=project)
    assert LAUNCHER in text and FRAME in text and "\n" not in text
    element = WIRINGS[host].element(text)
    handlers = element["hooks"] if WIRINGS[host].grouped else [element]
    assert all(map(is_ours, handlers))


def document(host: str) -> dict:
    data, _ = common.put(host, b"", line(host, PLACE))
    return tomllib.loads(data.decode()) if WIRINGS[host].toml else json.loads(data)


def handlers(host: str) -> list[dict]:
    """Return every handler of a fresh document, whatever its shape."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            if {"command", "exec"} & set(value):
                found.append(value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(document(host))
    return found


@pytest.mark.parametrize("host", WIRINGS)
def test_no_interpreter_with_its_script_in_args(host):
    for handler in handlers(host):
        assert handler.get("command", "x y") not in SHELLS
        if "args" in handler:
            assert host == "copilot" and "command" not in handler and "bash" not in handler
            assert handler["exec"] == "/bin/sh" and handler["args"][0] == "-c"


AT_START = {"claude-code": {"onFailure"}, "cursor": {"failClosed"}}
"""Keys that the last entry, at a session's start, leaves out, since nothing is refused there."""
TIMEOUT = {"copilot": ("timeoutSec", 60), "gemini": ("timeout", 60_000)}
KEYS = {
    "claude-code": {"type", "command", "timeout", "onFailure"},
    "codex": {"type", "command", "timeout"},
    "copilot": {"type", "exec", "args", "timeoutSec"},
    "cursor": {"type", "command", "timeout", "failClosed"},
    "gemini": {"type", "name", "command", "timeout", "env"},
    "antigravity": {"type", "command", "timeout"},
    "kimi": {"event", "command", "timeout"},
}


@pytest.mark.parametrize("host", WIRINGS)
def test_keys_and_timeout_are_the_hosts_own(host):
    key, value = TIMEOUT.get(host, ("timeout", 60))
    held = handlers(host)
    for number, handler in enumerate(held):
        strict = number < len(held) - 1 or host not in AT_START
        assert set(handler) == (KEYS[host] if strict else KEYS[host] - AT_START[host])
        assert handler[key] == value and type(handler[key]) is int


def test_codex_file_has_no_other_key_and_no_matcher():
    assert set(document("codex")) == {"hooks"}
    assert [set(group) for group in document("codex")["hooks"]["PreToolUse"]] == [{"hooks"}]


def test_cursor_file_has_five_known_events_and_no_address():
    assert document("cursor")["version"] == 1 and set(document("cursor")) == {"version", "hooks"}
    assert set(document("cursor")["hooks"]) == {
        "preToolUse",
        "beforeShellExecution",
        "beforeMCPExecution",
        "beforeReadFile",
        "sessionStart",
    }
    assert "://" not in json.dumps(document("cursor"))
    held = document("cursor")["hooks"]
    assert [event for event, (entry,) in held.items() if "failClosed" not in entry] == ["sessionStart"]


def test_claude_file_is_one_that_copilot_reads_too():
    groups = document("claude-code")["hooks"]["PreToolUse"]
    assert [set(group) for group in groups] == [{"hooks"}]  # an empty matcher would drop it there
    assert groups[0]["hooks"][0]["type"] == "command"


def test_kimi_entry_passes_its_strict_schema():
    (entry,) = document("kimi")["hooks"]
    assert entry["event"] == "PreToolUse" and 1 <= entry["timeout"] <= 600 and entry["command"]


def test_antigravity_has_a_name_first():
    assert set(document("antigravity")) == {"failshut"}
    assert document("antigravity")["failshut"]["PreToolUse"][0]["matcher"] == "*"
