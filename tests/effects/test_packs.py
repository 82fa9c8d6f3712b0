"""Judge every example of the packs, and what the packs say."""

import pytest
from judge import RULES, judge

EXAMPLES = [
    (rule["id"], verdict, command)
    for rule in RULES
    for verdict, commands in rule["examples"].items()
    for command in commands
]


@pytest.mark.parametrize(("rule", "verdict", "command"), EXAMPLES)
def test_example_gets_its_verdict(rule: str, verdict: str, command: str) -> None:
    given, by = judge(command)
    assert given == verdict, by
    if verdict != "pass":
        assert by == rule


@pytest.mark.parametrize("rule", RULES, ids=[rule["id"] for rule in RULES])
def test_sentences_are_calm_and_whole(rule: dict) -> None:
    reason = rule.get("deny") or rule["ask"]
    for sentence in (reason, rule["instead"]):
        assert sentence.endswith(".") and "!" not in sentence and len(sentence) < 200
    assert ("deny" in rule) != ("ask" in rule)
    assert rule["examples"]["pass"]


def test_alternatives_in_backticks_pass() -> None:
    for rule in RULES:
        for command in rule["instead"].split("`")[1::2]:
            assert judge(command)[0] == "pass", (rule["id"], command)


def test_ids_are_unique() -> None:
    ids = [rule["id"] for rule in RULES]
    assert len(ids) == len(set(ids))
