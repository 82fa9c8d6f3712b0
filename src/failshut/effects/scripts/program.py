"""Find the reader of a program's language, and let it say what the program does.

``program_text`` adds that as effects of the command that runs the program.  Each language's reader is
imported when a call needs it.  Hot.
"""

import sys

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.values import DOLLAR, MARK
from failshut.effects.site import Site
from failshut.model import Word

LIMIT = 65536
_PLAIN = "\ue000"
_FRAMES = 3000  # calls in calls: what the deepest program that is followed needs
_PYTHON_DOES = ("import", "open", "exec", "eval", "__")
"""Without one of these a Python program can only compute and print."""
_PYTHON = ("python", "pypy", "ipython")


def program_text(
    program: Word,
    site: Site,
    language: str,
    name: str = "",
    args: tuple[Word, ...] = (),
    given: "dict[str, object] | None" = None,
) -> None:
    """Add the effects of a program; ``name`` is the file it stands in, ``args`` are its arguments.

    ``given`` are variables that the command line sets.
    """
    text, pieces = marked(program)
    if len(text) > LIMIT:
        site.add("opaque.target", f"runs a long program with {language}", what="text")
        return
    if language in _PYTHON and not any([word in text for word in _PYTHON_DOES]):
        return
    doing = Doing(site, language, name, args)
    doing.pieces = pieces
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        _read(text, doing, given or {})
    finally:
        sys.setrecursionlimit(before)


def _read(text: str, doing: "Doing", given: "dict[str, object]") -> None:
    """Walk a program with its language's reader."""
    language = doing.language
    if language in _PYTHON:
        from failshut.effects.scripts.python import statements

        if not statements.run(text, doing):
            from failshut.effects.scripts import literals

            literals.run(doing.written(text).text, doing.site, language)
    elif language == "tclsh":
        from failshut.effects.scripts import tcl

        tcl.run(text, doing)
    else:
        _family(text, doing, given)


def marked(program: Word) -> tuple[str, list[str]]:
    """Return a program's text with a name in place of each unknown piece, and the pieces.

    ``MARK`` stands before and behind the piece's number: a name outside quotes, plain text inside.
    """
    if program.literal:
        return program.text, []
    first, *rest = program.text.replace(DOLLAR, _PLAIN).split("$")
    pieces: list[str] = []
    for at, piece in enumerate(rest):
        end = piece.find("}") + 1 if piece[:1] == "{" else 0
        while piece[:1] != "{" and end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
            end += 1
        pieces.append("$" + piece[:end])
        first += f"{MARK}{at}{MARK}{piece[end:]}"
    return first.replace(_PLAIN, "$"), pieces


def _family(text: str, doing: "Doing", given: "dict[str, object]") -> None:
    """Walk a program of a C-like language; ``given`` are variables that the command line sets."""
    from failshut.effects.scripts.clike.evaluate import Evaluator
    from failshut.effects.scripts.clike.languages import LANGUAGES, NAMES
    from failshut.effects.scripts.values import Spent

    if doing.language == "php" and "<?" in text:
        text = ";".join([one.removeprefix("php").partition("?>")[0] for one in text.split("<?")[1:]])
    if doing.language not in NAMES:
        return
    walker = Evaluator(doing, LANGUAGES[NAMES[doing.language]])
    walker.names.update(given)
    try:
        walker.program(text)
    except (Spent, RecursionError):
        doing.unknown("more than is followed")
    doing.end()
