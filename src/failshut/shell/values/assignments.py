"""Follow assignments.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Word as Source
from failshut.shell.values import expand
from failshut.shell.values.expand import glue
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import Array, State, Value, either, unknown
from failshut.shell.walk.walker import NOTHING, Walker


def declared(walker: Walker, source: Source, run: Run) -> list[Word]:
    """Return an assignment that stands as a builtin's word, whose braces expand."""
    sign = "+=" if source.append else "="
    if source.array is not None:
        from failshut.shell.values import arrays

        arrays.declared(walker, source, run)
        return [Word(source.name)]
    many = expand.spread(source.parts)
    if many is None:
        return [unknown()]
    name = [Word(source.name)]
    if source.index is not None:
        name += [Word("["), expand.one(walker, source.index), Word("]")]
    values = [expand.one(walker, expand.assigned(parts)) for parts in many]
    return [glue([*name, Word(sign), value]) for value in values]


def assignment(walker: Walker, source: Source, run: Run) -> None:
    """Assign, and note what was assigned."""
    name = source.name
    if source.array is None and source.index is None:
        word = expand.one(walker, expand.assigned(source.parts))
        value: Value = appended(walker, name, word) if source.append else word
    else:
        from failshut.shell.values import arrays

        value = (
            expand.one(walker, expand.assigned(source.parts))
            if source.array is None
            else arrays.elements(walker, source)
        )
        if source.index is not None:
            value = arrays.placed(walker, source, value)
        elif source.append and isinstance(value, Word):
            value = appended(walker, name, value)
    if "!" + name in walker.state.values:  # read-only
        value = None
    shown = value if isinstance(value, Word) else unknown(name)
    run.assigns.append((name, shown))
    run.values.append((name, value))
    walker.state.set(name, value)


def appended(walker: Walker, name: str, value: Word) -> Value:
    """Return what a variable holds once more is put behind it."""
    held = walker.held(name, walker.state.get(name))
    if isinstance(held, Word) and held.literal:
        return glue([held, value])
    if isinstance(held, Array):
        key = "0" if held.named else 0
        return Array({**held.items, key: glue([held.items.get(key, Word("")), value])}, held.named)
    return None


def give(walker: Walker, run: Run) -> None:
    """Let assignments before a command hold in the text that it runs, and for the programs there."""
    for name, value in run.values:
        walker.state.set(name, None if isinstance(value, Array) else value)
        walker.state.exported[name] = value if isinstance(value, Word) else unknown(name)


def take(walker: Walker, run: Run, before: State) -> None:
    """Let them hold no longer; some builtins make them outlive it."""
    for name, _ in run.values:
        inside, exported = walker.state.get(name), walker.state.exported.get(name)
        walker.state.restore([name], before)
        if name in walker.escaped:
            walker.state.set(name, either([inside, before.get(name)]))
            if exported is not None:
                walker.state.exported[name] = unknown(name)
                walker.state.unsure |= frozenset((name,))


def keep(walker: Walker, run: Run) -> None:
    """Follow assignments that outlive their command, or a redirection alone."""
    for name, value in run.values:
        if "!" + name in walker.state.values:  # read-only: an error, behind what was assigned before it
            walker.cut()
            walker.jumps.append((walker.state.copy(), "error", True))
        walker.state.set(name, either([value]))
    if run.assigns or run.redirects:
        walker.record(run, (NOTHING,), walker.via, run.redirects, walker.state.cwd)
    if run.reads is not None and not run.assigns and walker.out is not None:
        from failshut.shell.walk import written

        walker.out.add(written.content(walker, run.reads))
