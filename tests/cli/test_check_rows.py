"""Check many calls: order, bad lines, payloads, agreement with real hook runs."""

import json
from pathlib import Path

import pytest
from call import Desk, desk

from chain import HOSTS, PAYLOADS, Chain


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return desk(tmp_path)


def rows(place: Desk, *lines: object, code: int = 0, options: tuple[str, ...] = ()) -> list[dict]:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines)
    done = place.run("check", "--jsonl", "-", *options, stdin=text.encode() + b"\n")
    assert done.returncode == code, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_lines_are_answered_in_order_with_their_ids(place: Desk) -> None:
    found = rows(
        place,
        {"id": "b", "command": "rm -rf /", "label": "deny"},
        "",
        {"id": 1, "command": "ls"},
        {"id": "a", "command": "git stash drop"},
    )
    assert [(row["id"], row["verdict"]) for row in found] == [("b", "deny"), (1, "pass"), ("a", "ask")]
    assert set(found[0]) >= {"id", "verdict", "rule", "reason", "instead", "effects", "source"}
    assert found[0]["effects"][0]["name"] == "fs.delete" and found[1]["effects"] == []


BAD = [
    ("nonsense", None),
    ("[1]", None),
    ('{"command": "ls"}', None),
    ('{"id": 7, "id": 8, "command": "ls"}', None),
    ({"id": 7}, 7),
    ({"id": 7, "command": ["ls"]}, 7),
    ({"id": 7, "command": "ls", "payload": {}}, 7),
    ({"id": 7, "payload": {}}, 7),
    ({"id": 7, "host": "codex", "payload": "x"}, 7),
    ({"id": 7, "host": "vim", "command": "ls"}, 7),
    ({"id": 7, "command": "ls", "cwd": "here"}, 7),
    ({"id": 7, "command": "ls", "home": 5}, 7),
]


@pytest.mark.parametrize("line,name", BAD)
def test_a_bad_line_says_which_and_the_others_are_answered(place: Desk, line: object, name: object) -> None:
    found = rows(place, {"id": 1, "command": "ls"}, line, {"id": 2, "command": "ls"}, code=2)
    assert [row.get("verdict") for row in found] == ["pass", None, "pass"]
    assert found[1]["id"] == name and found[1]["error"].startswith("line 2: ")
    assert set(found[1]) == {"id", "error"}


@pytest.mark.parametrize("text", [b"", b"\n \n"])
def test_no_line_at_all_is_exit_3(place: Desk, text: bytes) -> None:
    done = place.run("check", "--jsonl", "-", stdin=text)
    assert (done.returncode, done.stdout) == (3, "")


def test_a_missing_file_is_exit_2(place: Desk) -> None:
    assert place.run("check", "--jsonl", "none.jsonl").returncode == 2


def test_a_file_is_read_and_its_rows_have_their_own_folders(place: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    (other / "failshut.toml").write_text(
        '[[rule]]\nid = "no/ls"\nmatch = { command = "ls" }\ndeny = "No."\n'
    )
    file = tmp_path / "rows.jsonl"
    lines = [
        {"id": 1, "command": "ls"},
        {"id": 2, "command": "ls", "cwd": str(other)},
        {"id": 3, "command": "rm -rf /home/ada", "home": "/home/ada"},
        {"id": 4, "command": "cd .. && rm -rf site", "cwd": "/srv/site", "home": "/home/ada"},
    ]
    file.write_text("\n".join(json.dumps(line) for line in lines))
    done = place.run("check", "--jsonl", str(file))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["rule"] for row in found] == ["", "no/ls", "files/delete-root", "files/session-root"]


def test_a_policy_that_cannot_be_used_refuses_its_rows_alone(place: Desk, tmp_path: Path) -> None:
    path = place.policy("mode = 3\nother = 4\n")
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    lines = [json.dumps({"id": n, "command": "ls", "cwd": str(other) if n else None}) for n in (0, 1, 0)]
    done = place.run("check", "--jsonl", "-", stdin="\n".join(lines).encode())
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["verdict"] for row in found] == ["deny", "pass", "deny"]
    assert found[0]["fault"].startswith("policy can't be used: ") and done.returncode == 2
    assert done.stderr.count(f"{path}:") == 2


@pytest.mark.parametrize("host", HOSTS)
def test_payloads_get_the_verdict_of_the_wired_line(tmp_path: Path, host: str) -> None:
    chain, made = Chain(tmp_path / "chain"), Desk(tmp_path / "chain/home", tmp_path / "chain/project")
    commands = ("git push -f", "ls", "rm -rf /", "cat .env", "echo $(date)", "$X", "git reset --har")
    lines = []
    for command in commands:
        payload = chain.payload_object(host, command)
        lines.append({"id": command, "host": host, "payload": payload, "cwd": str(made.project)})
    found = rows(made, *lines, options=("--explain",))
    for row in found:
        run = chain.run(host, chain.payload(host, row["id"]))
        refused = row["verdict"] == "deny" or (
            row["verdict"] == "ask" and row["model"]["effect"] != "asked"
        )
        assert run.exit == (2 if refused else 0), row
        assert row["rule"] in run.stdout + run.stderr
    assert {row["verdict"] for row in found} == {"deny", "ask", "pass"}


def test_a_foreign_payload_is_decoded_in_its_senders_form(place: Desk) -> None:
    text = (PAYLOADS / "cursor" / "preToolUse.Shell.json").read_text()
    payload = json.loads(text.replace("$PROJECT", str(place.project)))
    payload["tool_input"]["command"] = "git push --force"
    [row] = rows(place, {"id": 1, "host": "claude-code", "payload": payload})
    assert row["rule"] == "git/force-push"


def test_other_events_pass_and_unreadable_payloads_are_refused(place: Desk) -> None:
    found = rows(
        place,
        {"id": 1, "host": "claude-code", "payload": {"hook_event_name": "Stop"}},
        {"id": 2, "host": "claude-code", "payload": {"hook_event_name": "PreToolUse"}},
    )
    assert found[0]["verdict"] == "pass"
    assert found[1]["verdict"] == "deny" and found[1]["fault"].startswith("input can't be read: ")


def test_file_tools_are_judged_too(place: Desk) -> None:
    text = (PAYLOADS / "claude-code" / "PreToolUse.Read.json").read_text()
    payload = json.loads(text.replace("$PROJECT", str(place.project)))
    payload["tool_input"]["file_path"] = str(place.project / ".env")
    [row] = rows(place, {"id": 1, "host": "claude-code", "payload": payload})
    assert row["rule"] == "secrets/env-file" and row["effects"][0]["command"] == -1
