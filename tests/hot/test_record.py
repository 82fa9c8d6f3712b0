"""A record is one line of JSON in a file of its session, whatever the call holds."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from failshut.hot import record
from failshut.model import DENY, Call, Verdict

SESSIONS = ["../../x", "", "/etc/passwd", "x" * 5000, "é漢\u202e", "a\0b\n", ".", "..", "a b;c", "\ud800"]
TEXT = st.text(max_size=60)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_the_file_lies_in_the_log_folder(session: str, tmp_path: Path) -> None:
    log = tmp_path / "deep" / "log"
    call = Call("codex", "shell", "Bash", command="ls", session=session)
    assert record.append(str(log), call, Verdict(DENY), "/r")
    (path,) = log.iterdir()
    assert path.name == record.name(call) and len(path.name) < 120 and path.name.isascii()
    assert [one.name for one in tmp_path.iterdir()] == ["deep"]
    assert json.loads(path.read_text())["tool"] == "Bash"


@given(TEXT, TEXT, TEXT, TEXT, TEXT)
def test_a_record_is_one_line_of_json(tool: str, command: str, fault: str, root: str, more: str) -> None:
    call = Call("codex", "shell", tool, command=command, agent=more, call_id=more)
    text = record.line(call, Verdict(DENY, fault=fault, rule=more, marks=(more,)), root)
    assert text.endswith("}\n") and text.count("\n") == 1 and text.isascii()
    assert len(text.splitlines()) == 1
    assert json.loads(text)["host"] == "codex"


CALLS = [
    {"command": "curl -u bob:hunter2 https://a"},
    {"command": "x" * 900 + " --password hunter2"},
    {"command": "mysql -p" + "hunter2" * 200},
    {"writes": ("a --password=hunter2",)},
    {"urls": ("https://bob:hunter2@a/",)},
    {"tool": "password=hunter2"},
    {"agent": "password=hunter2"},
    {"call_id": "password=hunter2"},
]


@pytest.mark.parametrize("fields", CALLS, ids=range(len(CALLS)))
def test_no_secret_of_a_call_is_written(fields: dict) -> None:
    call = Call("codex", "shell", str(fields.get("tool", "Bash")))
    for key, value in fields.items():
        setattr(call, key, value)
    verdict = Verdict(DENY, fault="input: password=hunter2", marks=("opaque: --token hunter2",))
    assert "hunter2" not in record.line(call, verdict, "/r")
