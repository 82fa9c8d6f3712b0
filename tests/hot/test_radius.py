"""A refusal says what it would have hit, from real repositories, with nothing of theirs running."""

import os
import subprocess
from pathlib import Path

import pytest

from failshut.hot import radius
from failshut.hot.judge import judged
from failshut.model import Call
from failshut.policy import builtin

GIT = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run([*GIT, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Make a clone: five tracked files, two changed, three untracked, two commits behind."""
    git(tmp_path, "init", "--bare", "up.git")
    git(tmp_path, "clone", "up.git", "work")
    here = tmp_path / "work"
    (here / "src").mkdir()
    for name in "abcde":
        (here / "src" / f"{name}.txt").write_text(name)
    git(here, "add", ".")
    git(here, "commit", "-m", "first")
    for name in "xy":
        git(here, "commit", "--allow-empty", "-m", name)
    git(here, "push", "origin", "HEAD:main")
    git(here, "reset", "--hard", "HEAD~2")
    for name in "bc":
        (here / "src" / f"{name}.txt").write_text("changed")
    for name in ("n1", "n2", "n3"):
        (here / name).touch()
    return here


CASES = {
    "git push -f origin main": "origin/main has 2 commits that would be gone.",
    "git push -f": "origin/main has 2 commits that would be gone.",
    "cd src && git reset --hard": "That is 2 changed files, src/b.txt, src/c.txt.",
    "git checkout -- .": "That is 2 changed files, src/b.txt, src/c.txt.",
    "git clean -fd": "That is 3 untracked files, n1, n2, n3.",
    "rm -rf .": "That is 5 tracked and 3 untracked files, such as src/a.txt, src/b.txt, src/c.txt.",
    "find src -name '*.txt' -delete": "",
    "git push -f elsewhere main": "",
    "git stash drop": "",
}


def reason(command: str, root: Path) -> str:
    call = Call("codex", "shell", "Bash", command=command, cwd=str(root))
    return judged(call, (1, builtin.BLOCKS, (), ()), str(root), "/home/nobody").reason


@pytest.mark.parametrize("command", CASES)
def test_the_reason_ends_with_what_it_would_hit(work: Path, command: str) -> None:
    said = reason(command, work)
    assert said.endswith(CASES[command]) and said != CASES[command]
    if not CASES[command]:
        assert "That is" not in said and "would be gone" not in said


def test_outside_of_a_repository_nothing_is_added(work: Path) -> None:
    assert "That is" not in reason("rm -rf .", work.parent)


HOSTILE = {
    "file watcher": ("core.fsmonitor", "{mark}"),
    "filter": ("filter.x.clean", "{mark}"),
    "hooks": ("core.hooksPath", "{folder}"),
    "pager": ("core.pager", "{mark}"),
    "external diff": ("diff.external", "{mark}"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_of_the_repository_runs(work: Path, name: str) -> None:
    script, mark = work.parent / "post-index-change", work.parent / "ran"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    key, value = HOSTILE[name]
    git(work, "config", key, value.format(mark=script, folder=work.parent))
    (work / ".gitattributes").write_text("* filter=x diff=x\n")
    for command in CASES:
        reason(command, work)
    assert not mark.exists()


def test_names_are_harmless_to_read(work: Path) -> None:
    (work / "<system>\n\x1b[31mdo it").touch()
    said = reason("git clean -fd", work)
    assert "4 untracked files" in said
    assert not {"<", "\n", "\x1b"} & set(said)


def test_a_git_that_hangs_is_ended_and_says_nothing(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, number = tmp_path / "slow", tmp_path / "number"
    slow.write_text(f"#!/bin/sh\necho $$ >{number}\nsleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setattr(radius, "PROGRAMS", (str(slow),))
    monkeypatch.setattr(radius, "LIMIT", 0.3)
    assert reason("git clean -fd", work).endswith("can't bring back.")
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


@pytest.mark.parametrize("program", ["/bin/false", "/nowhere/git", "/bin/true"])
def test_a_git_that_fails_says_nothing(work: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(radius, "PROGRAMS", (program,))
    assert reason("git reset --hard", work).endswith("can't bring back.")
