"""Follow branches and loops.  Hot."""

from failshut.model import Word
from failshut.shell.execute import Executor
from failshut.shell.run import Run
from failshut.shell.state import State, changed, join, unknown
from failshut.shell.syntax import Case, For, If, List, Simple
from failshut.shell.texts import NOTHING

ITEMS = 64  # of a loop that are followed


class Loops(Executor):
    """Follow what runs on some ways only, or more than once."""

    __slots__ = ()

    def branches(self, node: If) -> None:
        """Walk every branch, each from the state that its condition leaves."""
        ends: list[State] = []
        for condition, body in node.arms:
            if condition is not None:
                self.each(condition)
            going = self.state.copy()
            self.each(body)
            ends.append(self.state)
            self.state = going
        if node.arms[-1][0] is not None:
            ends.append(self.state)
        self.state = join(ends)
        self.quiet()

    def case(self, node: Case) -> None:
        """Walk every arm; one that falls through goes on into the next."""
        self.one(node.word.parts)
        start, ends = self.state, [self.state.copy()]
        fallen: State | None = None
        for patterns, body, end in node.arms:
            self.state = start.copy() if fallen is None else join([start, fallen])
            for word in patterns:
                self.one(word.parts)
            self.each(body)
            fallen = self.state.copy() if end == ";&" else None
            if end == ";;&":
                start = join([start, self.state])
            ends.append(self.state)
        self.state = join(ends)
        self.quiet()

    def loop(self, node: For) -> None:
        """Walk a ``for`` once for each item, when they are few and known."""
        items: list[Word] = []
        if node.words is None:
            args = self.state.args
            items = [unknown("@")] if args is None else list(args)
        else:
            for words in self.ways(node.words):
                items += [one for one in words if one not in items or not one.literal]
        count = 0 if self.out is None else len(self.out.pieces)
        if node.select:
            items.append(unknown(node.name))
        if len(items) > ITEMS:
            items = [*items[:ITEMS], unknown(node.name)]
        before = self.state.copy()
        jumps, self.jumps = self.jumps, []
        known = items and all([one.literal and not one.glob for one in items])
        for item in items:
            self.state.set(node.name, item if not item.glob else Word(item.text, item.literal, True))
            self.each(node.body)
        if not known or node.select:
            self.more(before, None, node.body, node.name)
        ends = self.left(jumps)
        sure = known and not node.select
        self.state = join([self.state, *ends, *(() if sure else (before,))], folder=bool(items))
        if self.out is not None and (ends or not sure):
            self.out.pieces.insert(count, None)
            self.quiet()

    def left(self, before: list[tuple[State, str, bool]]) -> list[State]:
        """Return the states in which a loop is left early; some leave the outer ones too."""
        ends = [state for state, name, _ in self.jumps if name != "return"]
        self.jumps = before + [one for one in self.jumps if one[1] == "return" or one[2]]
        return ends[:ITEMS]

    def repeat(self, condition: List | None, body: List) -> None:
        """Walk a loop's condition and body with what is known, then with what they change."""
        before = self.state.copy()
        jumps, self.jumps = self.jumps, []
        self.quiet()
        if endless(condition) and all([background for _, background in body.items]):
            run = Run(self.state)
            run.start, run.end = self.span or (body.start, body.end)
            self.record(run, (NOTHING,), (*self.via, "loop &"), (), self.state.cwd)
        if condition is not None:
            self.each(condition)
        self.each(body)
        self.more(before, condition, body)
        self.state = join([self.state, before, *self.left(jumps)])
        self.quiet()

    def more(self, before: State, condition: List | None, body: List, name: str = "") -> None:
        """Walk a loop's body once more when it changes what it uses."""
        names = [one for one in changed(before, self.state) if one != name]
        moved = self.state.cwd != before.cwd
        if (
            not names
            and not moved
            and self.state.args == before.args
            and self.state.functions is before.functions
        ):
            return
        for one in names:
            self.state.set(one, None)
        if moved:
            self.state.cwd = None
        if self.state.args != before.args:
            self.state.args = None
        if self.stdin is not None:
            self.stdin = None
        self.again += 1
        if condition is not None:
            self.each(condition)
        self.each(body)
        self.again -= 1
        for one in names:
            self.state.set(one, None)


def endless(condition: List | None) -> bool:
    """Tell whether a loop's condition is always true."""
    if condition is None or len(condition.items) != 1:
        return False
    node = condition.items[0][0]
    return isinstance(node, Simple) and len(node.words) == 1 and node.words[0].bare() in ("true", ":")
