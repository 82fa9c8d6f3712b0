"""Call the functions that a text defines.  Hot."""

from failshut.shell.syntax import Node
from failshut.shell.values import assignments
from failshut.shell.walk import walk
from failshut.shell.walk.output import Output
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import State, changed, join, unknown
from failshut.shell.walk.walker import TEXTS, Walker

_FLOORS = 15  # calls that aren't followed deeper, and are remembered
_SELF = 2  # calls of one function in itself


def call(walker: Walker, name: str, bodies: tuple[object, ...], run: Run) -> None:
    """Walk a function's body with the call's arguments."""
    deep = walker.calls.get(name, 0)
    floor: Floor | None = None
    if deep > _SELF or walker.depth > TEXTS:
        mark = "recursion &" if walker.forked else "recursion"
        mark += " &" if walker.started > walker.entries[name][2] else ""
        walker.record(run, run.argv, (*walker.via, mark), run.redirects, walker.state.cwd)
        if deep > _SELF + 1 or walker.depth > TEXTS:
            return
        forget(walker, *walker.entries[name][:2])
        run.argv = (run.argv[0], unknown("@"))
        floor = Floor(walker, run)
        if any([one.again(walker, floor) for one in walker.floors.get(name, ())]):
            return
    if not deep:
        walker.entries[name] = (walker.state.copy(), len(walker.state.log), walker.started)
    args, out, stdin, feed = walker.state.args, walker.out, walker.stdin, walker.feed
    outer = walker.outer
    walker.calls[name] = deep + 1
    walker.depth += 1
    walker.outer = run.redirects + outer
    walker.stdin = run.stdin
    walker.feed = walker.feed if run.fed < 0 else run.fed
    if run.writes is not None:
        walker.out = Output()
    over = 0 if walker.out is None else walker.out.ends
    ends: list[State] = []
    base, hidden = walker.state, walker.locals
    around = (walker.hidden, walker.given)
    walker.frame += 1
    walker.hidden |= hidden.keys()
    walker.given |= dict(run.values).keys()
    for body in bodies:
        if isinstance(body, Node):
            jumps, walker.jumps = walker.jumps, []
            walker.state, walker.locals = base.copy(), {}
            assignments.give(walker, run)
            walker.state.args = run.argv[1:]
            walker.again += deep > 0
            walk.walk(walker, body)
            walker.again -= deep > 0
            left = [state for state, name, _ in walker.jumps if name == "return"]
            walker.state = join([walker.state, *left])
            walker.jumps = jumps + [one for one in walker.jumps if one[1] == "error"]
            walker.state.args = args
            if walker.locals:
                from failshut.shell.builtins import declare

                declare.show(walker, base)
            assignments.take(walker, run, base)
            ends.append(walker.state)
    walker.locals = hidden
    walker.hidden, walker.given = around
    walker.frame -= 1
    if None in bodies:
        ends.append(base)
    walker.state = join(ends)
    walker.depth -= 1
    walker.calls[name] = deep
    if not deep:
        del walker.calls[name]
    if walker.out is not None and walker.out.ends == 1:
        walker.out.ends = over  # it returns, and what stands behind the call goes on
    if walker.out is not None and walker.out.ends == 2 and out is not None:
        out.ends = 2
    if run.writes is not None and walker.out is not None:
        from failshut.shell.walk import written

        written.write(walker, run.writes, walker.out.lines(), run.appends)
    stdin = stdin if run.redirected else walker.stdin
    walker.out, walker.stdin, walker.feed, walker.outer = out, stdin, feed, outer
    if floor is not None and floor.ended(walker):
        walker.floors[name] = [*walker.floors.get(name, ())[-_FLOORS:], floor]


class Floor:
    """Hold what a call meets that is not followed any deeper, and what it leaves.

    All that the function changes is unknown there, so that one more that meets the same finds nothing new.
    """

    __slots__ = ("around", "jumps", "left", "start", "traps")

    def __init__(self, walker: Walker, run: Run) -> None:
        self.start = self.left = walker.state.copy()
        fed = walker.feed >= 0 or run.fed >= 0
        self.around = (walker.via, walker.wraps, walker.hidden, walker.given, dict(walker.calls), fed,
                       run.redirects + walker.outer, run.values, run.stdin or walker.stdin)  # fmt: skip
        self.jumps, self.traps = walker.jumps, len(walker.traps)

    def ended(self, walker: Walker) -> bool:
        """Note what the call leaves; tells whether that is all there is to know."""
        self.left = walker.state.copy()
        self.jumps = [one for one in walker.jumps if one not in self.jumps]
        return len(walker.traps) == self.traps

    def again(self, walker: Walker, other: "Floor") -> bool:
        """Leave the same when another call meets the same; False = it doesn't."""
        if self.around != other.around or not same(self.start, other.start):
            return False
        args, walker.state = walker.state.args, self.left.copy()
        walker.state.args = args
        walker.jumps += self.jumps
        walker.cut()
        walker.quiet()
        return True


def same(one: State, other: State) -> bool:
    """Tell whether two states hold the very same."""
    if one.values.keys() != other.values.keys() or one.exported != other.exported:
        return False
    if one.functions != other.functions or one.aliases != other.aliases or one.files != other.files:
        return False
    folders = (one.cwd, one.old, one.stack) == (other.cwd, other.old, other.stack)
    return folders and all([value is other.values[name] for name, value in one.values.items()])


def forget(walker: Walker, before: State, logged: int) -> None:
    """Make everything unknown that was set since."""
    names = {*changed(before, walker.state), *walker.state.log[logged:]}
    if "" in names or walker.state.cwd != before.cwd:
        walker.state.cwd = None
    for name in names - {""}:
        if not name.startswith("local "):  # which variables are a call's own stays known
            walker.state.set(name, None)
