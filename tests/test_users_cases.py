"""What users met has a test each, or a reason why there is none."""

import ast
import json
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "cases.toml").read_text())
LINES = (HERE / "policy" / "data" / "cases.jsonl").read_text().splitlines()
ROWS = {json.loads(line)["case"] for line in LINES if line.startswith("{")}
LIST = HERE.parent.parent / "shared" / "cases.md"


@pytest.mark.parametrize("number", CASES)
def test_each_is_shown(number: str) -> None:
    case = CASES[number]
    assert case.keys() <= {"rows", "tests", "open"} and case
    assert bool(case.get("rows")) == (number in ROWS)
    for name in case.get("tests", ()):
        place, _, row = name.partition(": ")
        path, _, function = place.partition("::")
        tree = ast.parse((HERE / path).read_text())
        assert function in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        assert not row or row in texts


def test_every_row_belongs_to_a_case() -> None:
    assert CASES.keys() >= ROWS


@pytest.mark.skipif(not LIST.exists(), reason="the list itself isn't part of the project")
def test_no_case_of_the_list_is_left_out() -> None:
    numbers = [line.partition(". ")[0] for line in LIST.read_text().splitlines()]
    assert {number for number in numbers if number.isdigit()} == CASES.keys()
