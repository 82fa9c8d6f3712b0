"""Walk the loops of C-like languages, once for each item that is known.  Hot."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.scripts.clike.cursor import Cursor
    from failshut.effects.scripts.clike.evaluate import Evaluator

_OPENERS = frozenset("do begin case class module def function if unless while until for".split())
_ITEMS = 64


def past(at: "Cursor") -> int:
    """Go behind the ``end`` that belongs here and return its place (the statement's end elsewhere)."""
    start = at.at
    if at.language.name not in ("ruby", "lua"):
        while at.at < at.end and not at.is_op(";", "}") and not (at.peek().line and at.at > start):
            token = at.advance()
            if token.mate >= 0:
                at.at = min(token.mate + 1, at.end)
        return at.at
    deep = 1
    while at.at < at.end:
        token = at.advance()
        if token.kind != "name":
            continue
        if token.text == "end":
            deep -= 1
            if not deep:
                return at.at - 1
        elif token.text in _OPENERS:
            before = at.tokens[at.at - 2] if at.at > 1 else None
            starts = (
                token.line or before is None or before.text in (";", "=", "(", "then", "do", "else", "and")
            )
            counts = starts or token.text in ("do", "begin", "case", "class", "module", "def")
            if at.language.name == "lua":
                counts = token.text in ("function", "if", "do")
            elif token.text == "do" and _headed(at, at.at - 1):
                counts = False
            deep += counts
    return at.end


def _headed(at: "Cursor", place: int) -> bool:
    """Tell whether a ``do`` belongs to a loop's head on the same line."""
    while place > 0 and not at.tokens[place].line:
        place -= 1
    return at.tokens[place].text in ("while", "until", "for")


def loop(at: "Evaluator") -> object:
    """Walk a loop's body for each of its items."""
    at.at += 1
    if at.language.name == "lua":
        return _lua(at)
    while at.peek().kind == "name" and at.peek().text in ("await", "my", "our", "each"):
        at.at += 1
    name = ""
    if at.peek().kind == "name" and at.peek(1).kind == "op" and at.peek(1).text == "(":
        name = at.advance().text
    if at.language.name == "ruby":
        name = at.advance().text
        items = [_after_in(at)]
        start, end = at.at, past(at)
        return _each(at, name, items, start, end)
    if not at.is_op("("):
        return None
    opening = at.advance()
    end = min(opening.mate, at.end)
    name, items = _head(at, end, name)
    at.at = min(end + 1, at.end)
    start, stop = at.at, 0
    if at.is_op("{"):
        start, stop = at.at + 1, at.peek().mate
        at.at = min(stop + 1, at.end)
    else:
        stop = past(at)
    return _each(at, name, items, start, stop)


def _head(at: "Evaluator", end: int, name: str) -> tuple[str, list[object]]:
    """Return a loop's variable and its items."""
    inside = at.tokens[at.at : end]
    held, at.end = at.end, end
    mark = next(
        (
            place
            for place, one in enumerate(inside)
            if one.kind == "name" and one.text in ("of", "in", "as")
        ),
        -1,
    )
    if name or at.language.operators:
        items = at.listed({})
    elif mark >= 0:
        first, second = at.at, at.at + mark + 1
        if inside[mark].text == "as":
            at.end = at.at + mark
            items = [at.expression()]
            names = [one.text for one in inside[mark + 1 :] if one.kind == "name"]
        else:
            at.at = second
            items = [at.expression()]
            names = [one.text for one in at.tokens[first : second - 1] if one.kind == "name"]
        name = names[-1] if names else ""
    else:
        at.block()
        items = [None]
    at.end = held
    return name or "_", items


def _after_in(at: "Evaluator") -> object:
    while at.at < at.end and at.peek().text != "in" and not at.peek().line:
        at.at += 1
    at.at += 1
    return at.expression()


def _lua(at: "Evaluator") -> object:
    names: list[str] = []
    while at.at < at.end and at.peek().text != "in" and not at.is_op("="):
        token = at.advance()
        if token.kind == "name":
            names.append(token.text)
    at.at += 1
    items = at.expression()
    while at.at < at.end and at.advance().text != "do":
        pass
    start, end = at.at, past(at)
    return _each(at, names[-1] if names else "_", [items], start, end)


def _each(at: "Evaluator", name: str, items: list[object], start: int, end: int) -> object:
    """Walk a body once for each known item, else once with what stays unknown."""
    spread: list[object] = []
    for one in items:
        spread += one if isinstance(one, list) else [one]
    key = name.lstrip("$@%")
    for item in spread[:_ITEMS] or [None]:
        at.names[key] = item
        at.span(start, end)
    return None


def postfix(at: "Evaluator") -> bool:
    """Walk ``STATEMENT for LIST``; False = it isn't one."""
    place = at.at
    while place < at.end:
        token = at.tokens[place]
        if token.kind == "op" and token.text in (";", "}"):
            return False
        if token.kind == "name" and token.text in ("for", "foreach") and place > at.at:
            break
        place = token.mate + 1 if token.mate > place else place + 1
    else:
        return False
    start, at.at = at.at, place + 1
    items = at.listed({})
    _each(at, "_", items, start, place)
    return True
