"""The commands on the rules' pages are commands that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from failshut.cli.main import cli
from failshut.drill import faults
from failshut.lint.rules import RULES, load

QUOTED = re.compile(r"`(failshut (?:[^`]|(?<=\\)`)+)`")


def commands() -> Iterator[tuple[str, str]]:
    """Yield each command of failshut on a page."""
    for name in RULES:
        page = load(name).page
        for section in page.sections.values():
            for found in QUOTED.finditer(section):
                yield name, found[1]


@pytest.mark.parametrize(("rule", "text"), [one for one in commands() if " simulate " in one[1]])
def test_a_simulation_on_a_page_runs(rule: str, text: str) -> None:
    ran = CliRunner().invoke(cli, shlex.split(text)[1:], standalone_mode=False)
    assert ran.exception is None and ran.return_value == 0, ran.exception
    assert "because" in ran.output


@pytest.mark.parametrize(("rule", "text"), [one for one in commands() if " drill " in one[1]])
def test_a_drill_on_a_page_is_one(rule: str, text: str) -> None:
    words = shlex.split(text)
    assert "--" in words
    options = words[: words.index("--")]
    if "--faults" in options:
        faults.select([options[options.index("--faults") + 1]])  # raises for one that isn't there
    ran = CliRunner().invoke(cli, ["drill", "--list", *options[2:]], standalone_mode=False)
    assert ran.exception is None, ran.exception


@pytest.mark.parametrize(("rule", "text"), [one for one in commands() if " check " in one[1]])
def test_a_check_on_a_page_runs(rule: str, text: str) -> None:
    if "$(" in text:
        pytest.skip("a shell fills it in")
    ran = CliRunner().invoke(cli, shlex.split(text)[1:], standalone_mode=False)
    assert ran.exception is None, ran.exception
