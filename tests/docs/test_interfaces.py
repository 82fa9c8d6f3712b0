"""The page of interfaces and the commands' own help say the same."""

import importlib
import re
from dataclasses import asdict
from pathlib import Path

import click
import pytest
from pages import ROOT, section

import failshut.cli

PAGE = (ROOT / "docs" / "interfaces.md").read_text()
FOLDER = Path(failshut.cli.__file__).parent
VERBS = {
    path.stem.replace("_", "-"): module.command
    for path in sorted(FOLDER.glob("*.py"))
    if path.stem not in ("__init__", "main")
    and hasattr(module := importlib.import_module(f"failshut.cli.{path.stem}"), "command")
}


def test_the_verbs_are_found() -> None:
    assert {"check", "hook", "trust"} <= set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_section_with_exactly_its_options(verb: str) -> None:
    text = section("interfaces.md", verb)
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `--")]
    named = {flag for row in rows for flag in re.findall(r"--[a-z-]+", row)}
    help_text = VERBS[verb].get_help(click.Context(VERBS[verb], info_name=verb))
    given = set(re.findall(r"^\s+(--[a-z-]+)", help_text, re.MULTILINE)) - {"--help"}
    assert named == given


@pytest.mark.parametrize("verb", VERBS)
def test_the_usage_line_shows_the_arguments(verb: str) -> None:
    text = section("interfaces.md", verb).split("`", 2)[1]
    arguments = [one for one in VERBS[verb].params if isinstance(one, click.Argument)]
    for argument in arguments:
        assert argument.opts[0] in text
    assert ("[OPTIONS]" in text) == any(isinstance(one, click.Option) for one in VERBS[verb].params)
    assert text.startswith(f"failshut {verb}")


@pytest.mark.parametrize("verb", VERBS)
def test_the_section_gives_exit_codes(verb: str) -> None:
    assert re.search(r"^Exit 0: ", section("interfaces.md", verb), re.MULTILINE)


def test_check_prints_every_key_that_the_page_names() -> None:
    from failshut.checking import examine, force, said, tracing
    from failshut.policy import builtin

    where = force.place("/srv/site", "/home/ada")
    policy = (1, builtin.BLOCKS, (), ())
    checked = examine.check(examine.call_of("codex", "sh -c 'rm x'", where), where, policy)
    row = {
        **said.as_object(checked, True),
        "model": said.model_object(checked),
        "rules": [asdict(one) for one in tracing.tried(checked, policy)],
    }
    table = section("interfaces.md", "check").split("| key | value |", 1)[1].split("\n\n", 1)[0]
    named = {
        key for line in table.strip().splitlines() for key in re.findall(r"`([a-z]+)`", line.split("|")[1])
    }
    assert named == set(row)
    for key in ("effects", "commands", "rules"):
        line = next(one for one in table.splitlines() if one.startswith(f"| `{key}`"))
        assert set(row[key][0]) <= set(re.findall(r"`([a-z]+)`", line.split("|")[2]))
    assert row["commands"][0]["via"] == ["sh -c"]
