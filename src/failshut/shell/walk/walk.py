"""Walk a shell text as bash would run it, and collect the simple commands that may run.

Conventions of the result, beside those of ``failshut.shell.values.expand``:

* A redirection or assignment alone is the command ``:``, and so are a compound command's redirections.
* ``Command.cwd`` is "" (the call's), absolute, or relative to the call's; it may begin with
  ``$HOME``; a ``cd`` is taken to succeed, except on the right of ``||``.
* ``assigns`` are those before the command, after those exported earlier in the text.
* A here-document is the redirection ``<<`` with its body, a here-string ``<<<`` with its text.
* Commands of one nested text (``sh -c '…'``) share the span and ``pipe_from`` of the outer one.
* Conditions are unknown: each branch counts, and a command whose words may have several values is
  there once for each.
* ``via`` holds ``file PATH`` for what stands in a script file that was read (``fromfile``).
* ``via`` ends with ``recursion`` for a function that calls itself deeper than is followed, with
  ``recursion &`` when it does so in a process of its own, ``recursion & &`` in the background; with
  ``loop &`` for an endless loop that starts processes, with ``coproc`` for the descriptors of one (then
  the command is ``:``).

Never raises; work is bounded (``failshut.shell.walk.walker.Exhausted`` is caught here).  Hot.
"""

import sys

from failshut.model import Script, Word
from failshut.shell.parse import grammar
from failshut.shell.parse.scanner import Scanner, roomy
from failshut.shell.syntax import AndOr, List, Node, Pipeline, Simple, Unparsable
from failshut.shell.walk import execute
from failshut.shell.walk.state import State, join
from failshut.shell.walk.walker import ITEMS, Exhausted, Walker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 65536
_LEAVE = ("exit", "return", "break", "continue", "exec")


def script(text: str, files: "Callable[[str], str | None] | None" = None) -> Script:
    """Return the commands that bash may run, in order; what can't be read makes the rest opaque."""
    walker = Walker(files)
    reason = "longer than 64 KB" if len(text) > LIMIT else ""
    if "\0" in text:
        text, reason = text.replace("\0", ""), "a NUL character"
    before = roomy()
    try:
        try:
            read(walker, text[:LIMIT], 0)
        except Unparsable as error:
            reason = reason or error.why
        leave(walker)
    except Exhausted as error:
        reason = reason or str(error)
    finally:
        sys.setrecursionlimit(before)
    return Script(tuple(walker.found), reason or walker.reason)


