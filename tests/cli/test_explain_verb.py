"""Explain a rule: sentences, place, examples, hosts, exceptions."""

import json
from pathlib import Path

import pytest
from call import Desk, desk

from failshut.policy import load, schema

RULES = [rule.id for name in schema.BUILT_IN for rule in load.load_pack(name).rules]


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return desk(tmp_path)


def test_a_rule_is_shown_whole(place: Desk) -> None:
    done = place.run("explain", "git/force-push")
    assert done.returncode == 0
    for part in ("git/force-push: deny", "replaces published history", "Instead: ", "pack baseline/git:",
                 "git push origin +main", "Kimi Code CLI: blocked", 'rule = "git/force-push"'):  # fmt: skip
        assert part in done.stdout


def test_every_rule_in_force_is_listed_and_can_be_explained(place: Desk) -> None:
    place.policy('[[rule]]\nid = "our/own"\nmatch = { command = "make" }\ntell = "Wait."\n')
    rows = json.loads(place.run("explain", "--format", "json").stdout)["rules"]
    assert [row["rule"] for row in rows] == ["our/own", *RULES]
    assert "our/own" in place.run("explain").stdout
    page = json.loads(place.run("explain", "--format", "json", "our/own").stdout)
    assert page["hosts"]["claude-code"]["effect"] != "blocked" and page["match"] == {"command": "make"}


def test_an_unknown_rule_gets_the_nearest_name(place: Desk) -> None:
    done = place.run("explain", "git/force-pus")
    assert done.returncode == 2 and "Did you mean `git/force-push`?" in done.stderr


def test_exceptions_are_named_with_their_place(place: Desk) -> None:
    path = place.policy(
        '[[rule]]\nid = "our/own"\nmatch = { command = "make" }\ndeny = "No."\ninstead = "Run `ls`."\n'
        '[[except]]\nrule = "our/own"\nmatch = { command = "make x" }\nreason = "y"\n'
    )
    assert f"Exceptions: {path}:6" in place.run("explain", "our/own").stdout


def test_a_policy_that_cannot_be_used_is_said(place: Desk) -> None:
    place.policy("rule = 1\n")
    assert place.run("explain").returncode == 2
