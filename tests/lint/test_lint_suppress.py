"""Findings are taken away by comments with a reason and rows of the configuration, and by nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from failshut.lint.rules import RULES
from lint.desk import TREE, found, lint, tree

CASES = tomllib.loads((Path(__file__).parent / "suppressions.toml").read_text("utf-8"))["case"]
META = ("unused-suppression", "unexplained-suppression")


def _rules(rows: list[str], file: str) -> list[str]:
    return [row.rpartition(": ")[2] for row in rows if row.startswith(file + ":")]


def _put(path: Path, case: dict[str, object]) -> None:
    lines = path.read_text("utf-8").splitlines()
    number = int(str(case["line"]))
    if "behind" in case:
        lines[number - 1] += str(case["behind"])
    else:
        lines[number - 1 : number - 1] = str(case["above"]).split("\n")
    end = "\r\n" if case.get("windows") else "\n"
    path.write_bytes((end.join(lines) + end).encode())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_comment_takes_what_it_names(tmp_path: Path, case: dict[str, object]) -> None:
    top, file = tree(tmp_path), str(case["file"])
    before = _rules(found(top, "--persona", "auditor"), file)
    _put(top / file, case)
    rows = found(top, "--persona", "auditor")
    takes, about = case.get("takes", []), case.get("about", [])
    assert isinstance(takes, list) and isinstance(about, list)
    after = _rules(rows, file)
    assert sorted(one for one in after if one in META) == sorted(about)
    left = [one for one in before if one not in takes]
    if case.get("windows"):  # such a script has a fault of its own
        left, after = [takes or "exit-one-refusal"], [one for one in after if one == "exit-one-refusal"]
    assert sorted(one for one in after if one not in META and one != "not-strict-json") == sorted(left)
    others = [row for row in rows if row.rpartition(": ")[2] in META and not row.startswith(file)]
    assert others == []


def test_a_rule_that_did_not_run_leaves_its_comments_alone(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.sh"
    path.write_text(
        path.read_text() + "# failshut: ignore[slow-launcher, no-timeout] pedantic and not selected\n"
    )
    assert [row for row in found(top, "--select", "exit-one-refusal") if "suppression" in row] == []
    assert [row for row in found(top, "--ignore", "no-timeout,slow-launcher") if "suppression" in row] == []


def _row(**keys: str) -> str:
    return "[[ignore]]\n" + "".join(f'{key} = "{value}"\n' for key, value in keys.items())


def _configured(top: Path, text: str) -> None:
    (top / ".failshut").mkdir(exist_ok=True)
    (top / ".failshut" / "lint.toml").write_text(text)


ROWS = [
    ({"rule": "no-outer-ring", "path": ".gemini/settings.json"}, True),
    ({"rule": "no-outer-ring", "path": ".gemini/*.json"}, True),
    ({"rule": "no-outer-ring", "path": ".gemini/*", "where": "hooks.BeforeTool"}, True),
    ({"rule": "no-outer-ring", "path": ".gemini/*", "where": "hooks.BeforeTool[0].hooks[0]"}, True),
    ({"rule": "no-outer-ring", "path": ".gemini/*", "where": "hooks.BeforeTool[1]"}, False),
    ({"rule": "no-outer-ring", "path": ".gemini/*", "where": "hooks.AfterTool"}, False),
    ({"rule": "no-outer-ring", "path": "settings.json"}, False),
    ({"rule": "async-guard", "path": ".gemini/settings.json"}, False),
]


@pytest.mark.parametrize(("keys", "takes"), ROWS, ids=[str(row[0]) for row in ROWS])
def test_a_row_takes_what_it_names(tmp_path: Path, keys: dict[str, str], takes: bool) -> None:
    top = tree(tmp_path)
    _configured(top, _row(**keys, reason="the guard has a timer of its own"))
    rows = found(top)
    assert (".gemini/settings.json:7: no-outer-ring" not in rows) == takes
    assert (".failshut/lint.toml:1: unused-suppression" in rows) == (not takes)


def test_the_last_line_says_how_many_were_taken_away(tmp_path: Path) -> None:
    top = tree(tmp_path)
    _configured(top, _row(rule="exit-one-refusal", path="hooks/*", reason="a launcher turns 1 into 2"))
    last = lint(top).stdout.splitlines()[-1]
    assert re.search(r"\(3 suppressed\)", last)


def test_the_tree_has_faults_in_each_kind_of_file() -> None:
    files = {row.split(":")[0] for row in found(TREE)}
    assert files == {str(path.relative_to(TREE)) for path in TREE.rglob("*") if path.is_file()}
    assert not set(META) & set(RULES)
