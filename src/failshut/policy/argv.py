"""Match command patterns on parsed commands (hot: imports nothing outside failshut).

A compiled pattern is ``(program, flags, words)``.  ``program`` and each of ``words`` is a
literal string or a 1-tuple holding a text glob.  A flag is ``("long", name)``,
``("short", letters)`` or ``("value", name, value)``.
"""

from __future__ import annotations

from failshut.model import Command, Word
from failshut.policy.globs import FOLD, text_matches
from failshut.policy.shapes import Tuple


def basename(program: str) -> str:
    """Return the program's own name, as rules and the index spell it."""
    name = program.rsplit("/", 1)[-1]
    if name[-4:].lower() == ".exe":
        name = name[:-4]
    return name.lower() if FOLD else name


def matches(pattern: Tuple, command: Command) -> bool:
    """Say whether the command, or a wrapper that it was found through, begins as the pattern says.

    Its flags may stand anywhere.
    """
    return _begins(pattern, command.argv) or any([_begins(pattern, argv) for argv in command.outer])


def _begins(pattern: Tuple, argv: tuple[Word, ...]) -> bool:
    program, flags, words = pattern
    if not _program(program, argv[0]):
        return False
    before, after = _parts(argv)
    if not all(_flag(flag, before) for flag in flags):
        return False
    return not words or _words(words, flags, before, after)


def is_exactly(pattern: Tuple, command: Command) -> bool:
    """Say whether the command is the pattern and nothing more: what an exception asks for.

    No further word or flag, no wrapper, no assignment, no redirection, nothing dynamic.
    """
    if command.via or command.assigns or command.redirects or not _begins(pattern, command.argv):
        return False
    _, flags, words = pattern
    before, after = _parts(command.argv)
    plain = [word for word in before if not _is_flag(word)] + list(after)
    given = [word for word in before if _is_flag(word)]
    values = sum(1 for flag in flags if flag[0] == "value")
    return (
        all(word.literal and not word.glob and ".." not in word.text for word in command.argv)
        and len(words) <= len(plain) <= len(words) + values
        and all(_named(word.text, flags) for word in given)
        and _in_order(words, flags, plain)
    )


def _in_order(words: tuple[object, ...], flags: tuple[tuple[str, ...], ...], plain: list[Word]) -> bool:
    """Say whether the plain words are the pattern's, leaving out values of its flags."""
    values = [flag[2] for flag in flags if flag[0] == "value"]
    rest = list(words)
    for word in plain:
        if rest and _word(rest[0], word):
            rest.pop(0)
        elif word.text in values:
            values.remove(word.text)
        else:
            return False
    return not rest


def knows_program(word: Word) -> bool:
    """Say whether the program's name is known; its folder need not be (``"$VENV/bin/pytest"``)."""
    if word.literal and not word.glob:
        return True
    name = word.text.rsplit("/", 1)[-1]
    if word.glob:
        return name in ("[", "[[")
    return "/" in word.text and bool(name) and not any(char in name for char in "$~`")


def _program(program: object, word: Word) -> bool:
    if not word.literal and not (type(program) is str and "/" not in program and knows_program(word)):
        return False
    text = word.text
    if type(program) is str:
        return text == program if "/" in program else basename(text) == program
    return _word(program, Word(basename(text)))


def _parts(argv: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Split the arguments at the first ``--``, after which nothing is a flag."""
    for index in range(1, len(argv)):
        if argv[index].text == "--":
            return argv[1:index], argv[index + 1 :]
    return argv[1:], ()


def _is_flag(word: Word) -> bool:
    return len(word.text) > 1 and word.text[0] == "-"


def _flag(flag: tuple[str, ...], before: tuple[Word, ...]) -> bool:
    """Say whether the flag is given; short letters may stand in any cluster."""
    kind, name = flag[0], flag[1]
    texts = [word.text for word in before]
    if kind == "value":
        return _valued(name, flag[2], texts)
    if any(text == name or text.startswith(name + "=") for text in texts):
        return True
    if kind == "long":
        return False
    clusters = [_cluster(text) for text in texts if text[:1] == "-" and text[:2] != "--"]
    return all(any(letter in cluster for cluster in clusters) for letter in name[1:])


def _valued(name: str, value: str, texts: list[str]) -> bool:
    short = name[:2] != "--"
    for index, text in enumerate(texts):
        if text == f"{name}={value}" or (short and text == name + value):
            return True
        if text == name and index + 1 < len(texts) and texts[index + 1] == value:
            return True
    return False


def _cluster(text: str) -> str:
    """Return the letters of a short cluster: ``-rf`` gives ``rf``, ``-n5=x`` gives ``n5``."""
    end = 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[1:end]


def _words(
    words: tuple[object, ...],
    flags: tuple[tuple[str, ...], ...],
    before: tuple[Word, ...],
    after: tuple[Word, ...],
) -> bool:
    """Say whether the first plain words are the pattern's.

    A word after a flag that the pattern doesn't name may be that flag's value or a plain
    word: both are tried, as a set of positions in ``words``.
    """
    states = {0}
    maybe_value = False
    for index, word in enumerate(before + after):
        if index < len(before) and _is_flag(word):
            maybe_value = "=" not in word.text and not _named(word.text, flags)
            if _takes_value(word.text, flags):
                maybe_value = True
            continue
        kept = states if maybe_value and index < len(before) else set()
        states = {at + 1 for at in states if _word(words[at], word)} | kept
        if len(words) in states:
            return True
        if not states:
            return False
        maybe_value = False
    return False


def _takes_value(text: str, flags: tuple[tuple[str, ...], ...]) -> bool:
    return any(flag[0] == "value" and flag[1] == text for flag in flags)


def _named(text: str, flags: tuple[tuple[str, ...], ...]) -> bool:
    """Say whether the pattern names this flag (each letter of a cluster)."""
    if any(text == flag[1] or (flag[0] == "value" and _valued(flag[1], flag[2], [text])) for flag in flags):
        return True
    letters = "".join(flag[1][1:] for flag in flags if flag[0] == "short")
    return text[:2] != "--" and all(letter in letters for letter in text[1:])


def _word(part: object, word: Word) -> bool:
    if not word.literal:
        return False
    if type(part) is str:
        return part == word.text
    return type(part) is tuple and text_matches(part[0], word.text)
