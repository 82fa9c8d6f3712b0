"""Tell whether a loop starts processes without end.  Hot."""

from failshut.shell.parse.cases import ArithCommand, Case, Cond
from failshut.shell.parse.compound import For, Group, If, Loop
from failshut.shell.syntax import AndOr, List, Lit, Node, Part, Pipeline, Simple

_ENDS = frozenset("break exit return exec kill pkill killall".split())
_DEEP = 20


def floods(condition: "List | tuple[Part, ...] | None", body: List, until: bool = False) -> bool:
    """Tell whether nothing ends a loop that starts a process each time, and waits for none of them."""
    if not (_false(condition) if until else _true(condition)):
        return False
    found: set[str] = set()
    _deeds(body, found, 0)
    return "end" not in found and _loose(found)


def _loose(found: set[str]) -> bool:
    """Tell whether a shell that does this leaves processes behind."""
    return "loose" in found or ("start" in found and ("wait" not in found or "disown" in found))


def _deeds(node: Node, found: set[str], depth: int) -> None:
    """Collect what one shell does in a loop: ``start``, ``wait``, ``disown``, ``end``, ``loose``."""
    if depth > _DEEP:
        return
    if isinstance(node, Simple):
        name = node.words[0].bare() if node.words else ""
        if name in ("wait", "disown"):
            found.add(name)
        elif name in _ENDS:
            found.add("end")
    elif isinstance(node, List):
        for child, background in node.items:
            if background:
                found.add("start")
            else:
                _deeds(child, found, depth + 1)
    elif isinstance(node, Group) and node.subshell:
        inner: set[str] = set()
        _deeds(node.body, inner, depth + 1)
        if _loose(inner):
            found.add("loose")
    else:
        for child in _inside(node):
            _deeds(child, found, depth + 1)


def _inside(node: Node) -> list[Node]:
    """Return the commands in a compound one."""
    if isinstance(node, AndOr):
        return [child for _, child in node.items]
    if isinstance(node, Pipeline):
        return list(node.items)
    if isinstance(node, If):
        return [one for arm in node.arms for one in arm if one is not None]
    if isinstance(node, Case):
        return [body for _, body, _ in node.arms]
    return [node.body] if isinstance(node, For | Group | Loop) else []


def _true(condition: "List | tuple[Part, ...] | None") -> bool:
    """Tell whether a loop's condition always holds; the parts are those of ``for ((…))``."""
    if condition is None:
        return True
    if isinstance(condition, tuple):
        pieces = "".join([one.text if isinstance(one, Lit) else "$" for one in condition]).split(";")
        return len(pieces) > 1 and pieces[1].strip() in ("", "1", "true")
    node = condition.items[-1][0]
    if isinstance(node, ArithCommand):
        text = "".join([one.text if isinstance(one, Lit) else "$" for one in node.parts]).strip()
        return text.isdigit() and int(text) != 0
    if isinstance(node, Cond):
        return len(node.words) == 1 and node.words[0].bare() not in ("", "!")
    if not isinstance(node, Simple) or not node.words:
        return False
    words = [one.bare() for one in node.words]
    return words in (
        ["true"],
        [":"],
        ["[", "1", "]"],
        ["[", "true", "]"],
        ["test", "1"],
        ["sleep", words[-1]],
    )


def _false(condition: "List | tuple[Part, ...] | None") -> bool:
    """Tell whether a condition never holds."""
    if not isinstance(condition, List):
        return False
    node = condition.items[-1][0]
    if isinstance(node, ArithCommand):
        return "".join([one.text if isinstance(one, Lit) else "$" for one in node.parts]).strip() == "0"
    return isinstance(node, Simple) and len(node.words) == 1 and node.words[0].bare() == "false"
