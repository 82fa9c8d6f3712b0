"""Say which shell commands the commands of vim and its kin run.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.readers import editor


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return what ``-c``, ``--cmd``, ``+…`` and the input of ``-s`` run."""
    texts = options.values("c", "cmd")
    texts += [Word(word.text[1:], word.literal) for word in options.operands if word.text[:1] == "+"]
    if label.endswith("ex") or options.has("e", "E", "es", "s"):
        given.asked = True
        texts += [given.stdin] if given.stdin is not None else []
    found = [Found(text=text) for text in editor(tuple(texts))]
    for one in found:
        one.via = [label]
    return found
