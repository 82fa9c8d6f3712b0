"""--fix mends what it can, changes nothing else of a file, and leaves no file half-written."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from failshut.lint import fix
from failshut.lint.document import Document, Span
from failshut.lint.rule import SAFE, Edit, Finding, Rule
from lint import proofs
from lint.desk import TREE, found, lint, tree

FILES = sorted(str(path.relative_to(TREE)) for path in TREE.rglob("*") if path.is_file())


def _bytes(top: Path) -> dict[str, bytes]:
    return {str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()}


@pytest.mark.parametrize("more", [(), ("--unsafe-fixes",)], ids=["safe", "unsafe"])
def test_a_second_run_has_nothing_to_mend(tmp_path: Path, more: tuple[str, ...]) -> None:
    top = tree(tmp_path)
    before = found(top)
    done = lint(top, "--fix", *more, "--format", "json")
    assert "were mended" in done.stderr
    assert done.code == 1 and len(done.found) < len(before)
    once = _bytes(top)
    assert once != _bytes(TREE)
    done = lint(top, "--fix", *more)
    assert done.stderr == "" and _bytes(top) == once
    assert lint(top, "--diff", *more).stdout == ""


@pytest.mark.parametrize("more", [(), ("--unsafe-fixes",)], ids=["safe", "unsafe"])
def test_the_diff_is_what_fix_does(tmp_path: Path, more: tuple[str, ...]) -> None:
    mended, patched = tree(tmp_path, "mended"), tree(tmp_path, "patched")
    done = lint(patched, "--diff", *more)
    assert done.code == 1 and _bytes(patched) == _bytes(TREE)
    lint(mended, "--fix", *more)
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, cwd=patched, check=True)
    assert _bytes(patched) == _bytes(mended)


def test_the_diff_of_several_folders_can_be_applied(tmp_path: Path) -> None:
    tree(tmp_path, "a")
    tree(tmp_path, "b")
    done = lint(tmp_path, "--diff", "a", "b")
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, cwd=tmp_path, check=True)
    assert lint(tmp_path, "--diff", "a", "b").stdout == ""


def test_unsafe_ones_are_made_on_request_only(tmp_path: Path) -> None:
    top = tree(tmp_path)
    lint(top, "--fix")
    assert "timeout" not in (top / ".codex" / "config.toml").read_text()
    lint(top, "--fix", "--unsafe-fixes")
    assert "\ntimeout = 10\n" in (top / ".codex" / "config.toml").read_text()
    done = lint(top, "--unsafe-fixes")
    assert done.code == 2 and "--fix" in done.stderr


@pytest.mark.parametrize("file", FILES)
def test_line_ends_the_missing_last_one_and_modes_stay(tmp_path: Path, file: str) -> None:
    top = tree(tmp_path)
    path = top / file
    path.write_bytes(path.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n"))
    path.chmod(0o4751)
    lint(top, "--fix", "--unsafe-fixes")
    after = path.read_bytes()
    assert path.stat().st_mode & 0o7777 == 0o4751
    assert not after.endswith(b"\n")
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.js"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    lint(top, "--fix")
    assert path.read_bytes().startswith(b"\xef\xbb\xbfconst") and b"exit(2)" in path.read_bytes()


def test_a_link_is_followed_and_stays_one(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path, real = top / "hooks" / "guard.py", top / "elsewhere.py"
    shutil.move(path, real)
    path.symlink_to("../elsewhere.py")
    lint(top, "--fix")
    assert path.is_symlink() and os.readlink(path) == "../elsewhere.py"
    assert "sys.exit(2)" in real.read_text()


def test_what_is_no_text_stays_to_the_byte(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.sh"
    path.write_bytes(path.read_bytes() + b"# caf\xe9\n")
    before = path.read_bytes()
    assert "hooks/guard.sh:5: exit-one-refusal" in found(top)
    done = lint(top, "--fix", "--format", "json")
    assert path.read_bytes() == before and "hooks/guard.sh:5: exit-one-refusal" in done.found
    assert b"exit(2)" in (top / "hooks" / "guard.js").read_bytes()


def test_a_read_only_file_stops_it_before_any_is_written(tmp_path: Path) -> None:
    top = tree(tmp_path)
    (top / "hooks" / "guard.sh").chmod(0o555)
    before = _bytes(top)
    done = lint(top, "--fix")
    assert (done.code, done.stdout) == (2, "")
    assert "hooks/guard.sh is read-only" in done.stderr
    assert _bytes(top) == before


def test_a_full_disk_leaves_every_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree(tmp_path)
    before, real, calls = _bytes(top), os.chmod, []

    def chmod(path: Path, mode: int) -> None:
        calls.append(path)
        if len(calls) == 3:
            raise OSError(28, "No space left on device", str(path))
        real(path, mode)

    monkeypatch.setattr(os, "chmod", chmod)
    done = lint(top, "--fix")
    assert done.code == 2 and "No space left on device" in done.stderr
    assert _bytes(top) == before and len(calls) == 3


def test_a_file_that_changes_in_between_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.py"
    real = fix.edited

    def edited(findings: list[Finding], unsafe: bool) -> object:
        path.write_text("print('somebody else wrote this')\n")
        return real(findings, unsafe)

    monkeypatch.setattr(fix, "edited", edited)
    done = lint(top, "--fix")
    assert done.code == 2 and "was changed in the meantime" in done.stderr
    assert path.read_text() == "print('somebody else wrote this')\n"


def _finding(document: Document, *edits: Edit) -> Finding:
    return Finding(Rule("x", "quiet", "error", fix=SAFE), document, Span(0, 1), "it", "Do.", edits=edits)


BREAKS = [
    ("json", '{"a": 1}', Span(0, 1), ""),
    ("toml", "a = 1\n", Span(0, 1), ""),
    ("python", "a = 1\n", Span(0, 1), ""),
    ("sh", "if true; then ls; fi\n", Span(18, 20), ""),
    ("javascript", "f(1);\n", Span(1, 2), ""),
]


@pytest.mark.parametrize(("kind", "text", "span", "new"), BREAKS, ids=[row[0] for row in BREAKS])
def test_an_edit_that_breaks_a_file_is_not_made(kind: str, text: str, span: Span, new: str) -> None:
    document = Document("x", text, kind)
    assert fix.edited([_finding(document, Edit(document, span, new))], False) == ({}, {}, 0)


def test_the_edits_of_a_finding_are_made_together_or_not_at_all() -> None:
    good, bad = Document("a.py", "a = 1\n", "python"), Document("b.py", "b = 1\n", "python")
    both = _finding(good, Edit(good, Span(4, 5), "2"), Edit(bad, Span(0, 1), ""))
    other = _finding(good, Edit(good, Span(4, 5), "3"))
    assert fix.edited([both], False) == ({}, {}, 0)
    assert fix.edited([both, other], False) == ({"a.py": "a = 3\n"}, {"a.py": "a = 1\n"}, 1)


@pytest.mark.parametrize("rule", proofs.cases())
def test_nothing_but_texts_of_the_tree_is_touched(rule: str, tmp_path: Path) -> None:
    told = proofs.case(rule)
    top = tmp_path / "tree"
    shutil.copytree(proofs.HERE / rule / "bad", top, symlinks=True)
    before = {str(path): path.lstat().st_mode for path in top.rglob("*")}
    lint(top, "--persona", str(told.get("persona", "regular")), "--fix", "--unsafe-fixes")
    assert {str(path): path.lstat().st_mode for path in top.rglob("*")} == before
    assert (
        lint(top, "--persona", str(told.get("persona", "regular")), "--diff", "--unsafe-fixes").stdout == ""
    )
