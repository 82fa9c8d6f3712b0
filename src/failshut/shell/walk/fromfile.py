"""Walk the script files that commands run, as if their text stood there.

Nothing is read but through the reader that ``commands`` was given, and only text that runs: a file whose
text is data stays unread.  A file that can't be read to its end is followed as far as it was.  Hot.
"""

from failshut.model import Word
from failshut.shell.marks import FILE, source_of
from failshut.shell.syntax import Unparsable
from failshut.shell.walk import texts, written
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import UNSET, Array, State
from failshut.shell.walk.walker import Exhausted, Walker
from failshut.shell.wrappers.programs import is_shell, program_text
from failshut.shell.wrappers.unwrap import program

_NESTED = 4  # files that run files
_STEPS = 10000  # work that one file may take
_HOPS = 8

Text = tuple[str, str]  # a file's path and its text


def text_of(walker: Walker, word: Word) -> Text | None:
    """Return a file's path and text; None when the text at hand changed it, or it may not be read."""
    path = written.place(walker, word)
    if not path or path in walker.state.files or path in walker.reading or len(walker.reading) >= _NESTED:
        return None
    found = walker.files(path) if walker.files is not None else None
    return None if found is None else (path, found)


def shown(walker: Walker, index: int) -> Text | None:
    """Return the files that a command found before shows whole: ``cat FILE…`` and ``< FILE``."""
    for _ in range(_HOPS):
        if not 0 <= index < len(walker.found):
            return None
        command = walker.found[index]
        name = program(command.argv[0])
        words = list(command.argv[1:]) if name == "cat" else []
        words = words or [one.target for one in command.redirects if one.op in ("<", "0<")]
        if name in ("cat", ":") and words:
            return together(walker, words, command.cwd)
        if name not in ("cat", "tee"):
            return None
        index = command.pipe_from
    return None


def together(walker: Walker, words: list[Word], cwd: str | None) -> Text | None:
    """Return the text of several files, one behind the other."""
    held, walker.state.cwd = walker.state.cwd, cwd
    found = [text_of(walker, word) for word in words]
    walker.state.cwd = held
    texts = [one for one in found if one is not None]
    if len(texts) < len(words):
        return None
    return texts[0][0], "\n".join([text for _, text in texts])


def loads(
    walker: Walker, name: str, argv: tuple[Word, ...], via: list[str], run: Run, cwd: str | None
) -> None:
    """Walk the file that a command runs: by its name, as its input, or through ``cat``."""
    file, stdin, args = program_text(name, argv)
    found: Text | None = None
    if file is not None and source_of(file) >= 0:
        found = shown(walker, source_of(file))
    elif file is not None:
        found = together(walker, [file], cwd)
        if found is not None and "/" in argv[0].text and name not in ("source", "."):
            found = found if file is not argv[0] or is_shell(found[1]) else None
    elif stdin and run.stdin is None:
        feed = walker.feed if run.fed < 0 else run.fed
        found = (
            together(walker, [run.reads], walker.state.cwd)
            if run.reads is not None
            else shown(walker, feed)
        )
    if found is None:
        return
    run.args = args or ()
    here = name in ("source", ".") and not via
    if here and args is None and walker.state.args is not None:
        run.args = walker.state.args
    walk(walker, found, run, tuple(via), cwd, here)


def walk(
    walker: Walker, found: Text, run: Run, via: tuple[str, ...], cwd: str | None, here: bool = False
) -> None:
    """Walk a file's text; ``here`` = by the shell at hand, which keeps what it sets."""
    path, text = found
    inner = Run(walker.state)
    inner.start, inner.end, inner.fed, inner.stdin = run.start, run.end, run.fed, run.stdin
    inner.redirects = tuple([one for one in run.redirects if "<" not in one.op])
    base = walker.state
    state = base.copy() if here else texts.child(walker, run, cwd)
    name = Word(path, not path.startswith("$"))
    state.set("BASH_SOURCE", Array({0: name}))
    state.args = run.args
    if not here:
        state.set("0", name)
    ended = _bounded(walker, text.replace("\r\n", "\n"), inner, (*via, FILE + path), path, state, here)
    walker.state = base
    if here and ended is not None:
        ended.args = base.args
        ended.set("BASH_SOURCE", base.values.get("BASH_SOURCE", UNSET))
        walker.state = ended


def _bounded(
    walker: Walker, text: str, run: Run, via: tuple[str, ...], path: str, state: State, here: bool
) -> State | None:
    """Walk a text with steps of its own; None when it couldn't be walked to its end."""
    names = [one for kind in type(walker).__mro__ for one in getattr(kind, "__slots__", ())]
    held = {name: getattr(walker, name) for name in names if name not in ("found", "places", "last")}
    held["calls"] = dict(walker.calls)
    walker.steps, walker.reading = _STEPS, (*walker.reading, path)
    ended: State | None = None
    if here:
        walker.state = state
    try:
        texts.nested(walker, text, run, via, state)
        ended = walker.state
    except (Exhausted, Unparsable):
        pass
    for name, value in held.items():
        setattr(walker, name, value)
    return ended
