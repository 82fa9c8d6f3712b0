"""Compare the edited documents with the case files, byte for byte."""

import json
import tomllib

import pytest
import wiring_common as common

from failshut.exits import WiringError
from failshut.wire import jsonedit
from failshut.wire.entries import WIRINGS
from failshut.wire.jsondoc import read
from failshut.wire.wiring import is_ours


@pytest.mark.parametrize("case", common.CASES, ids=common.names())
class TestCase:
    def test_after(self, case):
        after, _ = common.put(case.parent.name, case.read_bytes())
        assert after == case.with_name(case.name.replace(".before.", ".after.")).read_bytes()

    def test_taken_out_again(self, case):
        after, marks = common.put(case.parent.name, case.read_bytes())
        assert common.take(case.parent.name, after, marks) == case.read_bytes()

    def test_twice_is_once(self, case):
        after, _ = common.put(case.parent.name, case.read_bytes())
        assert common.put(case.parent.name, after) == (after, [])

    def test_another_line_replaces_ours_in_place(self, case):
        host = case.parent.name
        old, marks = common.put(host, case.read_bytes(), common.OLD)
        new, more = common.put(host, old)
        assert not more
        assert new == common.put(host, case.read_bytes())[0]
        assert common.take(host, new, marks) == case.read_bytes()


def events(host: str, data: bytes) -> dict:
    """Return the arrays of a document that hold our entries."""
    wiring = WIRINGS[host]
    value = tomllib.loads(data.decode()) if wiring.toml else json.loads(data)
    for key in wiring.parent:
        value = value[key]
    return {"PreToolUse": value} if wiring.toml else value


@pytest.mark.parametrize("host", WIRINGS)
def test_new_file_is_exactly_the_hosts_form(host):
    wiring = WIRINGS[host]
    data, _ = common.put(host, b"")
    held = events(host, data)
    assert tuple(held) == tuple(dict.fromkeys(wiring.events))
    assert all(rows == common.elements(host, event) for event, rows in held.items())


@pytest.mark.parametrize(
    ("host", "text", "line", "words"),
    [
        *(
            ("claude-code", *row)
            for row in [
                ('{\n  "a": 1,\n}', 3, "where a string in double quotes has to stand"),
                ('{\n  // c\n  "a": 1\n}', 2, "a comment, which this host doesn't read"),
                ('{"hooks": {}}\n{}', 2, "more text after the end"),
                ('{"hooks": {},\n "hooks": {}}', 2, "stands twice"),
                ('{\n"hooks": []}', 2, "hooks has to be an object"),
                ('{"hooks": {\n"PreToolUse": {}}}', 2, "hooks.PreToolUse has to be an array"),
                ('{"hooks": {"PreToolUse": [],\n"PreToolUse": []}}', 2, "stands twice"),
                ("[1]", 1, "the document has to be an object"),
                ('{"a": 01}', 1, "where ',' has to stand"),
                ('{"a": NaN}', 1, "where a value has to stand"),
                ('{"a": "b\tc"}', 1, "where a string"),
                ('{"a": ' + "[" * 150 + "]" * 150 + "}", 1, "nested deeper"),
                ('{\n"hooks": {', 2, "the file ends"),
            ]
        ),
        ("gemini", '{\n // c\n "a": [1,]}', 3, "where a value has to stand"),
        ("gemini", "{\n /* c", 2, "where a string"),
        ("kimi", "a = 1\nb =\n", 2, "isn't TOML"),
    ],
)
def test_refused_with_the_place(host, text, line, words):
    with pytest.raises(WiringError) as caught:
        common.put(host, text.encode())
    message = str(caught.value)
    assert message.startswith(f"F:{line}: ") and words in message
    assert message.endswith("nothing was changed.")


def test_not_utf8_is_refused():
    with pytest.raises(WiringError, match=r"^F:2: this isn't UTF-8"):
        common.put("claude-code", b'{\n"a": "\xe9"}')


