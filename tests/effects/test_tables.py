"""A mistake in a tool's table stops the generator with its place and what to do."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tools"))
import tables

TOOL = {"options": "f,file= o,output= n,dry-run r"}
ROWS = [
    ({"effect": "fs.write", "path": "=nope"}, "names the option 'nope'"),
    ({"effect": "fs.write", "path": "=output|f"}, "'f' goes by its last name, 'file'"),
    ({"effect": "fs.write", "path": "first"}, "'first' is no selector"),
    ({"effect": "fs.write", "path": "0"}, "'0' is no selector"),
    ({"effect": "fs.write"}, "say in `path`"),
    ({"effect": "fs.write", "path": "1", "given": "o"}, "'o' goes by its last name, 'output'"),
    ({"effect": "fs.write", "path": "1", "given": "x"}, "names the option 'x'"),
    ({"effect": "fs.delete", "path": "1", "recursive": "R"}, "names the option 'R'"),
    ({"effect": "fs.write", "path": "1", "match": {"second": "x"}}, "`match`: 'second' is no selector"),
    ({"effect": "db.destroy", "detail": "drops {0}"}, "`detail`: '0' is no selector"),
    ({"effect": "db.destroy", "detail": "drops", "path": "1"}, "`path` goes with effects on files"),
    ({"effect": "db.nothing", "detail": "x"}, "unknown effect"),
    ({"effect": "fs.write", "path": "1", "colour": "x"}, "unknown key 'colour'"),
]
GOOD = ("1", "2..", "last", "..last", "operands", ".", "input", "of=", "=file", "=file|output")


@pytest.mark.parametrize(("row", "says"), ROWS, ids=[says for _, says in ROWS])
def test_a_mistake_is_named(row: dict, says: str) -> None:
    with pytest.raises(tables.Mistake) as found:
        tables.row(row, TOOL, "x.toml: tool, does 1")
    assert says in str(found.value) and "x.toml: tool, does 1" in str(found.value)


@pytest.mark.parametrize("selector", GOOD)
def test_a_selector_of_the_page_is_taken(selector: str) -> None:
    assert tables.row({"effect": "fs.write", "path": selector}, TOOL, "x")[8] == selector
