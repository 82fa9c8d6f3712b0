"""Read program text in other languages: what it does to files, what it runs, what it asks for.

``program_text`` adds that as effects of the command that runs the program.  Each language's reader is
imported when a call needs it.  Hot.
"""

from failshut.effects.scripts.clike.languages import LANGUAGES, NAMES
from failshut.effects.scripts.values import DOLLAR, MARK
from failshut.effects.site import Site
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.doing import Doing

LIMIT = 65536
_PLAIN = "\ue000"
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
    from failshut.effects.scripts.doing import Doing
    from failshut.shell.scanner import Room

    text, pieces = marked(program)
    if len(text) > LIMIT:
        site.add("opaque.target", f"runs a long program with {language}", what="text")
        return
    with Room():
        doing = Doing(site, language, name, args)
        doing.pieces = pieces
        if language in _PYTHON:
            from failshut.effects.scripts.python import statements

            if statements.run(text, doing):
                return
        if language == "tclsh":
            from failshut.effects.scripts import tcl

            tcl.run(text, doing)
            return
        if language in NAMES:
            _family(text, doing, given or {})
            return
        from failshut.effects.scripts import literals

        literals.run(doing.written(text).text, site, language)


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
    from failshut.effects.scripts.values import Spent

    if doing.language == "php" and "<?" in text:
        text = ";".join([one.removeprefix("php").partition("?>")[0] for one in text.split("<?")[1:]])
    walker = Evaluator(doing, LANGUAGES[NAMES[doing.language]])
    walker.names.update(given)
    try:
        walker.program(text)
    except (Spent, RecursionError):
        doing.unknown("more than is followed")
    doing.end()
