"""Try random documents: an edit and its inverse leave every byte, an edit leaves every foreign value."""

import json

import pytest
import wiring_common as common
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.wire.entries import WIRINGS
from failshut.wire.jsondoc import read

JSON_HOSTS = [host for host, wiring in WIRINGS.items() if not wiring.toml]
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
comments = st.sampled_from(["", " ", "\n", "\r\n", "\t", " /* c */ ", " // d\n", "\n  // e\n  ", "/*\n*/"])
blanks = st.sampled_from(["", " ", "\n", "\r\n", "\t", "\n    ", "  \n\n"])


@st.composite
def documents(draw, host):
    """Draw a document's text: any values, the host's own parents sometimes, any blank between."""
    wiring = WIRINGS[host]
    root = dict(draw(st.dictionaries(st.text(), values, max_size=4)))
    root.pop(wiring.parent[0], None)
    root |= dict(wiring.top)
    if draw(st.booleans()):
        held = {"Other": draw(values)}
        for event in draw(st.lists(st.sampled_from(wiring.events), unique=True)):
            held[event] = draw(st.lists(values, max_size=3))
        root[wiring.parent[0]] = held
    order = draw(st.permutations(list(root)))
    return spelled(draw, {key: root[key] for key in order}, comments if wiring.comments else blanks)


def spelled(draw, value, gaps):
    """Write ``value`` with drawn gaps between all tokens."""
    gap = lambda: draw(gaps)  # noqa: E731
    if isinstance(value, dict):
        rows = [
            json.dumps(key, ensure_ascii=draw(st.booleans()))
            + gap()
            + ":"
            + gap()
            + spelled(draw, item, gaps)
            for key, item in value.items()
        ]
        return "{" + gap() + (gap() + "," + gap()).join(rows) + gap() + "}"
    if isinstance(value, list):
        rows = [spelled(draw, item, gaps) for item in value]
        return "[" + gap() + (gap() + "," + gap()).join(rows) + gap() + "]"
    return json.dumps(value)


def without(value, wiring):
    """Return the parsed document without what we put in."""
    return {key: item for key, item in value.items() if key != wiring.parent[0]}


@pytest.mark.parametrize("host", JSON_HOSTS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_round_trip(host, data):
    wiring = WIRINGS[host]
    text = data.draw(documents(host))
    before = text.encode("utf-8", "surrogatepass")
    try:
        before.decode()
    except UnicodeDecodeError:
        return
    after, marks = common.put(host, before)
    assert common.take(host, after, marks) == before
    assert common.put(host, after) == (after, [])
    old = read(text, "F", wiring.comments).root.python()
    new = read(after.decode(), "F", wiring.comments).root.python()
    assert list(new)[: len(old)] == list(old)
    assert without(new, wiring) == without(old, wiring)
    held = old.get(wiring.parent[0], {})
    for event, rows in new[wiring.parent[0]].items():
        kept = held.get(event, [])
        assert rows == ([*kept, *common.elements(host, event)] if event in wiring.events else kept)


@settings(max_examples=300, deadline=None)
@given(value=values, text=st.text(max_size=40))
def test_our_reader_reads_what_python_reads(value, text):
    assert read(json.dumps(value), "F").root.python() == value
    from failshut.exits import WiringError

    try:
        ours = read(text, "F").root
        got = ours.python() if ours else None
    except WiringError:
        got = WiringError
    try:
        theirs = json.loads(text.removeprefix("\ufeff"), parse_constant=lambda name: 1 / 0)
    except (ValueError, ZeroDivisionError):
        theirs = None if not text.removeprefix("\ufeff").strip(" \t\r\n") else WiringError
    assert got == theirs


@settings(max_examples=200, deadline=None)
@given(
    rows=st.lists(
        st.sampled_from(
            ["", "# c", "[a.b]", "[[hooks]]\nevent = 'Stop'\ncommand = 'x' # y", "[[other]]\nz = 1"]
        ),
        max_size=6,
    ),
    newline=st.sampled_from(["\n", "\r\n"]),
    end=st.booleans(),
)
def test_toml_round_trip(rows, newline, end):
    rows = [row for at, row in enumerate(rows) if row != "[a.b]" or row not in rows[:at]]
    text = (newline.join(rows) + (newline if end else "")).replace("\r\n", "\n").replace("\n", newline)
    after, marks = common.put("kimi", text.encode())
    assert after.startswith(text.encode())
    assert common.take("kimi", after, marks) == text.encode()
    assert common.put("kimi", after) == (after, [])
