"""Know what lets a shell end early: ``set -e`` and ``set -u``.  Hot."""

from failshut.model import Word
from failshut.shell.walk.state import UNSET, State

_OPTIONS = (("e", "errexit"), ("u", "nounset"))


def options(words: tuple[Word, ...], state: State) -> None:
    """Note the options as marks among the variables, ``set -e`` and ``set -u``; unknown words may be."""
    sign = "-"
    for word in words:
        if word.text in ("--", "-"):
            return
        named = word.text in ("errexit", "nounset")
        if word.literal and not named:
            sign = word.text[:1]
        if word.literal and not named and (sign not in ("-", "+") or word.text[1:2] == "-"):
            continue
        for letter, name in _OPTIONS:
            if not word.literal or word.text == name or (not named and letter in word.text):
                state.own()
                if sign == "+" and word.literal:
                    state.values.pop("set -" + letter, None)
                else:
                    state.values["set -" + letter] = UNSET


def shells(words: list[tuple[Word, ...]], state: State) -> None:
    """Note those that a shell is started with."""
    from failshut.shell.wrappers.found import program
    from failshut.shell.wrappers.table import SHELLS

    for argv in words:
        if argv and program(argv[0]) in SHELLS:
            options(argv[1:], state)


def first_line(text: str, state: State) -> None:
    """Note those in a script's first line."""
    if text.startswith("#!"):
        options(tuple([Word(one) for one in text[2:200].partition("\n")[0].split()]), state)
