"""Know the files that a text writes, and what commands print into them.  Hot."""

from failshut.model import Word
from failshut.shell.marks import joined
from failshut.shell.values.expand import glue
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import UNSET, Maybe, Value, either, tidy
from failshut.shell.walk.walker import Walker


def content(walker: Walker, word: Word) -> Word | None:
    """Return the text of a file that the text itself wrote."""
    texts = contents(walker, word)
    return texts[0] if len(texts) == 1 else None


def contents(walker: Walker, word: Word) -> list[Word]:
    """Return the texts that such a file may hold."""
    path = place(walker, word)
    held = walker.state.files.get(path) if path else None
    if held is None and path.startswith("$HOME/"):
        held = walker.state.files.get(path[6:])  # the call's folder may be that one
    values = list(held.values if isinstance(held, Maybe) else (held,))
    if held is None and word.literal and not word.text.startswith("/"):
        values = nearby(walker, tidy(word.text))
    return [one for one in values if isinstance(one, Word) and one is not UNSET]


def absent(walker: Walker, word: Word) -> bool:
    """Tell whether a file that the text wrote on some ways may not be there."""
    path = place(walker, word)
    held = walker.state.files.get(path) if path else None
    return isinstance(held, Maybe) and any([one is UNSET for one in held.values])


def nearby(walker: Walker, path: str) -> "list[Value]":
    """Return the texts that a file may hold where its folder, or the one it was written in, is unknown."""
    keys = [key for key in walker.state.files if key == path or key.endswith("/" + path)]
    if walker.state.cwd is not None:
        keys = [key for key in keys if key.startswith("?/")]
    found = [walker.state.files[key] for key in keys[:4]]
    return [one for held in found for one in (held.values if isinstance(held, Maybe) else (held,))]


def held(walker: Walker, word: Word, run: Run) -> Word | None:
    """Return the text of a file that is copied: what the command reads, or what the text wrote there."""
    if word.text in ("-", "/dev/stdin", "/dev/fd/0"):
        return run.stdin
    return content(walker, word)


def place(walker: Walker, word: Word) -> str:
    """Return a file's path, always spelled the same; "" = unknown."""
    if word.text.startswith("/dev/fd/${sub "):
        return word.text
    path = joined(walker.state.cwd, word)
    if path is None and walker.state.cwd is None and word.literal:
        path = "?/" + word.text  # in a folder that stays unknown
    if not path or word.glob:
        return ""
    return tidy(path)


def prints(walker: Walker, name: str, words: tuple[Word, ...], run: Run) -> None:
    """Note what a command prints, into a file or for who reads it."""
    from failshut.shell.values import parameters
    from failshut.shell.walk import printing

    text = printing.printed(name, words, run.stdin, parameters.folder(walker))
    if name == "cat" and text is None and len(words) == 1:
        text = content(walker, words[0])
    if name == "tee":
        for word in words:
            write(walker, word, text, False)
    if run.writes is not None:
        write(walker, run.writes, text, run.appends)
    elif walker.out is not None:
        walker.out.add(text)


def write(walker: Walker, word: Word, text: Word | None, appends: bool) -> None:
    """Note what a file holds now."""
    path = place(walker, word)
    if not path or path.startswith("/dev/"):
        return
    if appends:
        held = walker.state.files.get(path, Word(""))  # what a file held before stays unread
        if isinstance(held, Maybe):
            held = either([one for one in held.values if one is not UNSET])
        text = glue([held, text]) if isinstance(held, Word) and text is not None else None
    walker.state.own()
    walker.state.files[path] = text