def test_kimi_hooks_table_is_refused():
    with pytest.raises(WiringError, match="array of tables"):
        common.put("kimi", b"[hooks]\na = 1\n")


def test_duplicates_elsewhere_are_none_of_our_business():
    after, _ = common.put("claude-code", b'{"a":{"x":1,"x":2}}')
    assert after.startswith(b'{"a":{"x":1,"x":2},"hooks"')


def test_handlers_beside_ours_survive_and_we_get_a_group_of_our_own():
    theirs = {"type": "command", "command": "theirs"}
    mine = {"type": "command", "command": common.OLD}
    group = {"matcher": "Bash", "hooks": [mine, theirs]}
    before = json.dumps({"hooks": {"PreToolUse": [group]}}, indent=2).encode()
    after, _ = common.put("claude-code", before)
    rows = json.loads(after)["hooks"]["PreToolUse"]
    assert rows == [
        {"matcher": "Bash", "hooks": [theirs]},
        WIRINGS["claude-code"].element(common.LINE),
    ]
    assert json.loads(common.take("claude-code", before))["hooks"]["PreToolUse"] == rows[:1]


@pytest.mark.parametrize("host", WIRINGS)
def test_several_of_ours_become_one(host):
    wiring = WIRINGS[host]
    old = wiring.element(common.OLD)
    if wiring.toml:
        block = f'[[hooks]]\nevent = "PreToolUse"\ncommand = {json.dumps(common.OLD)}\n'
        before = block + '\n[[hooks]]\nevent = "Stop"\ncommand = "theirs"\n\n' + block
    else:
        value: object = {
            event: [old, {"hooks": [], "command": "theirs"}, old, old] for event in wiring.events
        }
        for key in wiring.parent:
            value = {key: value}
        before = json.dumps({**dict(wiring.top), **value}, indent=1)
    after, _ = common.put(host, before.encode())
    for event, rows in events(host, after).items():
        ours = [row for row in rows if is_ours(row) or any(map(is_ours, row.get("hooks", [])))]
        assert rows[0] == common.elements(host, event)[0]
        assert ours == common.elements(host, event) and len(rows) == len(ours) + 1


def test_kimi_keeps_a_comment_behind_our_block():
    after, marks = common.put("kimi", b"a = 1\n")
    edited = after + b"\n# mine\n[[hooks]]\nevent = 'Stop'\ncommand = 'x'\n"
    assert (
        common.take("kimi", edited, marks) == b"a = 1\n\n# mine\n[[hooks]]\nevent = 'Stop'\ncommand = 'x'\n"
    )


def test_kimi_line_that_only_looks_like_a_header():
    before = b'a = """\n[[hooks]]\n"""\n'
    after, marks = common.put("kimi", before)
    assert tomllib.loads(after.decode())["hooks"] == [WIRINGS["kimi"].element(common.LINE)]
    assert common.take("kimi", after, marks) == before


def test_foreign_command_with_one_of_the_marks_is_not_ours():
    for text in ("cat ~/.local/share/failshut/launcher.sh", "echo failshut/1"):
        before = json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": text}]}]}})
        assert common.take("claude-code", before.encode()) == before.encode()


def test_delete_in_the_middle_keeps_the_neighbours():
    document = read("[\n  1, // one\n  2, // two\n  3\n]", "F", True)
    assert document.root is not None
    assert jsonedit.delete(document, document.root, 1).text == "[\n  1, // one // two\n  3\n]"
    inline = read("[1, 2, 3]", "F")
    assert inline.root is not None
    assert jsonedit.delete(inline, inline.root, 0).text == "[2, 3]"


def test_kimi_edit_that_would_change_more_is_refused():
    after, marks = common.put("kimi", b"a = 1\n")
    with pytest.raises(WiringError, match="would change more"):
        common.take("kimi", after + b"[hooks.more]\nb = 2\n", marks)
