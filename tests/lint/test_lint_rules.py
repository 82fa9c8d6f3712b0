"""Each rule finds its bad trees at the told lines, nothing in its good ones, and is proved by them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from failshut.lint import outcome
from failshut.lint.check import Wish, check
from failshut.lint.engine import lint
from failshut.lint.rule import FAMILIES, PERSONAS, REGULAR, SEVERITIES
from failshut.lint.rules import RULES, load
from lint import proofs


def test_every_rule_has_a_page_and_a_case() -> None:
    for name in RULES:
        loaded = load(name)  # raises for a page without its sections
        rule = loaded.rule
        assert rule.family in FAMILIES and rule.severity in SEVERITIES and rule.persona in PERSONAS
    assert set(proofs.cases()) == set(RULES)
    assert len(set(RULES)) == len(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_finds_what_is_bad(rule: str) -> None:
    told = proofs.case(rule)
    bad = proofs.trees(rule, "bad")
    assert bad
    for tree in bad:
        lines = told.get("lines" if tree == "bad" else tree)
        assert isinstance(lines, list), f"case.toml lacks the lines of {tree}"
        found = lint(proofs.project(rule, tree), [rule], str(told.get("persona", REGULAR)))
        assert not found.crashes
        places = [f"{one.document.path}:{one.place[0]}" for one in found.findings]
        assert places == lines, tree
        for one in found.findings:
            assert one.quoted or not one.document.text.strip()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_quiet_about_what_is_good(rule: str) -> None:
    told = proofs.case(rule)
    good = proofs.trees(rule, "good")
    assert good
    for tree in good:
        found = lint(proofs.project(rule, tree), [rule], str(told.get("persona", REGULAR)))
        assert not found.crashes
        assert [(one.message, one.document.path, one.place) for one in found.findings] == [], tree


@pytest.mark.parametrize("rule", [name for name in proofs.cases() if "proof" in proofs.case(name)])
def test_a_rule_is_proved_on_its_host(rule: str, tmp_path: Path) -> None:
    proof = proofs.case(rule)["proof"]
    assert isinstance(proof, dict)
    for name in ("bad", "good"):
        (tmp_path / name).mkdir()
    bad = proofs.seen(rule, "bad", tmp_path / "bad")
    good = proofs.seen(rule, str(proof.get("good", "good")), tmp_path / "good")
    assert good.taken
    CELLS.setdefault(bad.cell, rule)
    if proof.get("loads") or not bad.taken:
        assert not bad.taken
        return
    says = proof.get("says")
    if says is not None:
        assert good.outcome is not None and bad.outcome is not None
        assert str(says) in (good.outcome.model_text or "")
        assert str(says) not in (bad.outcome.model_text or "")
    elif proof.get("opens", True):
        assert outcome.opens(bad.outcome), bad
        assert not outcome.opens(good.outcome), good
    else:
        assert outcome.stops(bad.outcome), bad
        assert outcome.opens(good.outcome), good


CELLS: dict[str, str] = {}
"""Cells that decided in the proofs → a rule."""


@pytest.mark.parametrize(
    ("rule", "number"), [(name, number) for name in RULES for number in range(len(proofs.also(name)))]
)
def test_further_bad_trees_are_proved(rule: str, number: int, tmp_path: Path) -> None:
    proof = proofs.also(rule)[number]
    bad = proofs.seen(rule, str(proof["tree"]), tmp_path, proof)
    CELLS.setdefault(bad.cell, rule)
    if proof.get("loads"):
        assert not bad.taken
    elif proof.get("opens", True):
        assert outcome.opens(bad.outcome), bad
    else:
        assert outcome.stops(bad.outcome), bad


def test_the_proofs_stand_on_many_cells() -> None:
    assert len({cell for cell in CELLS if cell}) >= 40


def test_every_rule_is_proved() -> None:
    assert [name for name in RULES if not {"proof", "told"} & set(proofs.case(name))] == []


@pytest.mark.parametrize("rule", [name for name in RULES if load(name).rule.fix])
def test_what_a_fix_makes_is_quiet_and_stays_as_it_is(rule: str, tmp_path: Path) -> None:
    told = proofs.case(rule)
    top = tmp_path / "tree"
    shutil.copytree(proofs.HERE / rule / "bad", top)
    hosts = told.get("hosts", [])
    assert isinstance(hosts, list)
    person = top / "home" if (top / "home").is_dir() else None
    persona = str(told.get("persona", REGULAR))
    wish = Wish(persona, tuple(hosts), (rule,), person=person, fix=True, unsafe=True)
    left, fixed = check(top, wish)
    assert fixed.new, "nothing was mended"
    assert len(left.findings) == told.get("unfixed", 0), [one.message for one in left.findings]
    again, twice = check(top, wish)
    assert not twice.new and len(again.findings) == len(left.findings)
