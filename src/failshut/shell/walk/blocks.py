"""Walk compound commands: groups, branches, loops; define functions.  Hot."""

from failshut.model import Word
from failshut.shell.parse.compound import For, Group, If, Loop
from failshut.shell.syntax import List, Node, Part
from failshut.shell.syntax import Word as Source
from failshut.shell.values import expand, resolve
from failshut.shell.walk import walk
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import State, changed, join, unknown
from failshut.shell.walk.walker import ITEMS, NOTHING, Walker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.shell.parse.cases import Case


def enter(walker: Walker, node: Node) -> None:
    """Walk a compound command, or define what it defines."""
    if isinstance(node, (Group, If, For, Loop, List)):
        return compound(walker, node)
    from failshut.shell.parse.cases import Coproc, Function

    if isinstance(node, Function):
        walker.state.own()
        walker.state.functions[node.name] = (node.body,)
    elif isinstance(node, Coproc):
        from failshut.shell.walk import coproc

        walk.fork(walker, node.body)
        coproc.opened(walker, node)
    else:
        compound(walker, node)
    return None


def compound(walker: Walker, node: Node) -> None:
    """Walk a compound command with its redirections."""
    if not node.redirects:
        return inside(walker, node)
    feed, stdin, out = walker.feed, walker.stdin, walker.out
    for run in resolve.runs(walker, node, [], []):
        walker.record(run, (NOTHING,), walker.via, run.redirects, walker.state.cwd)
        resolve.takes(walker, run)
        walker.stdin = run.stdin
        walker.feed = walker.feed if run.fed < 0 else run.fed
        if any([">" in one.op for one in run.redirects]):
            from failshut.shell.walk.output import Output

            walker.out = Output()
        target = run
    inside(walker, node)
    if target.writes is not None and walker.out is not None:
        from failshut.shell.walk import written

        written.write(walker, target.writes, walker.out.lines(), target.appends)
    if out is not None and walker.out is not None:
        out.ends = max(out.ends, walker.out.ends)
    walker.feed, walker.stdin, walker.out = feed, stdin, out
    return None


def inside(walker: Walker, node: Node) -> None:
    """Walk what is inside a compound command."""
    if isinstance(node, Group):
        walk.fork(walker, node.body) if node.subshell else walk.each(walker, node.body)
    elif isinstance(node, List):
        walk.each(walker, node)
    elif isinstance(node, If):
        branches(walker, node)
    elif isinstance(node, For):
        loop(walker, node)
    elif isinstance(node, Loop):
        repeat(walker, node.condition, node.condition, node.body, node.until)
    else:
        rarer(walker, node)
        if "set -e" in walker.state.values:
            walker.cut()


def rarer(walker: Walker, node: Node) -> None:
    """Walk what is inside of one that fewer texts hold."""
    from failshut.shell.parse.cases import ArithCommand, Case, Cond, ForArith

    if isinstance(node, Case):
        case(walker, node)
    elif isinstance(node, Cond):
        for word in node.words:
            expand.one(walker, word.parts)
        walker.state.set("BASH_REMATCH", None)
    elif isinstance(node, (ForArith, ArithCommand)):
        from failshut.shell.values import reckon

        reckon.arithmetic(walker, node.parts)
        if isinstance(node, ForArith):
            repeat(walker, node.parts, None, node.body)


def branches(walker: Walker, node: If) -> None:
    """Walk every branch, each from the state that its condition leaves."""
    ends: list[State] = []
    inputs: list[Word | None] = []
    for condition, body in node.arms:
        if condition is not None:
            walk.each(walker, condition)
        going, stdin = walker.state.copy(), walker.stdin
        walk.each(walker, body)
        ends.append(walker.state)
        inputs.append(walker.stdin)
        walker.state, walker.stdin = going, stdin
    if node.arms[-1][0] is not None:
        ends.append(walker.state)
    walker.state = join(ends)
    parted(walker, inputs)
    walker.quiet()


def parted(walker: Walker, inputs: list[Word | None]) -> None:
    """Go on with an input of which one of several ways may have read something."""
    if not all([one is walker.stdin for one in inputs]):
        from failshut.shell.builtins import reading

        walker.stdin = reading.tapped(walker.stdin)


