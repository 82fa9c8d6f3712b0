"""Decide what the policy says of one call (hot: imports nothing beyond builtins).

A compiled policy is ``(FORMAT, blocks, waivers, observed)``; a block is ``(name, actions,
observes, firsts, pages, hot, cold)``; see ``compile.py``, which makes them.  Order: deny >
ask > pass; within one action the blocks' order (managed, user, project, local with the packs
each brings, then baseline, then self), then the order in the file.
"""

from __future__ import annotations

import time

from failshut.model import ASK, DENY, PASS, Call, Context, Effect, Script, Verdict
from failshut.policy.index import Rows, numbers
from failshut.policy.match import Match, call_holds, find_match
from failshut.policy.scene import Scene, keys
from failshut.policy.shapes import TYPE_CHECKING, Block, Policy, Tuple

if TYPE_CHECKING:
    from failshut.policy.shapes import AskGuard

BUILT_IN = ("baseline", "self")
WORD_RULE = "opaque/command-word"
WORD_REASON = "The program that this command would run stays unknown until it runs."
OPAQUE_NOTE = "The text can't be read as shell, and it holds the words of this rule."
WORD_INSTEAD = "Write the program's name out, without a variable or substitution in its place."


def decide(
    call: Call,
    policy: Policy,
    ctx: Context,
    *,
    script: Script | None,
    effects: tuple[tuple[Effect, int], ...],
    ask_guard: AskGuard,
    unread: str = "",
    now: float | None = None,
) -> Verdict:
    """Return the verdict for a call; total unless ``ask_guard`` raises.

    ``script`` is the parsed shell text (None = no shell), ``effects`` pairs of effect and index
    of its command (-1 = the file tool), ``now`` seconds since 1970 for the exceptions' dates.
    The script of an opaque text has the commands that were found in it; ``unread`` is what stayed
    unreadable all the same, in which only the literals of ``command`` rules are looked for.
    """
    scene = Scene(call, ctx, script, effects)
    run = Decision(scene, policy, unread, ask_guard, time.time() if now is None else now)
    for action, letters in ((DENY, "dDAT"), (ASK, "aA")):
        verdict = run.first(action, letters)
        if verdict is not None:
            return verdict
    return run.rest()


