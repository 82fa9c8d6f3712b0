"""A person lets one call through, or all for a while; an agent's process can't."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import terminal

from chain import DANGER, HOSTS, NO_OPINION, Chain
from failshut import paths
from failshut.cli import allow_once
from failshut.hot.leave import once_file, pause_file
from failshut.wire.entries import WIRINGS
from failshut.wire.line import line

HOST = "claude-code"
SELF = "failshut trust"
ASK = "Number of the call"
WORD = "Type the word"

alone = pytest.mark.skipif(bool(terminal.AGENT), reason=f"run by an agent: {terminal.AGENT}")


@pytest.fixture
def place(tmp_path: Path) -> Chain:
    return Chain(tmp_path)


def environment(place: Chain) -> dict[str, str]:
    return place.environment(PYTHONPATH=str(place.package.parent), NO_COLOR="1")


def argv(verb: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "failshut", verb, *arguments]


def typed(place: Chain, answers: list[tuple[str, str]], verb: str, *arguments: str) -> tuple[int, str]:
    words = argv(verb, *arguments)
    return terminal.typed(words, answers, cwd=place.project, environment=environment(place))


def refused(place: Chain, command: str = DANGER, host: str = HOST) -> bool:
    run = place.run(host, place.payload(host, command))
    return run.exit == 2


@alone
def test_one_call_passes_once(place: Chain) -> None:
    assert refused(place)
    code, screen = typed(place, [(ASK, "1"), (WORD, "allow")], "allow-once")
    assert code == 0 and DANGER in screen and "git/force-push" in screen
    assert refused(place, "git push --force origin dev")
    assert not refused(place)
    assert refused(place)
    rows = [json.loads(line) for path in Path(paths.log_dir(str(place.home))).glob("*")
            for line in path.read_text().splitlines()]  # fmt: skip
    marks = [row.get("marks") for row in rows if row["what"] == DANGER]
    assert marks == [None, "allowed once: git/force-push", None]


@alone
def test_another_folder_is_another_call(place: Chain, tmp_path: Path) -> None:
    assert refused(place)
    typed(place, [(ASK, "1"), (WORD, "allow")], "allow-once")
    other = tmp_path / "other"
    other.mkdir()
    payload = place.payload_object(HOST, DANGER) | {"cwd": str(other)}
    assert place.run(HOST, json.dumps(payload).encode(), project=other).exit == 2
    assert not refused(place)


@alone
@pytest.mark.parametrize("answers", [[(ASK, "9")], [(ASK, "x")], [(ASK, "1"), (WORD, "yes")]])
def test_anything_else_allows_nothing(place: Chain, answers: list[tuple[str, str]]) -> None:
    assert refused(place)
    code, _ = typed(place, answers, "allow-once")
    assert code in (1, 2) and refused(place)


@alone
def test_what_guards_the_guard_is_not_on_the_list(place: Chain) -> None:
    assert refused(place, SELF)
    code, screen = typed(place, [], "allow-once")
    assert code == 3 and SELF not in screen


@pytest.mark.parametrize("path", [pause_file, lambda home: once_file(home, last(home))])
def test_leave_never_reaches_what_guards_the_guard(path, place: Chain) -> None:  # type: ignore[no-untyped-def]
    """Whichever rule of a call is the first: the guard's own files stay shut behind it."""
    for behind in ("failshut trust", "echo x > ~/.config/failshut/failshut.toml", "rm -rf ~/.config"):
        text = f"{DANGER}; {behind}"
        assert refused(place, text)
        file = Path(path(str(place.home)))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{int(time.time()) + 60}\n")
        file.chmod(0o600)
        assert refused(place, text), behind
        file.unlink(missing_ok=True)


