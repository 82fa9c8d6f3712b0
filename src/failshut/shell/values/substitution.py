"""Walk the commands of ``$(…)``, backticks, ``<(…)`` and ``>(…)``.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Sub
from failshut.shell.walk import walk
from failshut.shell.walk.output import Output, stripped
from failshut.shell.walk.state import Kept
from failshut.shell.walk.walker import Walker


def substitute(walker: Walker, part: Sub) -> Word:
    """Walk a substitution's commands; its value is what they print, where that is known."""
    if part.kind[:2] == "${":
        from failshut.shell.values import inplace

        return inplace.substitute(walker, part)
    held = (walker.state, walker.out, walker.last, walker.feed, walker.span)
    outer, traps, hidden, source = walker.outer, walker.traps, walker.locals, walker.source
    jumps, walker.jumps = walker.jumps, []
    walker.source = part.source or source
    walker.traps, walker.locals = [], dict(hidden)
    walker.state, walker.out = walker.state.copy(), Output()
    walker.last, walker.outer = -1, ()
    walk.ready(walker)  # bash reads the text of a substitution when it runs it
    if part.kind == ">(":
        walker.feed = len(walker.found) - 1
    for item in part.body.items:
        walk.item(walker, *item)
        walk.ready(walker)  # and the aliases of one line hold in the next
    walk.leave(walker)
    walker.traps, walker.locals, walker.jumps = traps, hidden, jumps
    text, last, inner = walker.out.whole(), walker.last, walker.state
    walker.state, walker.out, walker.last, walker.feed, walker.span = held
    walker.outer = outer
    walker.state.wrote(inner)
    walker.source = source
    mark = f"${{sub {last}}}"
    if part.kind in ("<(", ">("):
        path = Kept("/dev/fd/" + mark, False)
        walker.state.own()
        walker.state.files[path.text] = text
        return path
    return Word(mark, False) if text is None else stripped(text)