class Decision:
    """Hold the state of one decision: candidates, marks, and what was already evaluated."""

    __slots__ = (
        "ask_guard",
        "cold",
        "done",
        "hot",
        "marks",
        "now",
        "policy",
        "scene",
        "todo",
        "unread",
    )

    def __init__(
        self,
        scene: Scene,
        policy: Policy,
        unread: str,
        ask_guard: AskGuard,
        now: float,
    ) -> None:
        self.scene, self.policy, self.unread = scene, policy, unread
        self.ask_guard, self.now = ask_guard, now
        self.marks: list[str] = []
        self.done: dict[tuple[str, int], Match | None] = {}
        if scene.script is not None and scene.script.opaque:
            self.marks.append(f"opaque: {scene.script.opaque}")
        self.hot = {block[0]: Rows(block[5]) for block in policy[1]}
        self.cold = {block[0]: Rows(block[6]) for block in policy[1]}
        found, spans = keys(scene)
        self.todo = [
            (
                block,
                range(len(block[1]))
                if unread and block[0] not in BUILT_IN
                else numbers(block, found, spans),
            )
            for block in policy[1]
        ]

    def first(self, action: str, letters: str) -> Verdict | None:
        """Return the verdict of the first rule that gives this action, or None."""
        for block, some in self.todo:
            for number in some:
                letter = block[1][number]
                if letter not in letters:
                    continue
                verdict = self.try_rule(block, number, action, letter)
                if verdict is not None:
                    return verdict
        if action == ASK and self.dynamic_word():
            return Verdict(
                ASK,
                reason=WORD_REASON,
                instead=WORD_INSTEAD,
                rule=WORD_RULE,
                marks=tuple(self.marks),
            )
        return None

    def try_rule(self, block: Block, number: int, action: str, letter: str) -> Verdict | None:
        """Return the rule's verdict when it matches (and isn't only observed)."""
        hot = self.hot[block[0]].row(number)
        found = self.match(block, number, hot)
        if found is None or (action == ASK and block[0] in BUILT_IN and unclosed(found)):
            return None
        note = found.note
        if action == DENY and letter != "d":
            command = found.unit.command if found.unit is not None else None
            from failshut.policy.require import unmet

            note = unmet(hot[2], self.scene.ctx, command)
            if not note:
                return None
        rule, reason, instead, source, _ = self.cold[block[0]].row(number)
        if self.only_observed(block, number, rule):
            return None
        reason = f"{reason} {note}".strip()
        return Verdict(
            action,
            reason=reason,
            instead=instead,
            rule=rule,
            source=source,
            marks=tuple(self.marks),
            about=tuple([effect for effect, _ in found.unit.pairs]) if found.unit is not None else (),
            at=self.scene.index(found.unit),
        )

    def only_observed(self, block: Block, number: int, rule: str) -> bool:
        """Say whether the matched rule only records; then leave its mark (once)."""
        if block[2][number] != "1" and block[0] not in self.policy[3]:
            return False
        mark = f"observe: {rule}"
        if mark not in self.marks:
            self.marks.append(mark)
        return True

    def match(self, block: Block, number: int, hot: Tuple) -> Match | None:
        """Return the rule's match, evaluated once a decision."""
        key = (block[0], number)
        if key not in self.done:
            self.done[key] = self.evaluate(block, number, hot)
        return self.done[key]

    def evaluate(self, block: Block, number: int, hot: Tuple) -> Match | None:
        """Match one rule: hosts, events, tables, then exceptions, then unreadable text."""
        tables, unless, _, events, hosts = hot
        call = self.scene.call
        if hosts and call.host not in hosts:
            return None
        if call.event.lower() not in events if events else call.entry == "moment":
            return None
        waived: Tuple = ()
        for name, which, until, some in self.policy[2]:
            if name == block[0] and which == number and (not until or self.now < until):
                waived += some
        opaque = self.scene.script is not None and self.scene.script.opaque
        found = find_match(tables, unless, () if opaque else waived, self.scene, self.ask_guard)
        if not opaque:
            return found
        if found is not None:
            if found.unit is not None and not found.note:
                found.note = OPAQUE_NOTE
            return found
        if self.unread:
            from failshut.policy.opaque import may_mean
            from failshut.shell.strip import stripped

            text = stripped(self.unread)
            for table in tables:
                if call_holds(table, call) and may_mean(table, text):
                    return Match(None, OPAQUE_NOTE)
        return None

    def dynamic_word(self) -> bool:
        """Say whether a command's program stays unknown (and baseline isn't only observed)."""
        script = self.scene.script
        for command in script.commands if script is not None and not script.opaque else ():
            word = command.argv[0]
            if word.literal and not word.glob:
                continue
            from failshut.policy.argv import knows_program
            from failshut.shell.marks import from_file, stands_in

            if knows_program(word) or stands_in(word) or from_file(command):
                continue
            if "baseline" in self.policy[3]:
                self.marks.append(f"observe: {WORD_RULE}")
                return False
            return True
        return False

    def rest(self) -> Verdict:
        """Return pass, with what ``tell`` rules say."""
        told: list[str] = []
        first = ("", "")
        for block, some in self.todo:
            for number in some:
                if block[1][number] not in "tT":
                    continue
                if self.match(block, number, self.hot[block[0]].row(number)) is None:
                    continue
                rule, reason, instead, source, _ = self.cold[block[0]].row(number)
                if self.only_observed(block, number, rule):
                    continue
                text = f"{reason} {instead}".strip()
                if text not in told:
                    told.append(text)
                first = first if first[0] else (rule, source)
        return Verdict(PASS, tell="\n".join(told), rule=first[0], source=first[1], marks=tuple(self.marks))


def unclosed(found: Match) -> bool:
    """Say whether what matched stands behind a quote that nothing closes."""
    command = found.unit.command if found.unit is not None else None
    return command is not None and command.via[:1] == ("unclosed",)
