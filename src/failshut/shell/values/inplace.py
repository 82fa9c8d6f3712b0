"""Walk the commands of ``${ …; }`` and ``${| …; }``, which change the shell that they stand in.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Sub
from failshut.shell.walk import walk
from failshut.shell.walk.output import Output, stripped
from failshut.shell.walk.state import UNSET, Array, State, join, unknown
from failshut.shell.walk.walker import Walker


def substitute(walker: Walker, part: Sub) -> Word:
    """Walk the commands like a function's body; the value is what they print, or REPLY (``${|``).

    An older bash runs none of them and goes on with the next line, where either may hold.
    """
    before = walker.state.copy()
    held = (walker.out, walker.last, walker.feed, walker.span)
    jumps, outer, prints = walker.jumps, walker.outer, part.kind == "${"
    walker.jumps, walker.last = [], -1
    if prints:
        walker.out, walker.outer = Output(), ()
    else:
        walker.state.set("REPLY", UNSET)
    body(walker, part, before)
    walker.jumps = [*jumps, *walker.jumps, (before, "error", True)]
    walker.quits = True
    if walker.state.args != before.args:
        walker.state.args = None
    out, last = walker.out, walker.last
    walker.out, walker.last, walker.feed, walker.span = held
    walker.outer = outer
    if not prints:
        return reply(walker, before)
    assert out is not None
    if out.ends == 2:
        walker.cut()
    text = out.whole()
    return Word(f"${{sub {last}}}", False) if text is None else stripped(text)


def body(walker: Walker, part: Sub, before: State) -> None:
    """Walk the commands; ``return`` leaves them, and what they declare ``local`` goes with them."""
    locals, hidden = walker.locals, walker.hidden
    walker.locals, walker.hidden = {}, hidden | locals.keys()
    walker.frame += 1
    walk.ready(walker)  # bash reads the text when it runs it
    for item in part.body.items:
        walk.item(walker, *item)
        walk.ready(walker)
    left = [state for state, name, _ in walker.jumps if name == "return"]
    walker.jumps = [one for one in walker.jumps if one[1] != "return"]
    walker.state = join([walker.state, *left])
    if walker.locals:
        from failshut.shell.builtins import declare

        declare.show(walker, before)
    walker.frame -= 1
    walker.locals, walker.hidden = locals, hidden


def reply(walker: Walker, before: State) -> Word:
    """Return what REPLY holds, and give it the value that it had; nobody knows one that nothing set."""
    value = walker.held("REPLY", walker.state.get("REPLY"))
    walker.state.restore(["REPLY"], before)
    if isinstance(value, Array):
        value = value.items.get(0, UNSET)
    return value if isinstance(value, Word) and value is not UNSET else unknown("REPLY")
