"""Expand a command's words once for each combination of values.  Hot."""

from failshut.model import Redirect, Word
from failshut.shell.marks import source_of
from failshut.shell.syntax import Node, Redir
from failshut.shell.syntax import Word as Source
from failshut.shell.values import expand
from failshut.shell.values.expand import glue
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import changed, join
from failshut.shell.walk.walker import Walker


def runs(walker: Walker, node: Node | None, sources: list[Source], assigns: list[Source]) -> list[Run]:
    """Expand a command's words, redirections and assignments once for each combination."""
    held = (walker.script, walker.trace, walker.picked, walker.vague)
    found: list[Run] = []
    walker.script, walker.vague = [], False
    base = walker.state
    while True:
        walker.trace, walker.picked = [], {}
        walker.state = base.copy()
        found.append(expanded(walker, node, sources, assigns))
        nexts = walker.script[: len(walker.trace)]
        nexts += [0] * (len(walker.trace) - len(nexts))
        while nexts and nexts[-1] + 1 >= walker.trace[len(nexts) - 1]:
            nexts.pop()
        if not nexts or walker.vague:
            break
        nexts[-1] += 1
        walker.script = nexts
        if len(found) == 1:
            walker.again += 1
        if len(found) >= 8:
            walker.vague = True
    if len(found) > 1:
        walker.again -= 1
    walker.script, walker.trace, walker.picked, walker.vague = held
    walker.state = found[0].state if len(found) == 1 else join([run.state for run in found])
    return found


def expanded(walker: Walker, node: Node | None, sources: list[Source], assigns: list[Source]) -> Run:
    """Expand everything of one command in the order in which bash does."""
    run = Run(walker.state)
    if node is not None:
        run.start, run.end = walker.span or (node.start, node.end)
    for source in sources:
        if source.name:
            from failshut.shell.values import assignments

            run.words += assignments.declared(walker, source, run)
        else:
            run.words += expand.words(walker, source)
    if node is not None and node.redirects:
        before = walker.state.copy()
        run.redirects = tuple([redirect(walker, one, run) for one in node.redirects])
        if changed(before, walker.state):  # a program's are expanded in a process of their own
            walker.state = join([walker.state, before])
    run.state = walker.state
    if assigns:
        from failshut.shell.values import assignments

        walker.state = run.state.copy()
        for source in assigns:
            assignments.assignment(walker, source, run)
        walker.state.restore([source.name for source in assigns], run.state)
        run.state = walker.state  # what the values themselves set stays
    run.argv = tuple(run.words)
    return run


def redirect(walker: Walker, one: Redir, run: Run) -> Redirect:
    """Expand a redirection's target or body."""
    written = opened(walker, one) if one.variable else one.op
    if one.body is not None:
        body = expand.one(walker, one.body) if one.body else Word("")
        run.stdin = body if written[:1] not in "123456789" else run.stdin
        return Redirect(written, body)
    target = expand.one(walker, one.target.parts)
    op = written.lstrip("0123456789")
    if op == "<<<" and written[0] not in "123456789":
        run.stdin = glue([target, Word("\n")])
    elif op in ("<", "<>") and written[0] not in "123456789":
        run.reads = target
    elif op in (">", ">>", ">|", "&>", "&>>", ">&") and (written[0] in ">&" or written[:2] == "1>"):
        run.writes, run.appends = target, op.endswith(">>")
    return Redirect(written, target)


def opened(walker: Walker, one: Redir) -> str:
    """Return ``{name}>`` with the number of the descriptor, which the variable holds from now on."""
    held = walker.state.get(one.variable)
    if one.target.bare() == "-":
        return held.text + one.op if isinstance(held, Word) and held.text.isdigit() else one.op
    number = str(10 + one.start)
    walker.state.set(one.variable, Word(number))
    return number + one.op


def takes(walker: Walker, run: Run) -> None:
    """Settle where a command's input comes from."""
    if run.reads is not None:
        from failshut.shell.walk import written

        run.stdin = written.content(walker, run.reads)
        run.fed = source_of(run.reads)
        run.redirected = True
    elif run.stdin is not None:
        run.redirected = True
    else:
        run.stdin = walker.stdin