def last(home: str) -> str:
    """Return the name of the call that was refused last."""
    log = next(Path(paths.log_dir(home)).glob("*"))
    return str(json.loads(log.read_text().splitlines()[-1])["id"])


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("spoilt", ["expired", "far", "words", "empty", "open", "link"])
def test_a_permission_that_is_not_a_persons_does_nothing(spoilt: str, host: str, place: Chain) -> None:
    assert place.run(host, place.payload(host)).exit in (0, 2)
    log = next(Path(paths.log_dir(str(place.home))).glob("*"))
    name = json.loads(log.read_text().splitlines()[0])["id"]
    for path in (Path(once_file(str(place.home), name)), Path(pause_file(str(place.home)))):
        spoil(path, spoilt)
    run = place.run(host, place.payload(host))
    assert "git/force-push" in run.stdout + run.stderr


def spoil(path: Path, how: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = {"expired": time.time() - 1, "far": time.time() + 10**6, "open": time.time() + 60}
    text = str(int(texts[how])) if how in texts else {"words": "for ever", "empty": ""}.get(how, "")
    if how == "link":
        target = path.with_name(path.name + "-target")
        target.write_text(str(int(time.time() + 60)))
        path.symlink_to(target)
        return
    path.write_text(text)
    path.chmod(0o666 if how == "open" else 0o600)


@alone
def test_a_pause_is_told_with_each_answer_and_ends(place: Chain) -> None:
    code, screen = typed(place, [(WORD, "pause")], "pause", "15m")
    assert code == 0 and "Paused until" in screen
    for command in (DANGER, "ls"):
        run = place.run(HOST, place.payload(HOST, command))
        assert run.exit == 0 and "paused by the person" in run.stdout
    assert refused(place, SELF)
    done = subprocess.run(argv("resume"), env=environment(place), capture_output=True, check=True)
    assert b"on again" in done.stdout
    assert refused(place)
    assert place.run(HOST, place.payload(HOST, "ls")).stdout == NO_OPINION[HOST]


@alone
@pytest.mark.parametrize("time", ["", "15", "0m", "13h", "-1m", "1d"])
def test_no_time_is_no_pause(place: Chain, time: str) -> None:
    code, _ = typed(place, [(WORD, "pause")], "pause", "--", time)
    assert code == 2 and refused(place)


WAYS = {
    "plain": "$RUN",
    "setsid": "setsid -w $RUN",
    "double fork": "sh -c '(setsid $RUN; echo $? > $CODE) &'; sleep 3; exit $(cat $CODE)",
    "script": 'script -qec "$RUN" /dev/null',
    "tmux": 'tmux -L $NAME new-session -d "$RUN; echo \\$? > $CODE"; sleep 3; exit $(cat $CODE)',
}


@pytest.mark.parametrize("verb", ["allow-once", "pause 15m", "trust"])
@pytest.mark.parametrize("way", WAYS)
def test_an_agents_process_is_refused(way: str, verb: str, place: Chain, tmp_path: Path) -> None:
    tool = WAYS[way].split()[0]
    if shutil.which(tool if tool[0] != "$" else "sh") is None:
        pytest.skip(f"{tool} isn't installed here")
    assert refused(place)
    (place.project / "failshut.toml").write_text('[[except]]\nrule = "git/force-push"\n'
        'match = { command = "git push" }\nreason = "x"\n')  # fmt: skip
    run = tmp_path / "run.sh"
    words = {"allow-once": "1\\nallow\\n", "pause 15m": "pause\\n", "trust": "trust\\n"}[verb]
    line = " ".join(argv(*verb.split()))
    run.write_text(f"#!/bin/sh\n{line}\n")
    run.chmod(0o755)
    agent = tmp_path / "claude"
    code = tmp_path / "code"
    text = WAYS[way].replace("$RUN", str(run)).replace("$CODE", str(code)).replace("$NAME", tmp_path.name)
    agent.write_text(f"#!/bin/sh\nexport CLAUDECODE=1\n{text}\n")
    agent.chmod(0o755)
    found, screen = terminal.typed(
        [str(agent)],
        [(ASK, "1"), (WORD, words.split("\\n")[-2])] if verb == "allow-once" else [(WORD, words[:-2])],
        cwd=place.project,
        environment=environment(place) | {"TERM": "xterm"},
    )
    if way == "tmux":
        subprocess.run(["tmux", "-L", tmp_path.name, "kill-server"], check=False, capture_output=True)
    assert found == 2, screen
    assert refused(place)


BY = {
    "cursor": [("", "preToolUse"), ("", "beforeShellExecution")],
    "copilot": [("preToolUse", ""), ("preToolUse/2", ""), ("permissionRequest", "permissionRequest.bash")],
    "kimi": [("", ""), ("PreToolUse/plugin", "")],
    "gemini": [("", ""), ("BeforeTool/extension", "")],
}
"""The entries that one call comes by: the line's word, and the captured payload ("" = the contract's)."""


@pytest.mark.parametrize("host", BY)
def test_what_is_allowed_once_passes_each_entry_once(host: str, place: Chain) -> None:
    def entry(word: str) -> dict[str, object]:
        return WIRINGS[host].handler(line(host, str(place.launcher), word=word))

    def payload(name: str) -> bytes:
        if name and host == "cursor":
            return json.dumps(cursor_payload(place, name)).encode()
        return place.payload(host, name=name)

    def answers() -> list[int | None]:
        return [place.run(host, payload(name), entry=entry(word)).exit for word, name in BY[host]]

    assert answers() == [2] * len(BY[host])
    rows = [json.loads(row) for path in Path(paths.log_dir(str(place.home))).glob("*")
            for row in path.read_text().splitlines()]  # fmt: skip
    assert len({row["id"] for row in rows}) == 1, rows
    path = Path(once_file(str(place.home), rows[0]["id"]))
    path.parent.mkdir(parents=True)
    path.write_text(str(int(time.time() + 60)))
    path.chmod(0o600)
    assert answers() == [0] * len(BY[host])
    assert answers() == [2] * len(BY[host])


def test_the_machines_entry_and_the_users_take_a_permission_each(place: Chain) -> None:
    lines = [line(HOST, str(place.launcher), shared=shared) for shared in (True, False)]

    def answers() -> list[int | None]:
        return [
            place.run(HOST, place.payload(HOST), entry=WIRINGS[HOST].handler(text)).exit for text in lines
        ]

    assert answers() == [2, 2]
    path = Path(once_file(str(place.home), last(str(place.home))))
    path.parent.mkdir(parents=True)
    path.write_text(str(int(time.time() + 60)))
    path.chmod(0o600)
    assert answers() == [0, 0] and answers() == [2, 2]


LONG = DANGER + " " * 220 + "; rm -rf ~/important"
ROWS = DANGER + "\n  2  15:49:13  claude-code  git/force-push  in /work"


def test_the_list_shows_a_call_as_a_whole_and_on_one_line(place: Chain) -> None:
    """What stands behind 220 blanks is shown, and a call can't look like two."""
    for command in (LONG, ROWS):
        assert refused(place, command)
    rows = allow_once.recent(str(place.home))
    shown = [allow_once.shown(row["what"]) for row in rows]
    assert {text.count("\n") for text in shown} == {0}
    assert any("rm -rf ~/important" in text for text in shown) and any("⏎" in text for text in shown)


def test_what_is_too_long_to_be_shown_cannot_be_allowed(place: Chain) -> None:
    assert refused(place, DANGER + " " * 5000 + "; rm -rf ~/important")
    assert allow_once.recent(str(place.home)) == []


def cursor_payload(place: Chain, event: str) -> dict[str, object]:
    """Return what Cursor sends of a shell call at either of its events."""
    base = {"conversation_id": "c", "generation_id": "g", "hook_event_name": event}
    base |= {"workspace_roots": [str(place.project)], "cursor_version": "2026.10.01"}
    if event == "preToolUse":
        tool = {"command": DANGER, "working_directory": str(place.project)}
        return base | {"tool_name": "Shell", "tool_input": tool, "cwd": str(place.project)}
    return base | {"command": DANGER, "cwd": str(place.project), "sandbox": False}
