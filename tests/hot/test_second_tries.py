"""A second try is granted to what reads inside the workspace, and to nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from failshut import hosts
from failshut.hosts import moments
from failshut.hot import again
from failshut.model import SHELL, Call

ROWS = [
    line.rstrip("\n").split(" ", 1)
    for line in Path(__file__).with_name("second_tries.txt").read_text("utf-8").splitlines()
    if line[:1] in ("r", "w")
]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[str, str]]:
    root, home = tmp_path / "work", tmp_path / "home"
    (root / "src").mkdir(parents=True)
    home.mkdir()
    (tmp_path / "outside").write_text("x")
    (root / "link-outside").symlink_to(tmp_path / "outside")
    yield str(root), str(home)


def tried(command: str, place: tuple[str, str]) -> bool:
    root, home = place
    return again.harmless(Call("claude-code", SHELL, "Bash", command=command, cwd=root), root, home)


def test_the_set_is_large_and_half_of_it_reads() -> None:
    reading = [text for kind, text in ROWS if kind == "r"]
    assert len(ROWS) >= 200 and len(reading) >= 95


@pytest.mark.parametrize("command", [text for kind, text in ROWS if kind == "w"])
def test_nothing_else_is_tried_again(command: str, place: tuple[str, str]) -> None:
    assert not tried(command, place)


def test_most_of_what_reads_is_tried_again(place: tuple[str, str]) -> None:
    reading = [text for kind, text in ROWS if kind == "r"]
    refused = [text for text in reading if not tried(text, place)]
    assert len(refused) <= 0.1 * len(reading), refused


def denied(command: str, reason: str = "Looks risky", **more: object) -> dict[str, object]:
    return {"hook_event_name": "PermissionDenied", "session_id": "s", "prompt_id": "p", "cwd": "",
            "tool_name": "Bash", "tool_input": {"command": command}, "reason": reason, **more}  # fmt: skip


def granted(payload: dict[str, object], place: tuple[str, str]) -> bool:
    root, home = place
    one = moments.read("claude-code", "PermissionDenied", payload)
    return bool(again.granted(payload, one, hosts.load("claude-code"), root, home).tell)


def test_one_try_for_a_call_of_a_prompt(place: tuple[str, str]) -> None:
    assert granted(denied("ls"), place)
    assert not granted(denied("ls"), place)
    assert granted(denied("ls", prompt_id="q"), place)
    assert granted(denied("ls -a"), place)


@pytest.mark.parametrize("key", ["reason", "denial_reason"])
def test_none_when_the_classifier_was_not_there(key: str, place: tuple[str, str]) -> None:
    assert not granted(denied("ls", "") | {key: "Classifier unavailable"}, place)


def test_file_tools_that_read_inside(place: tuple[str, str]) -> None:
    root, _ = place
    inside = {"tool_name": "Read", "tool_input": {"file_path": f"{root}/src/a.py"}}
    assert granted(denied("") | inside, place)
    for path in ("/etc/passwd", f"{root}/.env", f"{root}/link-outside", f"{root}/../outside"):
        assert not granted(denied("") | {"tool_name": "Read", "tool_input": {"file_path": path}}, place), (
            path
        )
    assert not granted(
        denied("") | {"tool_name": "Write", "tool_input": {"file_path": f"{root}/a", "content": ""}}, place
    )
