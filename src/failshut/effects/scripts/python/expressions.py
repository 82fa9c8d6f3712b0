"""Work out what is known of a Python expression, and do what its calls do.  Hot."""

from failshut.effects.scripts.python.calls import CALLS, call
from failshut.effects.scripts.python.lookups import SYS, Lookups
from failshut.effects.scripts.python.texts import percent
from failshut.effects.scripts.values import (
    STDIN,
    TAINTS,
    UNKNOWN,
    Below,
    Function,
    PathText,
    Ref,
    each,
    either,
    joined,
    known,
    path_joined,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DEEP = 60
_ITEMS = 256


class Expressions(Lookups):
    """Evaluate expressions; ``names`` is what is known of the names at hand."""

    def value(self, node: "Any") -> object:
        """Return what is known of an expression's value; None = nothing."""
        self.doing.spend()
        if self.deep > _DEEP:
            return None
        handler = getattr(self, "get_" + type(node).__name__, None)
        self.deep += 1
        found: object = None
        if handler is None:
            self.children(node)
        else:
            found = handler(node)
        self.deep -= 1
        return found

    def children(self, node: "Any") -> None:
        """Look at everything inside a node that isn't understood itself."""
        for name in node._fields:
            held = getattr(node, name, None)
            for one in held if isinstance(held, list) else (held,):
                kind = type(one).__name__
                if hasattr(one, "_fields") and kind not in ("Load", "Store", "Del"):
                    self.value(one)

    # Names and literals

    def get_Constant(self, node: "Any") -> object:
        value = node.value
        if isinstance(value, str):
            return self.doing.written(value)
        if isinstance(value, bytes):
            return Word(value.decode("latin-1"))
        return value if isinstance(value, int) else None

    def get_Name(self, node: "Any") -> object:
        name = node.id
        if name in self.names:
            return self.names[name]
        for module in self.stars:
            if f"{module}.{name}" in CALLS:
                return Ref(f"{module}.{name}")
        return Ref(name)

    def get_JoinedStr(self, node: "Any") -> object:
        return joined([self.value(one) for one in node.values])

    def get_FormattedValue(self, node: "Any") -> object:
        value = self.value(node.value)
        return UNKNOWN if node.format_spec is not None else value

    def get_List(self, node: "Any") -> object:
        found: list[object] = []
        for one in node.elts:
            if type(one).__name__ == "Starred":
                inside = self.value(one.value)
                found += inside if isinstance(inside, list) else [None]
            else:
                found.append(self.value(one))
        return found[:_ITEMS]

    get_Tuple = get_Set = get_List

    def get_Dict(self, node: "Any") -> object:
        found: dict[str, object] = {}
        for key, value in zip(node.keys, node.values):  # noqa: B905
            name = known(self.value(key)) if key is not None else None
            held = self.value(value)
            if name is not None:
                found[name] = held
        return found

    # Operators

    def get_BinOp(self, node: "Any") -> object:
        spine = []
        while type(node).__name__ == "BinOp":
            spine.append((type(node.op).__name__, node.right))
            node = node.left
        found = self.value(node)
        for kind, right in reversed(spine):
            found = self.operated(kind, found, self.value(right))
        return found

    def operated(self, kind: str, left: object, right: object) -> object:
        """Return what an operator makes of two values."""
        if kind == "Div":
            paths = [one for one in (*each(left), *each(right)) if isinstance(one, (PathText, Below))]
            if not paths:
                return None
            made = path_joined([left, right])
            return made if isinstance(made, Below) else either([_as_path(one) for one in each(made)])
        if kind == "Add" and isinstance(left, list) and isinstance(right, list):
            return (left + right)[:_ITEMS]
        if isinstance(left, int) and isinstance(right, int):
            return _sum(kind, left, right)
        if kind == "Add":
            return joined([left, right])
        if kind == "Mod":
            return percent(left, right)
        if kind == "Mult" and isinstance(right, int):
            text = known(left)
            if text is not None and len(text) * max(right, 0) < 4096:
                return Word(text * right)
            return left[:1] * min(right, 8) if isinstance(left, list) else None
        return None

    def get_BoolOp(self, node: "Any") -> object:
        return either([self.value(one) for one in node.values])

    def get_IfExp(self, node: "Any") -> object:
        self.value(node.test)
        return either([self.value(node.body), self.value(node.orelse)])

    def get_UnaryOp(self, node: "Any") -> object:
        value = self.value(node.operand)
        return -value if isinstance(value, int) and type(node.op).__name__ == "USub" else None

    def get_NamedExpr(self, node: "Any") -> object:
        value = self.value(node.value)
        self.bind(node.target, value)
        return value

    def get_Await(self, node: "Any") -> object:
        return self.value(node.value)

    get_Starred = get_YieldFrom = get_Await

    def get_Lambda(self, node: "Any") -> object:
        return Function([one.arg for one in node.args.args], node.body)

    def get_ListComp(self, node: "Any") -> object:
        found: list[object] = []
        self.comprehend(node.generators, node.elt, found)
        return found[:_ITEMS]

    get_SetComp = get_GeneratorExp = get_ListComp

    def get_DictComp(self, node: "Any") -> object:
        self.comprehend(node.generators, node.value, [])
        return None

    def comprehend(self, generators: "list[Any]", element: "Any", found: list[object]) -> None:
        """Walk a comprehension's element for each item."""
        one = generators[0]
        items = self.value(one.iter)
        before = dict(self.names)
        for item in items[:_ITEMS] if isinstance(items, list) else [self.item(items)]:
            self.bind(one.target, item)
            for test in one.ifs:
                self.value(test)
            self.doing.filters += bool(one.ifs)
            if len(generators) > 1:
                self.comprehend(generators[1:], element, found)
            else:
                found.append(self.value(element))
            self.doing.filters -= bool(one.ifs)
        self.names = before

    @staticmethod
    def item(items: object) -> object:
        """Return what each item of something is like."""
        if isinstance(items, Below):
            return items
        if isinstance(items, Ref) and items.name == SYS + "stdin":
            return Word(STDIN, False)
        if isinstance(items, Word):
            return items if items.text in TAINTS or items.glob else None
        if isinstance(items, PathText):
            return items if items.word.glob else None
        return None

    # Calls

    def get_Call(self, node: "Any") -> object:
        callee = self.value(node.func)
        values = self.get_List(_Arguments(node.args))
        assert isinstance(values, list)
        options: dict[str, object] = {}
        for one in node.keywords:
            held = self.value(one.value)
            if one.arg is not None:
                options[one.arg] = held
            elif isinstance(held, dict):
                options.update(held)
        return either([call(self, one, values, options) for one in each(callee)])


class _Arguments:
    """Stand for a list of arguments."""

    __slots__ = ("elts",)

    def __init__(self, elts: "list[Any]") -> None:
        self.elts = elts


def _as_path(value: object) -> object:
    return PathText(word_of(value))


def _sum(kind: str, left: int, right: int) -> object:
    if kind == "Add":
        return left + right
    return left - right if kind == "Sub" else left * right if kind == "Mult" and abs(left) < 9999 else None
