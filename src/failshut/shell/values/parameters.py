"""Look up what parameters hold.  Hot."""

from failshut.model import Word
from failshut.shell.marks import START
from failshut.shell.syntax import Param
from failshut.shell.walk.state import UNSET, Array, tidy, unknown
from failshut.shell.walk.walker import Walker

_GUARDS = ("-", "=", "?", "+")  # the operators for what isn't set
_SET = (*"@*#?$-0", "HOME", "PWD", "PATH", "bad")


def parameter(walker: Walker, part: Param) -> list[Word]:
    """Return the values of ``$name`` or ``${…}``."""
    if "set -u" in walker.state.values and part.op.lstrip(":") not in _GUARDS:
        missing(walker, part)
    if not part.op and not part.indirect:
        return lookup(walker, part.name, part)
    from failshut.shell.values import operations

    return operations.parameter(walker, part)


def missing(walker: Walker, part: Param) -> None:
    """Note that a shell with ``set -u`` may end where a parameter may not be set."""
    if part.name in _SET or part.name.startswith("~"):
        return
    for value in lookup(walker, part.name, part):
        if value is UNSET or (value.text[:1] == "$" and value.text[:6] != "${sub "):
            walker.cut()


def lookup(walker: Walker, name: str, part: Param) -> list[Word]:
    """Return what a parameter holds before its operator is applied."""
    state = walker.state
    if name in ("@", "*"):
        return [unknown(name)] if state.args is None else list(state.args)
    if name == "#":
        sure = state.args is not None and not Array(dict(enumerate(state.args))).vague()
        return [Word(str(len(state.args or ()))) if sure else unknown("#")]
    if name.isdigit() and name != "0":
        return [argument_at(walker, int(name) - 1)]
    if name.startswith("~"):
        return [Word(name, False)]
    held = state.values.get("0") if name == "0" else None
    if isinstance(held, Word):
        return [held]
    if not (name[:1].isalpha() or name[:1] == "_") or name == "_":
        return [unknown(name)]
    if name == "PWD" and name not in state.values:
        return [folder(walker)]
    value = walker.held(name, state.get(name))
    if part.index is not None:
        from failshut.shell.values import arrays

        return arrays.element(walker, name, value, part.index)
    if value is None:
        return [unknown(name)]
    if isinstance(value, Array):
        return [value.items.get(0, UNSET)]
    assert isinstance(value, Word)
    return [value]


def argument_at(walker: Walker, at: int) -> Word:
    """Return an argument; behind one that may be none or many, it may also be another."""
    args = walker.state.args
    if args is None:
        return unknown(str(at + 1))
    word = args[at] if at < len(args) else UNSET
    if not any([one.glob for one in args[: at + 1]]) and all([one.literal for one in args[:at]]):
        return word
    return word if walker.choose(("argument", at), 2) == 0 else unknown(str(at + 1))


def folder(walker: Walker) -> Word:
    """Return the folder at hand as a word."""
    cwd = walker.state.cwd
    if cwd is None:
        return unknown("PWD")
    cwd = tidy(cwd)
    if cwd.startswith("/"):
        return Word(cwd)
    if cwd.startswith("$HOME"):
        return Word(cwd, False)
    return Word(f"{START}/{cwd}" if cwd else START, False)
