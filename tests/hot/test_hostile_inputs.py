"""Feed each host's line hostile payloads and surroundings: none ends open or unanswered.

The rows are the inputs that guards were measured with (see docs); the harmless twin of each row
whose payload is valid gets exactly the host's no opinion.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chain import DANGER, HARMLESS, HOSTS, NO_OPINION, Chain
from reads import outcome, refused, spoken

TOOL_NAME = {"copilot": "toolName", "antigravity": ""}
ARGUMENTS = {"copilot": "toolArgs", "antigravity": ""}
FIELD = {"antigravity": "CommandLine"}
DEADLINE = 1.0


def container(host: str, payload: dict) -> tuple[dict, str, str]:
    """Return the object that holds tool name and arguments, and their two keys."""
    if host == "antigravity":
        return payload["toolCall"], "name", "args"
    return payload, TOOL_NAME.get(host, "tool_name"), ARGUMENTS.get(host, "tool_input")


def dumped(change: Callable[[str, dict], object]) -> Callable[[Chain, str, str], bytes]:
    """Make a row that changes the payload object before it is dumped."""

    def make(chain: Chain, host: str, command: str) -> bytes:
        payload = chain.payload_object(host, command)
        result = change(host, payload)
        return json.dumps(payload if result is None else result).encode()

    return make


def raw(change: Callable[[bytes], bytes]) -> Callable[[Chain, str, str], bytes]:
    """Make a row that changes the payload's bytes."""
    return lambda chain, host, command: change(chain.payload(host, command))


def arguments(value: object) -> Callable[[str, dict], None]:
    def change(host: str, payload: dict) -> None:
        holder, _, key = container(host, payload)
        holder[key] = value

    return change


def command_value(value: object) -> Callable[[str, dict], None]:
    def change(host: str, payload: dict) -> None:
        holder, _, key = container(host, payload)
        holder[key][FIELD.get(host, "command")] = value

    return change


def command_text(make: Callable[[str], str]) -> Callable[[Chain, str, str], bytes]:
    return lambda chain, host, command: chain.payload(host, make(command))


def without_command(host: str, payload: dict) -> None:
    holder, _, key = container(host, payload)
    del holder[key][FIELD.get(host, "command")]


def tool_name(value: str | None) -> Callable[[str, dict], None]:
    def change(host: str, payload: dict) -> None:
        holder, key, _ = container(host, payload)
        holder.pop(key)
        if value is not None:
            holder[key] = value

    return change


def void(_: object) -> None:
    return None


def drop(key: str) -> Callable[[str, dict], None]:
    return lambda host, payload: void(payload.pop(key, None))


def put(key: str, value: object) -> Callable[[str, dict], None]:
    return lambda host, payload: payload.update({key: value})


PAYLOAD_ROWS: dict[str, tuple[Callable[[Chain, str, str], bytes], bool]] = {
    # name: (payload maker, the payload is valid: its harmless twin must pass)
    "baseline": (raw(lambda data: data), True),
    "empty stdin": (raw(lambda data: b""), False),
    "garbage": (raw(lambda data: b"this is not json"), False),
    "truncated JSON": (raw(lambda data: data[:-9]), False),
    "5 MB comment": (command_text(lambda text: text + " # " + "x" * 5_000_000), False),
    "5 MB leading pad": (command_text(lambda text: " " * 5_000_000 + text), False),
    "20 MB other field": (dumped(put("pad", "x" * 20_000_000)), False),
    "deep JSON": (raw(lambda data: data[:-1] + b',"z":' + b"[" * 100_000 + b"]" * 100_000 + b"}"), False),
    "invalid UTF-8": (raw(lambda data: data[:-1] + b',"z":"\xff\xfe"}'), False),
    "invalid UTF-8 in the command": (
        raw(lambda data: data.replace(DANGER.encode(), b"\xff" + DANGER.encode())),
        False,
    ),
    "byte order mark": (raw(lambda data: b"\xef\xbb\xbf" + data), False),
    "NUL in the command": (command_text(lambda text: text + "\0"), False),
    "top-level array": (dumped(lambda host, payload: [payload]), False),
    "top-level null": (raw(lambda data: b"null"), False),
    "two JSON documents": (raw(lambda data: data + b"\n" + data), False),
    "arguments are text": (dumped(arguments(DANGER)), False),
    "arguments are null": (dumped(arguments(None)), False),
    "command is a list": (dumped(command_value(DANGER.split())), False),
    "command is missing": (dumped(without_command), False),
    "command is null": (dumped(command_value(None)), False),
    "tool name is missing": (dumped(tool_name(None)), False),
    "tool name Shell": (dumped(tool_name("Shell")), True),
    "tool name of no host": (dumped(tool_name("brand_new_shell")), True),
    "event is missing": (dumped(drop("hook_event_name")), False),
    "event in camel case": (dumped(put("hook_event_name", "preToolUse")), False),
    "event of no host": (dumped(put("hook_event_name", "BeforeEverything")), False),
    "permission mode of no host": (dumped(put("permission_mode", "auto-everything")), True),
    "permission mode is a number": (dumped(put("permission_mode", 7)), True),
    "cwd doesn't exist": (dumped(put("cwd", "/no/such/folder")), True),
    "cwd is missing": (dumped(drop("cwd")), True),
    "cwd is a number": (dumped(put("cwd", 7)), False),
    "cwd holds a NUL": (dumped(put("cwd", "/tmp/a\0b")), False),
    "a key stands twice": (raw(lambda data: b'{"z":1,"z":2,' + data[1:]), False),
    "NaN": (raw(lambda data: data[:-1] + b',"z":NaN}'), False),
    "half a surrogate pair": (raw(lambda data: data[:-1] + b',"z":"\\ud800"}'), False),
}
# Hosts whose payload has no such field, or that are known to send it so.
HARMLESS_CHANGE = {
    ("event is missing", "copilot"),
    ("event is missing", "antigravity"),
    ("event in camel case", "copilot"),
    ("event in camel case", "cursor"),
    ("event in camel case", "claude-code"),
    ("event in camel case", "antigravity"),
    ("event of no host", "antigravity"),
    ("cwd is a number", "antigravity"),
    ("cwd holds a NUL", "antigravity"),
    ("byte order mark", "cursor"),
}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("row", PAYLOAD_ROWS)
def test_a_hostile_payload_is_refused(row: str, host: str, tmp_path: Path) -> None:
    make, valid = PAYLOAD_ROWS[row]
    chain = Chain(tmp_path)
    chain.install(deadline=DEADLINE, watchdog=3)
    run = chain.run(host, make(chain, host, DANGER), timeout=20)
    text = refused(host, run)
    if "could not be checked" in text:
        assert "The command isn't at fault" in text and "tell the person" in text
    overshoot = run.seconds - DEADLINE
    print(f"{host}, {row}: answered after {run.seconds:.3f} s ({overshoot:+.3f} s of the deadline)")
    if valid or (row, host) in HARMLESS_CHANGE:
        run = chain.run(host, make(chain, host, HARMLESS))
        assert (run.exit, run.stdout, spoken(run.stderr)) == (0, NO_OPINION[host], "")


