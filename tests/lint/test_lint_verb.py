"""The verb's options, exit codes and folders."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import failshut
from failshut.lint import engine, report, rules
from failshut.lint.check import chosen
from failshut.lint.meta import META
from failshut.lint.project import Project
from failshut.lint.rule import AUDITOR, PEDANTIC, PERSONAS, REGULAR
from failshut.lint.rules import RULES, families, load
from lint.desk import found, lint, tree

FORMS = sorted(report.FORMS)
BUILTIN = [rule.id for rule in META]
CLEAN = {
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [
                    {"type": "command", "command": "/opt/guard", "timeout": 10, "onFailure": "block"}
                ],
            }
        ]
    }
}


def clean(top: Path) -> Path:
    """Write a tree without a fault."""
    (top / ".claude").mkdir(parents=True)
    (top / ".claude" / "settings.json").write_text(json.dumps(CLEAN))
    return top


@pytest.mark.parametrize("form", FORMS)
def test_nothing_found(tmp_path: Path, form: str) -> None:
    done = lint(clean(tmp_path / "clean"), "--format", form)
    assert (done.code, done.stderr) == (0, "") and done.stdout


@pytest.mark.parametrize("form", FORMS)
def test_something_found(tmp_path: Path, form: str) -> None:
    done = lint(tree(tmp_path), "--format", form)
    assert (done.code, done.stderr) == (1, "") and "exit-one-refusal" in done.stdout


@pytest.mark.parametrize("form", FORMS)
def test_nothing_looked_at_is_no_clean_result(tmp_path: Path, form: str) -> None:
    (tmp_path / "README.md").write_text("# A repository without agents\n")
    done = lint(tmp_path, "--format", form)
    assert (done.code, done.stdout) == (3, "")
    assert done.stderr.startswith("failshut: no hook file of any agent is here.")


@pytest.mark.parametrize("form", FORMS)
def test_a_rule_that_crashes_names_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    _broken(monkeypatch, "exit-one-refusal")
    done = lint(tree(tmp_path), "--format", form)
    assert done.code == 4
    assert "exit-one-refusal" in done.stdout and "ZeroDivisionError: broken\n" in done.stdout.replace(
        "\\n", "\n"
    ).replace("%0A", "\n")
    assert "no-timeout" in done.stdout  # the others went on


def _broken(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def check(_: object) -> Iterator[object]:
        raise ZeroDivisionError("broken\nand more")
        yield

    real = rules.load

    def load(asked: str) -> object:
        loaded = real(asked)
        return replace(loaded, check=check) if asked == name else loaded

    monkeypatch.setattr(engine, "load", load)


@pytest.mark.parametrize("more", [("--fix",), ("--diff",), ("--write-baseline", "known.json")])
def test_a_crash_fails_the_other_ways_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    _broken(monkeypatch, "no-timeout")
    top = tree(tmp_path)
    done = lint(top, *more)
    assert done.code == 4 and "no-timeout crashed" in done.stdout + done.stderr
    assert not (top / "known.json").exists()


def test_reading_that_breaks_fails_the_run_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def documents(_: Project) -> Iterator[object]:
        raise ZeroDivisionError("broken")
        yield

    monkeypatch.setattr(Project, "documents", property(documents))
    done = lint(tree(tmp_path))
    assert done.code == 4 and "rule reading crashed: ZeroDivisionError: broken" in done.stdout
    assert "exit-one-refusal" in done.stdout


def test_a_path_that_is_none_does_no_harm(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.sh"
    path.write_text(path.read_text() + "./x\0y.sh\nbash a\0b.sh\n")
    assert lint(top).code == 1


def test_a_crash_is_no_unused_suppression(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.js"
    path.write_text(
        path.read_text().replace("exit(1);", "exit(1); // failshut: ignore[exit-one-refusal] why")
    )
    _broken(monkeypatch, "exit-one-refusal")
    assert not [row for row in found(top) if "unused" in row]


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_persona_hears_what_is_for_it(persona: str) -> None:
    heard = {REGULAR: (REGULAR,), PEDANTIC: (REGULAR, PEDANTIC), AUDITOR: PERSONAS}[persona]
    assert chosen((), (), persona) == [name for name in RULES if load(name).rule.persona in heard]


def test_rules_and_families_are_selected_and_left_out() -> None:
    family = load("no-timeout").rule.family
    mine = [name for name in chosen((), ()) if load(name).rule.family == family]
    assert chosen((family,), ()) == mine and len(mine) > 1
    assert chosen((family,), ("no-timeout",)) == [name for name in mine if name != "no-timeout"]
    assert chosen((), (family,)) == [name for name in chosen((), ()) if name not in mine]
    assert chosen(("no-timeout",), (family,)) == []
    assert {name for one in families() for name in chosen((one,), (), AUDITOR)} == set(RULES)


def test_a_rule_that_is_named_runs_for_everybody() -> None:
    name = next(name for name in RULES if load(name).rule.persona == AUDITOR)
    assert name not in chosen((), ()) and chosen((name,), ()) == [name]
    assert name not in chosen((load(name).rule.family,), ())


WRONG = [
    ("--select", "no-timeuot"),
    ("--ignore", "everything"),
    ("--hosts", "cursed"),
    ("--persona", "strict"),
    ("--format", "xml"),
    ("--version-of", "kimi"),
    ("--version-of", "kimmi=2"),
    ("--fail-on", "info"),
    ("--explain", "nothing"),
    ("--home-dir", "gone"),
    ("gone",),
    ("hooks/guard.sh",),
    ("--select", "no-timeout", "--ignore", "no-timeout"),
    ("--no-such-option",),
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_cannot_be_used_is_said(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = lint(tree(tmp_path), *arguments)
    assert (done.code, done.stdout) == (2, "") and done.stderr


def test_the_least_severity_that_fails(tmp_path: Path) -> None:
    top = tree(tmp_path)
    assert lint(top, "--fail-on", "error").code == 1
    assert lint(top, "--fail-on", "never").code == 0
    (note,) = {row["severity"] for row in _rows(top, "no-timeout")}
    assert note == "note"
    for level, code in (("note", 1), ("warning", 0), ("error", 0)):
        assert lint(top, "--select", "no-timeout", "--fail-on", level).code == code


def _rows(top: Path, rule: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(lint(top, "--select", rule, "--format", "json").stdout)[
        "findings"
    ]
    return rows


def test_several_folders_are_one_report(tmp_path: Path) -> None:
    one, two = tree(tmp_path, "one"), tree(tmp_path, "two")
    mine = found(one)
    assert found(tmp_path, "one", "two/", "./one") == sorted(
        [f"one/{row}" for row in mine] + [f"two/{row}" for row in mine]
    )
    assert found(two, "../one") == [f"{one}/{row}" for row in mine]
    assert found(tmp_path, str(two)) == [f"two/{row}" for row in mine]
    clean(tmp_path / "three")
    assert lint(tmp_path, "three", "one").code == 1
    (tmp_path / "empty").mkdir()
    assert lint(tmp_path, "empty").code == 3
    assert lint(tmp_path, "empty", "three").code == 0


def test_a_folder_inside_another_is_not_told_twice(tmp_path: Path) -> None:
    tree(tmp_path, "one")
    assert found(tmp_path, ".", "one") == found(tmp_path, "one")


def test_a_home_folder_is_looked_at_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, top = tmp_path / "home", tmp_path / "work"
    shutil.copytree(tree(tmp_path), home)
    clean(top / "a")
    clean(top / "b")
    monkeypatch.setenv("HOME", str(home))
    assert lint(top, "a").code == 0
    told = found(top, "--home", "a", "b")
    assert told and all(row.startswith(("~/.", "~/hooks/")) for row in told)
    assert len(told) == len(set(told))
    monkeypatch.setenv("HOME", "/nowhere")
    assert found(top, "--home-dir", str(home), "a") == told
    done = lint(top, "a", "--home-dir", str(home), "--fix")
    assert "mended" in done.stderr and "exit 2; }" in (home / ".gemini" / "settings.json").read_text()


@pytest.mark.parametrize("kind", ["large", "dangling", "loop"])
@pytest.mark.parametrize("file", [".claude/settings.json", ".github/hooks/guard.json"])
def test_a_hook_file_that_cannot_be_read_is_told(tmp_path: Path, kind: str, file: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    if kind == "large":
        path.write_text(" " * 2_000_001)
    else:
        path.symlink_to("gone.json" if kind == "dangling" else path.name)
    assert found(tmp_path) == [f"{file}:1: unreadable-file"]
    for form in FORMS:
        assert lint(tmp_path, "--format", form).code == 1


def test_one_of_the_home_folder_too(tmp_path: Path) -> None:
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    (tmp_path / "home" / ".claude" / "settings.json").symlink_to("gone.json")
    assert found(tmp_path, "--home-dir", "home", "home/.claude") == [
        "~/.claude/settings.json:1: unreadable-file"
    ]


def test_names_of_files_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "hooks"
    folder.mkdir(parents=True)
    name = os.path.join(os.fsencode(folder), b"\xff.json")
    with open(name, "w") as file:
        file.write('{"version": 2, "hooks": {"preToolUse": [{"type": "command", "bash": "./guard"}]}}')
    for form in FORMS:
        done = lint(tmp_path, "--format", form)
        assert done.code == 1 and "wrong-version" in done.stdout
        done.stdout.encode()


def test_a_page_and_the_list_are_shown(tmp_path: Path) -> None:
    done = lint(tmp_path, "--list")
    assert done.code == 0 and [line.split()[0] for line in done.stdout.splitlines()] == [*RULES, *BUILTIN]
    for name in (*RULES, *BUILTIN):
        done = lint(tmp_path, "--explain", name)
        assert done.code == 0 and done.stdout.startswith(f"{name}  (") and "Why:" in done.stdout
        assert ("Reproduce:" in done.stdout) == (name in RULES)


NEAR = [
    (("--select", "no-timeuot"), "no rule or family named 'no-timeuot'. Did you mean no-timeout?"),
    (("--ignore", "quite"), "no rule or family named 'quite'. Did you mean quiet?"),
    (("--explain", "unused-supression"), "Did you mean unused-suppression?"),
    (("--select", "nosuch"), "`failshut lint --list` shows all"),
    (("--explain", "nosuch"), "`failshut lint --list` shows all"),
    (("--hosts", "cursr"), "Did you mean cursor?"),
    (("hooks/guard.sh",), "Name the folder hooks."),
]


@pytest.mark.parametrize(("arguments", "says"), NEAR, ids=[" ".join(row[0]) for row in NEAR])
def test_the_name_that_is_meant_is_told(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    done = lint(tree(tmp_path), *arguments)
    assert done.code == 2 and says in done.stderr and len(done.stderr) < 160


def test_a_baseline_hushes_no_suppression_without_a_reason(tmp_path: Path) -> None:
    top = tree(tmp_path)
    path = top / "hooks" / "guard.js"
    path.write_text(path.read_text().replace("exit(1);", "exit(1); // failshut: ignore[exit-one-refusal]"))
    lint(top, "--write-baseline", "known.json")
    done = lint(top, "--baseline", "known.json", "--format", "json")
    assert [row.rpartition(": ")[2] for row in done.found] == ["unexplained-suppression"]


def test_it_is_a_program(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(failshut.__file__).parent.parent)}
    line = [sys.executable, "-m", "failshut", "lint", "--select", "exit-one-refusal"]
    done = subprocess.run(
        line, cwd=tree(tmp_path), env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stdout.count("Repair: ") == 3 and done.stderr == ""
