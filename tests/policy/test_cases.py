"""Judge what users really met with the built-in rules, from the text to the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from failshut.hot.judge import examined
from failshut.model import Call
from failshut.policy import builtin, index
from failshut.policy.shapes import FORMAT

from . import helper

ROOT, HOME = "/workspace/project", "/home/test"
POLICY = (FORMAT, builtin.BLOCKS, (), ())
CASES = helper.rows("cases.jsonl")


def verdict(text: str, cwd: str = ROOT) -> str:
    """Return what the built-in rules say of a shell text."""
    call = Call("claude-code", "shell", "Bash", command=text, text=text, cwd=cwd)
    return examined(call, POLICY, ROOT, (HOME,))[0].action


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row['case']}: {row['text']}")
def test_cases(row: dict[str, str]) -> None:
    assert verdict(row["text"], row.get("cwd") or ROOT) == row["verdict"]


def test_the_native_delete_tool_gets_the_verdict_of_rm() -> None:
    for path, action in (("/etc/passwd", "deny"), ("src/a.py", "pass"), ("..", "deny")):
        call = Call("claude-code", "delete", "Delete", deletes=(path,), cwd=ROOT)
        assert examined(call, POLICY, ROOT, (HOME,))[0].action == action


def test_an_interactive_shell_is_refused_where_its_input_fires_no_hook() -> None:
    for host, action in (("codex", "deny"), ("claude-code", "ask")):
        for text in ("bash", "python3", "psql shop"):
            call = Call(host, "shell", "Bash", command=text, text=text, cwd=ROOT)
            assert examined(call, POLICY, ROOT, (HOME,))[0].action == action


def test_what_a_rule_suggests_passes() -> None:
    """A reason's own alternative, written as code, is refused by no rule."""
    for block in builtin.BLOCKS:
        rows = index.Rows(block[6])
        for number in range(len(block[1])):
            for text in rows.row(number)[2].split("`")[1::2]:
                assert verdict(text) == "pass", text


def test_files_that_were_left_unread_leave_a_mark(tmp_path: Path) -> None:
    (tmp_path / "x.sh").write_text("rm -rf /etc\n" + "#" * 70000)
    call = Call("claude-code", "shell", "Bash", command="bash x.sh", cwd=str(tmp_path))
    found = examined(call, POLICY, str(tmp_path), (HOME,))[0]
    assert (found.action, len(found.marks)) == ("pass", 1)
    assert found.marks[0].startswith("unread: ") and found.marks[0].endswith("x.sh (too large)")
    (tmp_path / "x.sh").write_text("rm -rf /etc\n")
    assert examined(call, POLICY, str(tmp_path), (HOME,))[0].rule == "files/delete-root"
