"""Walk the script files that commands run, as if their text stood there.

Nothing is read but through the reader that ``commands`` was given, and only text that runs: a file whose
text is data stays unread.  A file that can't be read to its end is followed as far as it was.  Hot.
"""

from failshut.model import Word
from failshut.shell.execute import Executor
from failshut.shell.parameters import Exhausted
from failshut.shell.run import Run, is_shell, program_text
from failshut.shell.state import FILE, UNSET, Array, State, source_of
from failshut.shell.syntax import Unparsable
from failshut.shell.unwrap import program

_NESTED = 4  # files that run files
_STEPS = 10000  # work that one file may take
_HOPS = 8

Text = tuple[str, str]  # a file's path and its text


def text_of(at: Executor, word: Word) -> Text | None:
    """Return a file's path and text; None when the text at hand changed it, or it may not be read."""
    path = at.place(word)
    if not path or path in at.state.files or path in at.reading or len(at.reading) >= _NESTED:
        return None
    found = at.files(path) if at.files is not None else None
    return None if found is None else (path, found)


def shown(at: Executor, index: int) -> Text | None:
    """Return the files that a command found before shows whole: ``cat FILE…`` and ``< FILE``."""
    for _ in range(_HOPS):
        if not 0 <= index < len(at.found):
            return None
        command = at.found[index]
        name = program(command.argv[0])
        words = list(command.argv[1:]) if name == "cat" else []
        words = words or [one.target for one in command.redirects if one.op in ("<", "0<")]
        if name in ("cat", ":") and words:
            return together(at, words, command.cwd)
        if name not in ("cat", "tee"):
            return None
        index = command.pipe_from
    return None


def together(at: Executor, words: list[Word], cwd: str | None) -> Text | None:
    """Return the text of several files, one behind the other."""
    held, at.state.cwd = at.state.cwd, cwd
    found = [text_of(at, word) for word in words]
    at.state.cwd = held
    texts = [one for one in found if one is not None]
    if len(texts) < len(words):
        return None
    return texts[0][0], "\n".join([text for _, text in texts])


def loads(
    at: Executor, name: str, argv: tuple[Word, ...], via: list[str], run: Run, cwd: str | None
) -> None:
    """Walk the file that a command runs: by its name, as its input, or through ``cat``."""
    file, stdin, args = program_text(name, argv)
    found: Text | None = None
    if file is not None and source_of(file) >= 0:
        found = shown(at, source_of(file))
    elif file is not None:
        found = together(at, [file], cwd)
        if found is not None and "/" in argv[0].text and name not in ("source", "."):
            found = found if file is not argv[0] or is_shell(found[1]) else None
    elif stdin and run.stdin is None:
        feed = at.feed if run.fed < 0 else run.fed
        found = together(at, [run.reads], at.state.cwd) if run.reads is not None else shown(at, feed)
    if found is None:
        return
    run.args = args or ()
    here = name in ("source", ".") and not via
    if here and args is None and at.state.args is not None:
        run.args = at.state.args
    walk(at, found, run, tuple(via), cwd, here)


def walk(
    at: Executor, found: Text, run: Run, via: tuple[str, ...], cwd: str | None, here: bool = False
) -> None:
    """Walk a file's text; ``here`` = by the shell at hand, which keeps what it sets."""
    path, text = found
    inner = Run(at.state)
    inner.start, inner.end, inner.fed, inner.stdin = run.start, run.end, run.fed, run.stdin
    inner.redirects = tuple([one for one in run.redirects if "<" not in one.op])
    base = at.state
    state = base.copy() if here else at.child(run, cwd)
    name = Word(path, not path.startswith("$"))
    state.set("BASH_SOURCE", Array({0: name}))
    state.args = run.args
    if not here:
        state.set("0", name)
    ended = _bounded(at, text.replace("\r\n", "\n"), inner, (*via, FILE + path), path, state, here)
    at.state = base
    if here and ended is not None:
        ended.args = base.args
        ended.set("BASH_SOURCE", base.values.get("BASH_SOURCE", UNSET))
        at.state = ended


def _bounded(
    at: Executor, text: str, run: Run, via: tuple[str, ...], path: str, state: State, here: bool
) -> State | None:
    """Walk a text with steps of its own; None when it couldn't be walked to its end."""
    names = [one for kind in type(at).__mro__ for one in getattr(kind, "__slots__", ())]
    held = {name: getattr(at, name) for name in names if name not in ("found", "places", "last")}
    held["calls"] = dict(at.calls)
    at.steps, at.reading = _STEPS, (*at.reading, path)
    ended: State | None = None
    if here:
        at.state = state
    try:
        at.nested(text, run, via, state)
        ended = at.state
    except (Exhausted, Unparsable):
        pass
    for name, value in held.items():
        setattr(at, name, value)
    return ended
