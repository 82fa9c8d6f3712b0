"""Say which rules were tried on a call, what each said, and which one won."""

from __future__ import annotations

import time
from dataclasses import dataclass

from failshut.checking.examine import Checked
from failshut.errors import FailshutError
from failshut.hot import judge
from failshut.policy.decide import Decision
from failshut.policy.scene import Scene
from failshut.policy.shapes import Policy

ACTIONS = {"d": "deny", "D": "deny", "a": "ask", "A": "ask", "t": "tell", "T": "tell"}
MATCHED, NOT, OBSERVED = "matched", "no match", "observed"


@dataclass(frozen=True)
class Tried:
    """One rule that the index named for the call: ``result`` is one of the words above."""

    rule: str
    action: str
    source: str
    result: str
    won: bool


def tried(checked: Checked, policy: Policy) -> list[Tried]:
    """Return the rules that may be about the call, in the order in which they are asked.

    Rules that the index leaves out (no word, effect or path of theirs is in the call) aren't there.
    No Python guard is run: its rule is shown by the rest of its ``match``.
    """
    call = checked.call
    if call is None or checked.verdict.fault:
        return []
    context = judge.context_of(call, checked.where.root, (checked.where.home,))
    scene = Scene(call, context, checked.script, checked.effects)
    run = Decision(scene, policy, "", lambda *_: "", time.time())
    found = []
    for wanted in ("dD", "aA", "tT"):
        for block, numbers in run.todo:
            for number in numbers:
                letter = block[1][number]
                if letter not in wanted:
                    continue
                rule, _, _, source, _ = run.cold[block[0]].row(number)
                try:
                    matched = run.match(block, number, run.hot[block[0]].row(number)) is not None
                except FailshutError:
                    matched = False
                observed = block[2][number] == "1" or block[0] in policy[3]
                result = NOT if not matched else OBSERVED if observed else MATCHED
                won = rule == checked.verdict.rule and source == checked.verdict.source
                found.append(Tried(rule, ACTIONS[letter], source, result, won))
    return found
