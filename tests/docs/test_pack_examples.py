"""The judge itself gives every example of every pack its verdict; what a rule suggests passes."""

import pytest

from failshut.checking import examine, force
from failshut.hot import judge
from failshut.model import PASS
from failshut.policy import builtin
from failshut.policy.compile import ids
from failshut.policy.load import load_pack, pack_names
from failshut.policy.schema import BUILT_IN

PACKS = (*BUILT_IN, *pack_names())
RULES = [rule for name in PACKS for rule in load_pack(name).rules]
EXAMPLES = [(rule.id, verdict, text) for rule in RULES for verdict, text in rule.examples]
HOSTS = {rule.id: rule.hosts[0] if rule.hosts else "claude-code" for rule in RULES}
OWNERS = {rule: (one,) for one in builtin.BLOCKS for rule in ids(one)}
SUGGESTED = [(rule.id, text) for rule in RULES for text in rule.instead.split("`")[1::2]]
WHERE = force.Place("/workspace/project", "/workspace/project", "/home/test")
POLICY = (1, builtin.BLOCKS, (), ())


def verdict(command: str, blocks=builtin.BLOCKS, host="claude-code"):  # type: ignore[no-untyped-def]
    call = examine.call_of(host, command, WHERE)
    return examine.check(call, WHERE, (1, blocks, (), ())).verdict


def test_there_are_rules() -> None:
    assert len(RULES) > 30 and len(EXAMPLES) > 200 and len(SUGGESTED) > 20


@pytest.mark.parametrize("rule,wanted,command", EXAMPLES, ids=[f"{r} {c}" for r, _, c in EXAMPLES])
def test_an_example_gets_its_verdict(rule: str, wanted: str, command: str) -> None:
    found = verdict(command, host=HOSTS[rule])
    assert found.action == wanted, found
    if wanted != PASS:  # alone, since a rule of the pack before may say the same first
        assert verdict(command, OWNERS[rule], HOSTS[rule]).rule == rule


@pytest.mark.parametrize("rule,command", SUGGESTED, ids=[f"{r} {c}" for r, c in SUGGESTED])
def test_a_suggested_command_passes(rule: str, command: str) -> None:
    assert verdict(command).action == PASS


@pytest.mark.parametrize("command", [text for _, _, text in EXAMPLES])
def test_what_is_passed_unread_would_pass_when_read(command: str) -> None:
    call = examine.call_of("claude-code", command, WHERE)
    if judge.unread(call, POLICY):
        assert judge.examined(call, POLICY, WHERE.root, (WHERE.home,))[0].action == PASS


def test_the_list_of_rules_is_fresh() -> None:
    import subprocess
    import sys

    from pages import ROOT

    done = subprocess.run([sys.executable, str(ROOT / "tools" / "gen.py"), "--check"], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