def read(walker: Walker, text: str, base: int) -> None:
    """Walk a text line by line, as bash reads and runs it."""
    before = walker.source
    scan = Scanner(text, base, walker.depth)
    walker.spend(len(text) // 16)
    ready(walker)
    while (found := following(scan)) is not None:
        walker.source = (text, base)
        line(walker, found)
    walker.source = before


def following(scan: Scanner) -> List | None:
    """Return the next complete line; one that bash can't read may be one for zsh."""
    start, depth = scan.at, scan.depth
    try:
        return grammar.line(scan)
    except Unparsable as error:
        if error.cap or scan.text.find("${", start) < 0:
            raise
        from failshut.shell.parse import inplace

        return inplace.closed(scan, start, depth, error)


def line(walker: Walker, line: List) -> None:
    """Walk a complete line; aliases hold from the next one on, and an error ends no more than it."""
    jumps, walker.jumps = walker.jumps, []
    each(walker, line)
    lost = [state for state, name, _ in walker.jumps if name == "error"][:ITEMS]
    walker.jumps = jumps + [one for one in walker.jumps if one[1] != "error"]
    if lost:
        walker.state = join([walker.state, *lost])
    ready(walker)


def ready(walker: Walker) -> None:
    """Let the aliases hold that were set so far."""
    aliases = walker.state.aliases
    if any([one[1] != 1 for one in aliases.values()]):
        walker.state.own()
        held = walker.state.aliases.items()
        walker.state.aliases = {name: (text, 1, "") for name, (text, known, _) in held if known != 2}


def leave(walker: Walker) -> None:
    """Walk what traps leave for the end of a shell."""
    if not walker.traps:
        return
    from failshut.shell.walk import functions, texts

    traps, walker.traps = walker.traps, []
    walker.again += 1
    for run in traps:
        texts.nested(walker, run.argv[1].text, run, ("trap",), walker.state)
        if all([one.text in ("EXIT", "0") for one in run.argv[2:]]) and not walker.quits:
            continue
        held, walker.state = walker.state, walker.state.copy()
        functions.forget(walker, run.state, run.logged)  # it may have run anywhere in between
        if walker.state.values is not held.values or walker.state.cwd != held.cwd:
            texts.nested(walker, run.argv[1].text, run, ("trap",), walker.state)
        walker.state = held
    walker.again -= 1


def each(walker: Walker, node: List) -> None:
    """Walk commands in order."""
    for child, background in node.items:
        item(walker, child, background)


def item(walker: Walker, node: Node, background: bool) -> None:
    """Walk one command of a list."""
    if background:
        walker.started += 1
        fork(walker, node)
        walker.started -= 1
        walker.quiet()
    else:
        walk(walker, node)


def walk(walker: Walker, node: Node) -> None:
    """Walk one command of any kind."""
    walker.spend(1)
    if isinstance(node, Simple):
        execute.simple(walker, node)
    elif isinstance(node, AndOr):
        chain(walker, node)
    elif isinstance(node, Pipeline):
        pipeline(walker, node)
    else:
        from failshut.shell.walk import blocks

        blocks.enter(walker, node)


def fork(walker: Walker, node: Node) -> None:
    """Walk a command in a process of its own, whose changes are lost."""
    outer, traps, hidden, jumps = walker.state, walker.traps, walker.locals, walker.jumps
    walker.state, walker.traps, walker.locals, walker.jumps = outer.copy(), [], dict(hidden), []
    ends = 0 if walker.out is None else walker.out.ends
    walker.forked += 1
    walk(walker, node)
    leave(walker)
    walker.forked -= 1
    outer.wrote(walker.state)
    walker.state, walker.traps, walker.locals, walker.jumps = outer, traps, hidden, jumps
    if walker.out is not None:
        walker.out.ends = ends  # the process around it goes on


def chain(walker: Walker, node: AndOr) -> None:
    """Walk ``a && b || c``: what stands behind ``||`` runs where something before failed."""
    start = walker.state.copy()
    lost: list[State] = []
    folders: list[str | None] = []  # where a command may fail and what follows it is left out
    fails = False  # one before may have failed
    inputs: list[Word | None] = []
    for op, child in node.items:
        count = 0 if walker.out is None else len(walker.out.pieces)
        inputs.append(walker.stdin)
        before = walker.state.copy()
        walker.spend(len(before.values) // 32)
        if op == "||":
            good, cwd = walker.state, walker.state.cwd
            walker.state = join(lost) if lost else start.copy()
            failed = walker.state.cwd
            walk(walker, child)
            lost = [walker.state.copy()]
            held = walker.state.cwd
            walker.state = join([good, walker.state], folder=False)
            sure = held == failed and (leaves(child) or all([one == cwd for one in folders]))
            walker.state.cwd = cwd if sure else None
            folders = []
            walker.quiet(len(node.items) > 1)
            fails = True
            continue
        walk(walker, child)
        if fails and walker.out is not None:
            walker.out.unsure(count)
        fails = fails or not execute.succeeds(child)
        after = walker.state.copy()
        if after.cwd != before.cwd and moves(child):
            after.cwd, after.old = before.cwd, before.old
        elif after.cwd != before.cwd:
            after.cwd = after.old = None  # it may fail behind its ``cd``
        else:
            folders.append(after.cwd)
        lost.append(after)
    if not all([one is walker.stdin for one in inputs[1:]]):
        from failshut.shell.builtins import reading

        walker.stdin = reading.tapped(walker.stdin)
    if lost:
        cwd, old = walker.state.cwd, walker.state.old
        walker.state = join([walker.state, *lost], folder=False)
        sure = all([one == cwd for one in folders])
        walker.state.cwd, walker.state.old = cwd if sure else None, old


def pipeline(walker: Walker, node: Pipeline) -> None:
    """Walk commands joined by ``|``, each in a state of its own."""
    from failshut.shell.walk import output

    outer, feed, last, stdin, out = walker.state, walker.feed, walker.last, walker.stdin, walker.out
    traps, hidden, jumps = walker.traps, walker.locals, walker.jumps
    ends = 0 if out is None else out.ends
    wrote: list[State] = []
    walker.forked += 1
    for at, child in enumerate(node.items):
        walker.state, walker.traps, walker.locals = outer.copy(), [], dict(hidden)
        walker.last, walker.jumps = -1, []
        final = at == len(node.items) - 1
        walker.out = out if final else output.Output()
        walk(walker, child)
        leave(walker)
        wrote.append(walker.state)
        if not final:
            assert walker.out is not None
            walker.stdin = walker.out.lines()
            walker.feed = walker.last if walker.last >= 0 else walker.feed
    walker.forked -= 1
    walker.traps, walker.locals = traps, hidden
    ran, walker.state = walker.state, outer
    for state in wrote:
        outer.wrote(state)
    if "lastpipe" in outer.values:
        walker.state = outer = join([outer, ran])
        walker.jumps = jumps + walker.jumps
    else:
        walker.jumps = jumps
        if out is not None:
            out.ends = ends
    walker.state, walker.feed, walker.stdin, walker.out = outer, feed, stdin, out
    if "set -e" in outer.values:
        walker.cut()
    walker.last = walker.last if walker.last >= 0 else last


def moves(node: Node) -> bool:
    """Tell whether a command is a ``cd``, which changes the folder or fails."""
    return isinstance(node, Simple) and bool(node.words) and node.words[0].bare() in execute.FOLDERS


def leaves(node: Node) -> bool:
    """Tell whether nothing runs behind a command."""
    if isinstance(node, Simple):
        name, *rest = [word.bare() for word in node.words[:2]] or [""]
        # Without a program ``exec`` changes no more than descriptors.
        return name in _LEAVE and (name != "exec" or "".join(rest)[:1] not in ("", "-"))
    if isinstance(node, (AndOr, Pipeline)):
        return False
    from failshut.shell.parse.compound import Group

    return isinstance(node, Group) and not node.subshell and leaves(node.body.items[-1][0])
