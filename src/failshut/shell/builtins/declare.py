"""Follow ``export``, ``declare`` and their kin.  Hot."""

from failshut.model import Word
from failshut.shell.tokens import is_name
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import UNSET, Array, State, Value, either, unknown
from failshut.shell.walk.walker import Walker

LOCAL = ("declare", "local", "typeset")


def follow(walker: Walker, name: str, words: tuple[Word, ...], run: Run) -> None:
    """Follow one of them with what stands before it (``V=x export V``)."""
    if name == "local" and not walker.frame:
        return
    options = letters(words)
    if name == "export" and "n" in options:
        for word in words:
            walker.state.own()
            walker.state.exported.pop(word.text, None)
        return
    given = dict(run.values)
    arrays = [key for key, _ in run.arrays]
    for word in words:
        key = word.text.partition("=")[0].removesuffix("+")
        if is_name(key.partition("[")[0]):
            one(walker, name, options, word, given, key in arrays)
    for key, value in run.arrays:
        walker.state.set(key, value)
        if "r" in options or name == "readonly":
            walker.state.values["!" + key] = UNSET


def letters(words: tuple[Word, ...]) -> str:
    """Return the letters of the options among words."""
    return "".join([word.text[1:] for word in words if word.text[:1] in ("-", "+") and word.literal])


def one(walker: Walker, name: str, options: str, word: Word, given: dict[str, Value], array: bool) -> None:
    """Follow one word; a value stands behind its ``=``, and an array's beside it."""
    state = walker.state
    key = word.text.partition("=")[0].removesuffix("+").partition("[")[0]
    inside = hides(walker, name, options)
    if inside:
        hide(walker, key)
    lasts = name in ("export", "readonly") or "x" in options or "r" in options
    if key in given and not inside and not lasts:
        return  # it changed what stands before the command only
    if key in given:
        held = given[key]
        state.set(key, held if "+=" not in word.text else None)
        state.exported[key] = held if isinstance(held, Word) else unknown(key)
    if key in walker.given and lasts:
        walker.escaped.add(key)
    before = state.get(key)
    if not array:
        value(name, options, word, state, inside)
    if "g" in options and (key in walker.locals or key in walker.hidden):
        state.set(key, either([before, state.get(key)]))  # a function's own hides the one that is set
        walker.escaped.add(key)
    if name == "readonly" or "r" in options:
        state.own()
        state.values["!" + key] = UNSET
    if name == "export" or "x" in options:
        state.own()
        found = state.values.get(key)
        if isinstance(found, Word):
            state.exported[key] = found


def value(name: str, options: str, word: Word, state: State, inside: bool) -> None:
    """Give a variable the value that a word says, and the type."""
    key, equals, text = word.text.partition("=")
    append = key.endswith("+")
    key, bracket, _ = key.removesuffix("+").partition("[")
    odd = any([letter in options for letter in "ilu"])
    if "n" in options and name != "export":
        state.own()
        state.values.pop("&" + key, None)
        if equals:
            state.values["&" + key] = Word(text, word.literal and is_name(text))
        return
    held = state.get(key)
    vague = append and held is not UNSET and not (isinstance(held, Word) and held.literal)
    if bracket or (equals and (vague or isinstance(held, Array))):
        state.set(key, None)
    elif equals:
        text = held.text + text if append and isinstance(held, Word) else text
        state.set(key, None if odd else Word(text, word.literal))
    elif odd and not (inside and held is UNSET):
        state.set(key, None)
    elif ("A" in options or "a" in options) and (key not in state.values or held is UNSET):
        state.set(key, Array({}, "A" in options))
    if odd:
        state.own()
        state.values["%" + key] = UNSET


def hides(walker: Walker, name: str, options: str) -> bool:
    """Tell whether such a command makes variables of the function at hand."""
    return walker.frame > 0 and name in LOCAL and "g" not in options


def hide(walker: Walker, key: str) -> None:
    """Make a variable the function's own: unset, unless it is already or was given to the function."""
    state = walker.state
    mark = f"local {walker.frame} {key}"
    known = state.values.get(mark, None)
    walker.locals.setdefault(key, (state.get(key), state.exported.get(key)))
    held = state.get(key)
    if key in walker.given or "localvar_inherit" in state.values:
        fresh: Value = held if key not in walker.hidden and key in walker.given else None
    else:
        fresh = UNSET
    if known is not UNSET:
        state.set(key, fresh if mark not in state.values else either([held, fresh]))
        if key in state.exported:
            state.exported[key] = unknown(key)  # an outer one's value goes on to programs
    state.own()
    state.values[mark] = UNSET


def show(walker: Walker, before: State) -> None:
    """Show again what a function's own variables hid; on some ways they may not have."""
    for key, (held, exported) in walker.locals.items():
        walker.state.own()
        state = walker.state
        sure = state.values.pop(f"local {walker.frame} {key}", None) is UNSET
        state.values.pop("&" + key, None)
        for sign in "!%" if sure else "":
            if sign + key not in before.values:
                state.values.pop(sign + key, None)
        escaped = not sure or key in walker.escaped
        state.set(key, either([state.get(key), held]) if escaped else held)
        if not escaped and isinstance(held, Word) and held.text == "$" + key and not held.literal:
            state.values.pop(key, None)  # nothing has set it
        if exported is None and key in state.exported:
            state.exported.pop(key)
            state.unsure |= frozenset((key,) if escaped else ())
        elif exported is not None:
            state.exported[key] = unknown(key) if escaped else exported
