"""Read what a ``match`` table asks of effects: their names and their parameters."""

from __future__ import annotations

from failshut.policy import vocabulary
from failshut.policy.locate import Path
from failshut.policy.patterns import text_globs
from failshut.policy.reader import Reader, near

FLAGS = {
    "recursive": {True: ("yes",), False: ("", "no")},
    "protected": {True: ("yes", "unknown"), False: ("no",)},
}
"""Short forms that are true or false, each with the values that it stands for."""
GLOBS = ("branch", "target")
"""Short forms that are globs on a parameter's value."""


def effects(reader: Reader, given: dict[str, object], at: Path) -> tuple[str, ...]:
    """Return the names of effects and groups of the table's ``effect``."""
    if "effect" not in given:
        return ()
    here = (*at, "effect")
    names = reader.texts(given["effect"], here, "`effect`")
    groups = vocabulary.groups()
    for name in names:
        if name not in vocabulary.EFFECTS and name not in groups:
            reader.error(here, f"There is no effect {name!r}.", _near(name, groups))
    return names


def _near(name: str, groups: tuple[str, ...]) -> str:
    """Return a sentence with the nearest name, or with those of the same group."""
    known = groups if name.endswith("*") else tuple(vocabulary.EFFECTS)
    same = tuple(vocabulary.named((name.split(".")[0] + ".*",)))
    close = near(name, known)
    return close if close.startswith("Did") or not same else near(name, same)


def params(reader: Reader, given: dict[str, object], at: Path) -> tuple[object, ...]:
    """Return the tests on an effect's parameters: ``(test, key, values)``."""
    names = _names(given)
    out = _with(reader, given, at, names)
    if "outside" in given and reader.choice(
        given["outside"], ("workspace",), (*at, "outside"), "`outside`"
    ):
        out.append(("outside", "", ()))
    for key in FLAGS:
        if key not in given:
            continue
        value = given[key]
        if isinstance(value, bool):
            out.append(("is", key, FLAGS[key][value]))
            _check_param(reader, names, key, (*at, key))
        else:
            reader.wrong((*at, key), f"`{key}`", "true or false", value)
    for key in GLOBS:
        if key not in given:
            continue
        globs: list[object] = []
        for text in reader.texts(given[key], (*at, key), f"`{key}`"):
            globs += reader.compiled(text_globs, text, (*at, key), ())
        _check_param(reader, names, key, (*at, key))
        out.append(("glob", key, tuple(globs)))
    return tuple(out)


def _with(reader: Reader, given: dict[str, object], at: Path, names: tuple[str, ...]) -> list[object]:
    if "with" not in given:
        return []
    here = (*at, "with")
    out: list[object] = []
    table = reader.table(given["with"], here, "`with`", 'with = { where = "outside" }')
    for key, value in table.items():
        values = value if isinstance(value, list) else [value]
        wanted = tuple(x for one in values for x in _value(reader, one, (*here, key), key, names))
        _check_param(reader, names, key, (*here, key))
        out.append(("is", key, wanted))
    return out


def _names(given: dict[str, object]) -> tuple[str, ...]:
    """Return the table's known effect names; () = any effect."""
    value = given.get("effect", [])
    texts = value if isinstance(value, list) else [value]
    return tuple(one for one in texts if isinstance(one, str) and vocabulary.named((one,)))


def _check_param(reader: Reader, names: tuple[str, ...], key: str, at: Path) -> None:
    """Record a parameter that none of the effects has."""
    if vocabulary.values(names, key) is not None:
        return
    known = tuple(dict.fromkeys(one for some in vocabulary.named(names).values() for one in some))
    whose = ", ".join(names) or "an effect"
    fix = near(key, known) if known else "Remove it: this effect has no parameters."
    reader.error(at, f"`{key}` is no parameter of {whose}.", fix)


def _value(reader: Reader, value: object, at: Path, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes",) if value else ("", "no")
    text = reader.text(value, at, f"`with.{key}`")
    known = vocabulary.values(names, key)
    if text and known and text not in known:
        fix = near(text, known)
        if known == vocabulary.YES:
            fix = f"Write `{key} = true` or `{key} = false`."
        reader.error(at, f"`{key}` is never {text!r}.", fix)
    return (text,) if text else ()
