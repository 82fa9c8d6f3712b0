"""The documentation's examples are loaded, run and compared."""

import itertools
import re
import shlex
from pathlib import Path

import pytest
from call import Desk, desk
from pages import ROOT, Block, blocks, commands

from failshut.lint import config
from failshut.policy import vocabulary
from failshut.policy.load import problems

ALL = blocks()
LINT = ("lint.md", "lint-rules.md")
"""Pages whose TOML is no policy."""
TOML = [block for block in ALL if block.language == "toml" and block.page not in LINT]
CONFIGURATIONS = [block for block in ALL if block.language == "toml" and block.page == "lint.md"]
LINTED = [
    (block, command, shown)
    for block in ALL
    if block.language == "console"
    for command, shown in commands(block)
    if command.startswith("failshut lint ") and shown
]
RUNS = [
    (block, command, shown)
    for block in ALL
    if block.language == "console"
    for command, shown in commands(block)
    if command.startswith("failshut check")
]


def test_there_are_examples_to_run() -> None:
    assert len(TOML) > 10 and len(RUNS) > 10


@pytest.mark.parametrize("block", TOML, ids=lambda block: block.name)
def test_a_policy_example_has_no_problem_and_no_warning(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "failshut.toml"
    path.write_text(block.text)
    (tmp_path / "guards.py").touch()
    assert problems(str(path), "project", warnings=True) == []


@pytest.mark.parametrize("block", TOML, ids=lambda block: block.name)
def test_a_policy_example_can_be_used(tmp_path: Path, block: Block) -> None:
    place = desk(tmp_path)
    place.policy(block.text)
    (place.project / "guards.py").touch()
    done = place.run("check", "true")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("block,command,shown", RUNS, ids=[f"{b.name} {c}" for b, c, _ in RUNS])
def test_a_shown_command_prints_what_is_shown(
    tmp_path: Path, block: Block, command: str, shown: str
) -> None:
    place = desk(tmp_path)
    if block.policy:
        place.policy(block.policy)
    (place.project / "guards.py").touch()
    done = place.run(*shlex.split(command)[1:])
    said = done.stdout + done.stderr
    said = said.replace(str(place.project), "/srv/site").replace(str(place.home), "/home/ada")
    assert said == shown


@pytest.mark.parametrize("block,command,shown", LINTED, ids=[f"{b.name} {c}" for b, c, _ in LINTED])
def test_lint_prints_what_is_shown(tmp_path: Path, block: Block, command: str, shown: str) -> None:
    done = desk(tmp_path).run(*shlex.split(command)[1:], cwd=ROOT)
    assert done.stdout + done.stderr == shown


def test_lint_is_shown_in_the_readme_and_on_its_page() -> None:
    assert {block.page for block, _, _ in LINTED} == {"README.md", "lint.md"}


@pytest.mark.parametrize("block", CONFIGURATIONS, ids=lambda block: block.name)
def test_a_configuration_of_lint_can_be_used(tmp_path: Path, block: Block) -> None:
    path = tmp_path / config.PLACE
    path.parent.mkdir()
    path.write_text(block.text)
    assert config.read(tmp_path).ignore


def test_the_readme_shows_what_the_model_really_reads(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text()
    sample = text.split("```text\nPreToolUse:Bash", 1)[1].split("```", 1)[0]
    command = re.search(r"`(git push --force[^`]*)` ends like this", text)
    assert command is not None
    done = Desk.run(desk(tmp_path), "check", "--explain", "--host", "claude-code", command[1])
    read = done.stdout.split("the model reads:\n", 1)[1]
    lines = [line.removeprefix("  ") for line in read.splitlines()]
    assert ["PreToolUse:Bash" + sample.splitlines()[0], *sample.splitlines()[1:]] == lines


def test_the_policy_page_names_every_effect() -> None:
    page = (ROOT / "docs" / "policy.md").read_text()
    table = page.split("| effect | what it means |", 1)[1].split("\n\n", 1)[0]
    assert set(re.findall(r"`([a-z]+\.[a-z-]+)`", table)) == set(vocabulary.EFFECTS)


PROGRAMS = [
    (block, following)
    for block, following in itertools.pairwise(ALL)
    if block.language == "python" and following.page == block.page and following.language == "text"
]


def test_there_are_programs_to_run() -> None:
    assert PROGRAMS


@pytest.mark.parametrize(("block", "following"), PROGRAMS, ids=lambda block: block.name)
def test_a_program_prints_what_the_page_says(
    block: Block, following: Block, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(block.text, block.name, "exec"), {})
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        line.rstrip() for line in following.text.splitlines()
    ]
