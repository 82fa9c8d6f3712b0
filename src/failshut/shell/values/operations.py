"""Apply the operators of ``${…}`` to what parameters hold.  Hot."""

from failshut.model import Word
from failshut.shell.syntax import Lit, Param
from failshut.shell.values import expand, parameters
from failshut.shell.walk.state import PARTED, UNSET, Array, Kept, unknown
from failshut.shell.walk.walker import LIMIT, Exhausted, Walker

_SURE = ("HOME", "PWD", "USER", "PATH", "SHELL")  # taken to be set and not empty


def parameter(walker: Walker, part: Param) -> list[Word]:
    """Return the values of a parameter with an operator."""
    op, name = part.op, part.name
    if op == "bad" or op == "names":
        return [noted(walker, part)]
    values = parameters.lookup(walker, name, part)
    if part.indirect:
        value = expand.starred(walker, values)
        if part.index is not None and not op:
            return keys(walker, name, part)
        if not value.literal or not value.text.isidentifier():
            valid = value.literal and (value.text.isdigit() or value.text.partition("[")[0].isidentifier())
            walker.broken = walker.broken or not valid  # an error where it is no name
            return [unknown()]
        values = parameters.lookup(walker, value.text, Param(value.text, part.quoted))
    if not op:
        return values
    if op == "#len":
        return [length(walker, values, part)]
    if op in (":-", "-", ":=", "=", ":?", "?", ":+", "+"):
        return fallback(walker, values, part)
    if op == ":" and (name in ("@", "*") or part.index is not None):
        return slice(walker, values, part)
    return [changed(walker, value, part) for value in values]


def noted(walker: Walker, part: Param) -> Word:
    """Return what a mark says in a text that a value was put into (``state.reread``)."""
    if not all([isinstance(one, Lit) for one in part.arg]):
        expand.one(walker, part.arg)  # an error for bash, but zsh has flags: ${(f)"$(ls)"}
    arg = part.arg[0] if len(part.arg) == 1 else None
    name = arg.text[1:] if isinstance(arg, Lit) and walker.depth and arg.text[:1] == " " else ""
    if part.name == "env" and name.isidentifier():
        return Word("$" + name, False)
    if part.name == "env" and name[1:].isidentifier():
        return unknown(name[1:])
    known = part.name == "sub" and name.isdigit() and len(name) < 6 and int(name) < len(walker.found)
    return unknown(f"sub {name}") if known else unknown()


def keys(walker: Walker, name: str, part: Param) -> list[Word]:
    """Return an array's subscripts."""
    value = walker.held(name, walker.state.get(name))
    if isinstance(value, Array):
        return value.subscripts()
    return [unknown()]


def length(walker: Walker, values: list[Word], part: Param) -> Word:
    """Return ``${#name}``."""
    index = part.index
    only = index[0] if index is not None and len(index) == 1 else None
    if part.name in ("@", "*") or (isinstance(only, Lit) and only.text in ("@", "*")):
        sure = all([value.literal and not value.glob for value in values])
        return Word(str(len(values))) if sure else unknown()
    sure = bool(values) and values[0].literal and not values[0].glob
    return Word(str(len(values[0].text))) if sure else unknown()


def fallback(walker: Walker, values: list[Word], part: Param) -> list[Word]:
    """Return ``${name:-word}`` and its kin; when it can't be told, once each way."""
    op = part.op
    filled = is_filled(values, op[0] == ":")
    if filled is None:
        pick = walker.choose(id(part), 2)
        if pick < 0:
            return [unknown()]
        filled = pick == 0
        if filled and op[-1] in "-=" and len(values) == 1 and op[0] == ":":
            return [unknown(part.name + ":-")]
    if op[-1] == "+":
        return argument(walker, part) if filled else [UNSET]
    if op[-1] == "?" and not filled:
        walker.cut()
    if filled or op[-1] == "?":
        return values
    if op[-1] == "=" and part.name.isidentifier():
        found = expand.one(walker, part.arg)
        walker.state.set(part.name, found)
        return [found]
    return argument(walker, part)


def argument(walker: Walker, part: Param) -> list[Word]:
    """Return the word behind an operator."""
    if part.quoted or walker.whole:
        return [expand.one(walker, part.arg)]
    words = expand.fields(walker, part.arg, True)
    return [one if one is PARTED else Kept(one.text, one.literal, one.glob) for one in words] or [UNSET]


