"""Follow ``export``, ``declare`` and their kin.  Hot."""

from failshut.model import Word
from failshut.shell.tokens import is_name
from failshut.shell.walk.state import UNSET, Array, State


def declare(name: str, words: tuple[Word, ...], state: State) -> None:
    """Follow ``export``, ``declare`` and their kin; a value stands behind the word's ``=``."""
    options = "".join([word.text[1:] for word in words if word.text[:1] in ("-", "+") and word.literal])
    exported = name == "export" or "x" in options
    odd = odd_type = any([letter in options for letter in "ilu"])
    if name == "export" and "n" in options:
        for word in words:
            state.own()
            state.exported.pop(word.text, None)
        return
    for word in words:
        key, equals, value = word.text.partition("=")
        append = key.endswith("+")
        key = key.removesuffix("+")
        if not is_name(key):
            continue
        if "n" in options and name != "export":
            state.own()
            state.values.pop("&" + key, None)
            if equals:
                state.values["&" + key] = Word(value, word.literal and is_name(value))
            continue
        if equals:
            held = state.get(key)
            if append and isinstance(held, Word) and held.literal:
                value = held.text + value
            elif append:
                odd = True
            state.set(key, None if odd else Word(value, word.literal))
        elif odd:
            state.set(key, None)
        elif "A" in options or "a" in options:
            if key not in state.values or name == "local":
                state.set(key, Array({}, "A" in options))
        elif name == "local":
            state.set(key, UNSET)
        if odd_type:
            state.own()
            state.values["%" + key] = UNSET
        if name == "readonly" or "r" in options:
            state.own()
            state.values["!" + key] = UNSET
        if exported:
            state.own()
            found = state.values.get(key)
            if isinstance(found, Word):
                state.exported[key] = found