def surroundings(chain: Chain) -> dict[str, dict[str, object]]:
    env = chain.environment
    return {
        "HOME unset": {"environment": env(HOME=None)},
        "HOME unwritable": {"environment": env(HOME="/proc/1")},
        "HOME doesn't exist": {"environment": env(HOME="/no/such/home")},
        "PATH empty": {"environment": env(PATH="")},
        "PATH unset": {"environment": env(PATH=None)},
        "locale C": {"environment": env(LANG="C", LC_ALL="C")},
        "locale of nowhere": {"environment": env(LC_ALL="xx_YY.UTF-8")},
        "TMPDIR bad": {"environment": env(TMPDIR="/no/such/tmp")},
    }


ROWS = (
    "HOME unset",
    "HOME unwritable",
    "HOME doesn't exist",
    "PATH empty",
    "PATH unset",
    "locale C",
    "locale of nowhere",
    "TMPDIR bad",
)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("row", ROWS)
def test_odd_surroundings_refuse_and_pass_as_usual(row: str, host: str, tmp_path: Path) -> None:
    if row.startswith("PATH") and host == "gemini":
        pytest.skip("Gemini starts bash from PATH; without one its own shell tool can't run either")
    chain = Chain(tmp_path)
    options = surroundings(chain)[row]
    assert "force" in refused(host, chain.run(host, chain.payload(host, DANGER), **dict(options)))
    run = chain.run(host, chain.payload(host, HARMLESS), **dict(options))
    assert (run.exit, run.stdout, spoken(run.stderr)) == (0, NO_OPINION[host], "")


@pytest.mark.parametrize("host", HOSTS)
def test_a_read_only_home_refuses_and_passes_as_usual(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    for folder in (".cache/failshut", ".local/state/failshut"):
        path = chain.home / folder
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a file where a folder should be: nothing can be written below it")
    assert "force" in refused(host, chain.run(host, chain.payload(host, DANGER)))
    run = chain.run(host, chain.payload(host, HARMLESS))
    assert (run.exit, run.stdout, spoken(run.stderr)) == (0, NO_OPINION[host], "")


@pytest.mark.parametrize("host", HOSTS)
def test_a_stalled_stdin_is_refused_at_the_deadline(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    chain.install(deadline=DEADLINE, watchdog=3)
    reader, writer = os.pipe()
    os.write(writer, b'{"tool_name":')
    run = chain.run(host, b"", stdin=reader, timeout=20)
    os.close(writer)
    os.close(reader)
    assert "deadline passed" in refused(host, run)
    print(f"{host}: a stalled stdin was refused {run.seconds - DEADLINE:+.3f} s after the deadline")


@pytest.mark.parametrize("host", HOSTS)
def test_a_closed_stdin_is_refused(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    assert "could not be checked" in refused(host, chain.run(host, b"", preexec=lambda: os.close(0)))


@pytest.mark.parametrize("sender", ["copilot", "cursor"])
def test_a_host_that_reads_claude_codes_file_is_answered_in_its_own_form(
    sender: str, tmp_path: Path
) -> None:
    chain = Chain(tmp_path)
    name = "PreToolUse.Bash.pascal" if sender == "copilot" else ""
    entry = chain.entry("claude-code")
    event = "PreToolUse" if sender == "copilot" else "preToolUse"
    run = chain.run(sender, chain.payload(sender, DANGER, name), entry=entry)
    result = outcome(sender, run, event=event)
    assert result.effect == "blocked" and "Failshut refused: " in (result.model_text or "")
    run = chain.run(sender, chain.payload(sender, HARMLESS, name), entry=entry)
    assert outcome(sender, run, event=event).effect == "ran"


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "claude-code"])
def test_a_payload_of_another_host_is_refused_where_nobody_sends_one(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    other = "gemini" if host != "gemini" else "kimi"
    run = chain.run(host, chain.payload(other, DANGER))
    assert "Failshut refused: " in refused(host, run)