def is_filled(values: list[Word], empty: bool) -> bool | None:
    """Tell whether a parameter is set (and, for ``empty``, not empty); None = unknown."""
    if not values or all([value is UNSET for value in values]):
        return False
    value = values[0]
    if value.literal:
        return bool(value.text) or not empty or len(values) > 1
    head, _, tail = value.text.partition("$")
    if head or tail in _SURE or "/" in tail or tail.startswith("__start"):
        return True
    return None


def changed(walker: Walker, value: Word, part: Param) -> Word:
    """Return a value with its operator applied; unknown when one of the two is."""
    op = part.op
    value = Word(value.text, False) if value.glob else value
    walker.spend(1 + min(len(value.text), 400) ** 2 // 1000)
    if op != ":":
        from failshut.shell.values.patterns import cut, recase, replace
    lost = unknown(part.name if part.name.isidentifier() else "_")
    if op in ("#", "##", "%", "%%"):
        pattern = expand.one(walker, part.arg, pattern=True)
        if not value.literal and pattern.text == "/" and op[0] == "%":
            return Word(value.text.removesuffix("/"), False)
        known = cut(value.text, pattern.text, op) if value.literal and pattern.literal else None
    elif op[0] == "/" and value is UNSET:
        return UNSET
    elif op[0] == "/":
        pattern, new = expand.one(walker, part.arg, pattern=True), expand.one(walker, part.more or ())
        # An ampersand stands for what was found, in a newer bash, unless it is quoted.
        sure = value.literal and pattern.literal and new.literal and "&" not in new.text
        known = replace(value.text, pattern.text, new.text, op) if sure else None
    elif op == ":":
        known = substring(walker, value, part)
    elif op[0] in "^,~":
        known = recase(value.text, op) if value.literal and not part.arg else None
    else:
        letter = expand.one(walker, part.arg).text
        if value is UNSET:  # an attribute is told nevertheless
            return lost if letter in ("A", "a") else UNSET
        known = {"U": value.text.upper(), "L": value.text.lower(), "u": recase(value.text, "^"),
                 "Q": "'" + value.text.replace("'", "'\\''") + "'"}.get(letter)  # fmt: skip
        odd = letter == "Q" and not value.text.isprintable()
        known = known if value.literal and not odd else None
    if known is not None and len(known) > LIMIT:
        raise Exhausted("an expansion that grows too long")
    return lost if known is None else Word(known)


def bounds_of(walker: Walker, part: Param) -> tuple[int, int | None] | None:
    """Return the offset and length of ``${name:offset:length}``."""
    from failshut.shell.values import reckon

    start = reckon.arithmetic(walker, part.arg)
    size = reckon.arithmetic(walker, part.more) if part.more is not None else None
    if not start.literal or (size is not None and not size.literal):
        return None
    return int(start.text), None if size is None else int(size.text)


def substring(walker: Walker, value: Word, part: Param) -> str | None:
    bounds = bounds_of(walker, part)
    if bounds is None or not value.literal:
        # An end before the start is an error.
        walker.broken = walker.broken or (
            part.more is not None and (bounds is None or (bounds[1] or 0) < 0)
        )
        return None
    start, size = bounds
    text = value.text
    if start < 0:
        start += len(text)
        if start < 0:
            return ""
    if size is None:
        return text[start:]
    if size < 0 and len(text) + size < start <= len(text) and value is not UNSET:
        walker.broken = True
        return None
    return text[start : start + size] if size >= 0 else text[start:size]


def slice(walker: Walker, values: list[Word], part: Param) -> list[Word]:
    """Return ``${@:offset:length}``."""
    bounds = bounds_of(walker, part)
    if bounds is None or not all([value.literal and not value.glob for value in values]):
        return [unknown()]
    start, size = bounds
    walker.broken = walker.broken or (size is not None and size < 0)
    held = walker.held(part.name, walker.state.get(part.name)) if part.index is not None else None
    if isinstance(held, Array) and not held.named and held.items:
        start += 1 + max(held.keys()) if start < 0 else 0
        some = [held.items[key] for key in sorted(held.keys()) if key >= start] if start >= 0 else []
        return some if size is None else some[: max(0, size)]
    if part.index is None:
        values = [unknown("0"), *values]
    if start < 0:
        start += len(values)
        if start < 0:
            return []
    return values[start:] if size is None else values[start : start + max(0, size)]
