"""Run the tables of command patterns and globs."""

from __future__ import annotations

import json

import pytest

from failshut.model import Word
from failshut.policy import argv
from failshut.policy.globs import FOLD
from failshut.policy.patterns import command_pattern
from failshut.shell import commands as parse

from . import helper


def ids(row: dict[str, object]) -> str:
    return json.dumps(row)


@pytest.mark.parametrize("row", helper.rows("commands.jsonl"), ids=ids)
def test_command_patterns(row: dict[str, object]) -> None:
    pattern = command_pattern(str(row["p"]))
    assert argv.matches(pattern, helper.command(str(row["c"]))) is row["m"]


@pytest.mark.parametrize("row", helper.rows("commands.jsonl"), ids=ids)
def test_command_rules_find_what_the_pattern_finds(row: dict[str, object]) -> None:
    rule = f'[[rule]]\nid = "x"\nmatch = {{ command = {json.dumps(row["p"])} }}\ndeny = "No."\n'
    verdict = helper.judge(helper.compiled(helper.policy(rule)), {"command": row["c"]})
    assert (verdict.action == "deny") is row["m"]


@pytest.mark.parametrize("row", helper.rows("wrapped.jsonl"), ids=ids)
def test_command_rules_find_wrappers_and_what_they_run(row: dict[str, object]) -> None:
    rule = f'[[rule]]\nid = "x"\nmatch = {{ command = {json.dumps(row["p"])} }}\ndeny = "No."\n'
    script = parse(str(row["c"]))
    verdict = helper.judge(helper.compiled(helper.policy(rule)), {"command": row["c"]}, script=script)
    assert (verdict.action == "deny") is row["m"]


@pytest.mark.parametrize("row", helper.rows("globs.jsonl"), ids=ids)
def test_path_globs(row: dict[str, object]) -> None:
    if FOLD and row["g"] == "Docs/**":
        pytest.skip("this file system ignores case")
    rule = f'[[rule]]\nid = "x"\nmatch = {{ write = {json.dumps(row["g"])} }}\ndeny = "No."\n'
    call = {"kind": "write", "tool": "Write", "writes": [row["p"]]}
    verdict = helper.judge(helper.compiled(helper.policy(rule)), {"call": call})
    assert (verdict.action == "deny") is row["m"]


EXACT = [
    ("rm -r /var/cache/ours", "rm -r /var/cache/ours", True),
    ("rm -r /var/cache/ours", "rm -r /var/cache/ours /etc", False),
    ("rm -r /var/cache/ours", "rm -rf /var/cache/ours", False),
    ("rm -r /var/cache/ours", "rm -r --no-preserve-root /var/cache/ours", False),
    ("rm -r /var/cache/ours", "rm -r /var/cache/ours > /etc/passwd", False),
    ("rm -r /var/cache/*", "rm -r /var/cache/x", True),
    ("rm -r /var/cache/*", "rm -r /var/cache/../../etc", False),
    ("rm -r /var/cache/*", "rm -r /var/cache/$X", False),
    ("rm -rf a", "rm -fr a", True),
    ("kubectl -n=test delete pod", "kubectl -n test delete pod", True),
    ("kubectl -n=test delete pod", "kubectl -n test delete pod x", False),
    ("kubectl -n=test delete pod", "kubectl delete pod", False),
]


@pytest.mark.parametrize(("pattern", "text", "fits"), EXACT)
def test_exceptions_ask_for_the_whole_command(pattern: str, text: str, fits: bool) -> None:
    assert argv.is_exactly(command_pattern(pattern), helper.command(text)) is fits


def test_exceptions_ask_for_no_wrapper_and_no_assignment() -> None:
    pattern = command_pattern("rm x")
    assert argv.is_exactly(pattern, helper.command("rm x"))
    assert not argv.is_exactly(pattern, helper.command("rm x", via=("sudo",)))
    assert not argv.is_exactly(pattern, helper.command("rm x", assigns=(("A", Word("b")),)))
