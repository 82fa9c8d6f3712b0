"""A baseline holds today's findings: only new ones fail a run, and moving one doesn't make it new."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from failshut.lint.check import Wish, check
from failshut.lint.rules import RULES
from lint import proofs
from lint.desk import lint, tree
from lint.test_lint_config import configured


def test_what_is_remembered_is_no_finding_and_what_is_new_is(tmp_path: Path) -> None:
    top = tree(tmp_path)
    done = lint(top, "--write-baseline", "known.json")
    assert (done.code, done.stdout) == (0, "") and "known.json: " in done.stderr
    done = lint(top, "--baseline", "known.json")
    assert done.code == 0 and "in the baseline)" in done.stdout
    path = top / "hooks" / "guard.js"
    path.write_text(path.read_text().replace("process.exit(1)", "process.exit(1); /* new */"))
    assert lint(top, "--baseline", "known.json").code == 0
    (top / "hooks" / "guard.py").write_text(
        (top / "hooks" / "guard.py").read_text()
        + 'if "rm -rf" in call["tool_input"]["command"]:\n'
        + '    print("Deletes too much. Name the files.", file=sys.stderr)\n    sys.exit(1)\n'
    )
    done = lint(top, "--baseline", "known.json", "--format", "json")
    assert done.code == 1 and done.found == ["hooks/guard.py:10: exit-one-refusal"]


ANOTHER = """
if [[ $cmd == *"rm -rf"* ]]; then
  echo "Deletes too much. Name the files." >&2
  exit 1
fi
exit 0"""


def test_a_second_one_of_the_same_kind_is_new(tmp_path: Path) -> None:
    top = tree(tmp_path)
    lint(top, "--write-baseline", "known.json")
    path = top / "hooks" / "guard.sh"
    path.write_text(path.read_text().replace("exit 0", ANOTHER))
    assert lint(top, "--baseline", "known.json", "--select", "exit-one-refusal").code == 1


@pytest.mark.parametrize("rule", RULES)
def test_moved_lines_are_not_new(rule: str, tmp_path: Path) -> None:
    told = proofs.case(rule)
    top = tmp_path / "tree"
    shutil.copytree(proofs.HERE / rule / "bad", top, symlinks=True)
    person = top / "home" if (top / "home").is_dir() else None
    hosts = told.get("hosts", [])
    assert isinstance(hosts, list)
    wish = Wish(str(told.get("persona", "regular")), tuple(hosts), (rule,), person=person)
    before, _ = check(top, wish)
    for path in top.rglob("*"):
        if path.is_file() and not path.is_symlink():
            _shift(path)
    after, _ = check(top, wish)
    assert len(after.marks) == len(before.marks)
    assert sorted(after.marks) == sorted(before.marks)


def _shift(path: Path) -> None:
    """Put an empty line behind the first line of a script or front matter, else before everything."""
    text = path.read_bytes()
    if text.startswith((b"#!", b"---")):
        head, end, rest = text.partition(b"\n")
        path.write_bytes(head + end + b"\n" + rest)
    elif text.strip():
        path.write_bytes(b"\n" + text)


DAMAGED = {
    "cut": '{"version": 1, "findings": [',
    "a list": "[]",
    "no version": '{"findings": []}',
    "another version": '{"version": 2, "findings": []}',
    "no findings": '{"version": 1}',
    "a row without a mark": '{"version": 1, "findings": [{"rule": "x"}]}',
    "a mark that is a number": '{"version": 1, "findings": [{"mark": 3}]}',
    "findings are a text": '{"version": 1, "findings": "x"}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_an_error(tmp_path: Path, text: str) -> None:
    top = tree(tmp_path)
    (top / "known.json").write_text(text)
    done = lint(top, "--baseline", "known.json")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("failshut: known.json: no baseline: ") and done.stderr.count("\n") == 1


def test_bytes_and_missing_files_are_errors_too(tmp_path: Path) -> None:
    top = tree(tmp_path)
    assert lint(top, "--baseline", "gone.json").code == 2
    (top / "known.json").write_bytes(b"\xff\xfe")
    assert lint(top, "--baseline", "known.json").code == 2
    assert lint(top, "--write-baseline", "hooks").code == 2
    assert lint(top, "--write-baseline", "x.json", "--baseline", "known.json").code == 2


def test_the_configured_one_is_used_and_written_anew_as_a_whole(tmp_path: Path) -> None:
    top = tree(tmp_path)
    configured(top, 'baseline = ".failshut/known.json"\n')
    assert lint(top).code == 2  # it isn't there yet
    lint(top, "--write-baseline", ".failshut/known.json")
    assert lint(top).code == 0
    first = (top / ".failshut" / "known.json").read_text()
    lint(top, "--write-baseline", ".failshut/known.json")
    assert (top / ".failshut" / "known.json").read_text() == first
    assert json.loads(first)["findings"]


def test_it_holds_from_wherever_the_tree_is_linted(tmp_path: Path) -> None:
    top = tree(tmp_path)
    lint(tmp_path, "project", "--write-baseline", "known.json")
    assert lint(tmp_path, "project", "--baseline", "known.json").code == 0
    assert lint(tmp_path, str(top), "--baseline", "known.json").code == 0
    assert lint(top, "--baseline", "../known.json").code == 0


def test_what_one_folder_has_used_up_is_new_in_the_next(tmp_path: Path) -> None:
    tree(tmp_path, "a")
    lint(tmp_path, "a", "--write-baseline", "known.json")
    tree(tmp_path, "b")
    done = lint(tmp_path, "a", "b", "--baseline", "known.json", "--format", "json")
    assert done.code == 1 and all(row.startswith("b/") for row in done.found) and done.found
    lint(tmp_path, "a", "b", "--write-baseline", "known.json")
    assert lint(tmp_path, "a", "b", "--baseline", "known.json").code == 0