def case(walker: Walker, node: "Case") -> None:
    """Walk every arm; one that falls through goes on into the next."""
    expand.one(walker, node.word.parts)
    start, ends = walker.state, [walker.state.copy()]
    fallen: State | None = None
    stdin, inputs = walker.stdin, [walker.stdin]
    for patterns, body, end in node.arms:
        walker.state = start.copy() if fallen is None else join([start, fallen])
        for word in patterns:
            expand.one(walker, word.parts)
        walk.each(walker, body)
        fallen = walker.state.copy() if end == ";&" else None
        if end == ";;&":
            start = join([start, walker.state])
        ends.append(walker.state)
        inputs.append(walker.stdin)
        walker.stdin = walker.stdin if end in (";&", ";;&") else stdin
    walker.state = join(ends)
    parted(walker, inputs)
    walker.quiet()


def ways(walker: Walker, sources: list[Source]) -> list[list[Word]]:
    """Return the words once for each combination of the values they may have."""
    return [run.words for run in resolve.runs(walker, None, sources, [])]


def loop(walker: Walker, node: For) -> None:
    """Walk a ``for`` once for each item, when they are few and known."""
    if node.words is not None:
        several = ways(walker, node.words)
    else:
        args = walker.state.args
        several = [[unknown("@")] if args is None else list(args)]
    count = 0 if walker.out is None else len(walker.out.pieces)
    if node.select:
        several = [[*items, unknown(node.name)] for items in several]
        walker.state.set("REPLY", None)
    several = [items if len(items) <= ITEMS else [*items[:ITEMS], unknown(node.name)] for items in several]
    before = walker.state.copy()
    if "!" + node.name in before.values:
        walker.cut()
        walker.jumps.append((before, "error", True))
    jumps, walker.jumps = walker.jumps, []
    ends: list[State] = []
    stdin, inputs = walker.stdin, list[Word | None]()
    for at, items in enumerate(several):
        walker.again += at > 0
        walker.state, walker.stdin = before.copy(), stdin
        for item in items:
            walker.state.set(node.name, item)
            walk.each(walker, node.body)
        loose = [one for one in items if one.glob or not one.literal]  # each none, one or many
        if loose:
            walker.state.set(node.name, loose[0] if len(loose) == 1 else unknown(node.name))
            more(walker, before, None, node.body, node.name)
            ends.append(before)
        ends.append(walker.state)
        inputs.append(walker.stdin)
        walker.again -= at > 0
    parted(walker, inputs)
    leave = left(walker, jumps)
    if walker.out is not None and (leave or len(ends) > 1):
        walker.out.pieces.insert(count, None)
        walker.quiet()
    walker.state = join([*ends, *leave], folder=any(several))


def left(walker: Walker, before: list[tuple[State, str, bool]]) -> list[State]:
    """Return the states in which a loop is left early; some leave the outer ones too."""
    ends = [state for state, name, _ in walker.jumps if name != "return"]
    walker.jumps = before + [one for one in walker.jumps if one[1] == "return" or one[2]]
    return ends[:ITEMS]


def repeat(
    walker: Walker,
    ends: List | tuple[Part, ...],
    condition: List | None,
    body: List,
    until: bool = False,
) -> None:
    """Walk a loop's condition and body with what is known, then with what they change."""
    before = walker.state.copy()
    jumps, walker.jumps = walker.jumps, []
    walker.quiet()
    from failshut.shell.walk.endless import floods

    if floods(ends, body, until):
        run = Run(walker.state)
        run.start, run.end = walker.span or (body.start, body.end)
        walker.record(run, (NOTHING,), (*walker.via, "loop &"), (), walker.state.cwd)
    if condition is not None:
        walk.each(walker, condition)
    walk.each(walker, body)
    more(walker, before, condition, body)
    walker.state = join([walker.state, before, *left(walker, jumps)])
    walker.quiet()


def more(walker: Walker, before: State, condition: List | None, body: List, name: str = "") -> None:
    """Walk a loop's body once more when it changes what it uses."""
    names = [one for one in changed(before, walker.state) if one != name]
    moved = walker.state.cwd != before.cwd
    if (
        not names
        and not moved
        and walker.state.args == before.args
        and walker.state.functions is before.functions
    ):
        return
    for one in names:
        walker.state.set(one, None)
    if moved:
        walker.state.cwd = None
    if walker.state.args != before.args:
        walker.state.args = None
    if walker.stdin is not None:
        walker.stdin = None
    walker.again += 1
    if condition is not None:
        walk.each(walker, condition)
    walk.each(walker, body)
    walker.again -= 1
    for one in names:
        walker.state.set(one, None)
