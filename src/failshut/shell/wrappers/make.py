"""Say which recipes ``make`` runs: those of text on its command line, its input, or a known file.

A recipe's line counts whatever the target; variables that aren't the shell's stay unknown.  Hot.
"""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.words import MORE

_STDIN = ("-", "/dev/stdin", "/dev/fd/0")
_FILES = ("GNUmakefile", "makefile", "Makefile")
_LINES = 400


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return what the makefiles and ``SHELL=…`` run."""
    found: list[Found] = []
    for word in options.operands:
        if word.text.startswith(("SHELL=", "SHELL:=")):
            shell = Word(word.text.partition("=")[2], word.literal)
            found += [Found((shell, Word("-c"), MORE))] if shell.text else []
    known = options.values("eval")
    files = options.values("file")
    for word in files:
        if word.text in _STDIN:
            given.asked = True
            known += [given.stdin] if given.stdin is not None else []
    found += [Found(text=text) for text in texts(tuple(known), options.has("dry-run", "question", "touch"))]
    for word in files or [Word(name) for name in _FILES]:
        if given.files and word.text not in _STDIN:
            one = Found()
            one.file, one.reader = word, "make"
            found.append(one)
    for one in found:
        one.via = [label]
    return found


def texts(words: tuple[Word, ...], dry: bool = False) -> list[Word]:
    """Return the shell text of a makefile's recipes (``dry`` = they don't run), and of ``$(shell …)``."""
    found: list[Word] = []
    for word in words:
        for line in word.text.replace("\\\n", "").split("\n")[:_LINES]:
            head, colon, rest = line.partition(":")
            if dry and line.lstrip("\t@- ")[:1] != "+":
                pass
            elif line[:1] == "\t":
                found.append(_recipe(line[1:], word.literal))
            elif colon and ";" in rest and "=" not in head:
                found.append(_recipe(rest.partition(";")[2], word.literal))
            for start in ("$(shell ", "${shell "):
                _, mark, rest = line.partition(start)
                if mark:
                    found.append(_recipe(rest[: _close(rest)], word.literal))
            name, shell, rest = line.partition("!=")
            if shell and line[:1] != "\t" and name.strip().replace("_", "").isalnum():
                found.append(_recipe(rest, word.literal))
    return [one for one in found if one.text.strip()]


def _close(text: str) -> int:
    """Return where the bracket closes that stands open before the text."""
    depth = 0
    for at, char in enumerate(text):
        if char in ")}" and not depth:
            return at
        depth += (char in "({") - (char in ")}")
    return len(text)


def _recipe(line: str, literal: bool) -> Word:
    """Return a recipe's line as the shell gets it."""
    text = line.strip().lstrip("@-+ ")
    pieces = text.split("$$")
    for at, piece in enumerate(pieces):
        pieces[at] = _expanded(piece)
    return Word("$".join(pieces), literal)


def _expanded(text: str) -> str:
    """Put an unknown variable in place of each of make's."""
    found, rest = "", text
    while "$" in rest:
        before, _, rest = rest.partition("$")
        found += before + "${make}"
        rest = rest[_close(rest[1:]) + 2 :] if rest[:1] in ("(", "{") else rest[1:]
    return found + rest
