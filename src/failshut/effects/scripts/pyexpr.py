"""Work out what is known of a Python expression, and do what its calls do.  Hot."""

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.values import (
    STDIN,
    TAINTS,
    UNKNOWN,
    Below,
    Function,
    PathText,
    Ref,
    Thing,
    each,
    either,
    joined,
    known,
    path_joined,
    variable,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DEEP = 60
_CALLS = 8  # calls in calls
_ITEMS = 256
_CONSTANTS = {"os.sep": "/", "os.curdir": ".", "os.pardir": "..", "sys.executable": "python3",
              "os.linesep": "\n", "os.path.sep": "/", "os.devnull": "/dev/null"}  # fmt: skip


class Expressions:
    """Evaluate expressions; ``names`` is what is known of the names at hand."""

    def __init__(self, doing: Doing) -> None:
        self.doing = doing
        self.names: dict[str, object] = {}
        self.stars: list[str] = []
        self.returned: list[object] = []
        self.deep = self.calls = 0
        if doing.name:
            self.names["__file__"] = Word(doing.name)

    def value(self, node: "Any") -> object:
        """Return what is known of an expression's value; None = nothing."""
        self.doing.spend()
        if self.deep > _DEEP:
            return None
        handler = getattr(self, "get_" + type(node).__name__, None)
        self.deep += 1
        found = self.children(node) if handler is None else handler(node)
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

    def block(self, body: "list[Any]") -> None:
        """Walk statements; the walker knows how."""
        raise NotImplementedError

    def over(self, items: object, target: "Any", body: "list[Any]") -> None:
        """Walk a loop; the walker knows how."""
        raise NotImplementedError

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
        from failshut.effects.scripts.pycalls import CALLS

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
            from failshut.effects.scripts.pytext import percent

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
        if isinstance(items, Ref) and items.name == "sys.stdin":
            return Word(STDIN, False)
        if isinstance(items, Word):
            return items if items.text in TAINTS or items.glob else None
        if isinstance(items, PathText):
            return items if items.word.glob else None
        return None

    # Attributes, items, names

    def get_Attribute(self, node: "Any") -> object:
        found = [self.attribute(one, node.attr) for one in each(self.value(node.value))]
        return either(found)

    def attribute(self, base: object, name: str) -> object:
        """Return what an attribute of a value is."""
        from failshut.effects.scripts.pypaths import property_of

        if isinstance(base, Thing):
            held = base.fields.get(name)
            return held if held is not None else Ref("." + name, base)
        if isinstance(base, Ref) and base.base is None:
            whole = f"{base.name}.{name}"
            if whole == "sys.argv":
                return [Word(self.doing.name or "-c"), *self.doing.args]
            return Word(_CONSTANTS[whole]) if whole in _CONSTANTS else Ref(whole)
        if isinstance(base, PathText):
            found = property_of(base, name)
            if found is not None:
                return found
        if isinstance(base, Word) and base.text in TAINTS and name in ("text", "content", "stdout"):
            return base
        return Ref("." + name, base)

    def get_Subscript(self, node: "Any") -> object:
        base = self.value(node.value)
        if type(node.slice).__name__ == "Slice":
            return self.sliced(base, node.slice)
        return either([self.element(one, self.value(node.slice)) for one in each(base)])

    def element(self, base: object, key: object) -> object:
        """Return an item of a list, a table, the environment or a module's own table."""
        text = known(key)
        if isinstance(base, Ref):
            if base.name in ("os.environ", "os.environb") and text is not None:
                return variable(text, self.doing.site.command.assigns)
            if text is not None and base.name.endswith(".__dict__"):
                return self.attribute(Ref(base.name[: -len(".__dict__")]), text)
            return Ref(text) if base.name == "sys.modules" and text is not None else None
        if isinstance(base, dict) and text is not None:
            return base.get(text)
        if isinstance(base, list) and isinstance(key, int):
            return base[key] if -len(base) <= key < len(base) else None
        if isinstance(base, Word) and base.literal and isinstance(key, int):
            return Word(base.text[key]) if -len(base.text) <= key < len(base.text) else None
        return base if isinstance(base, Word) and base.text in TAINTS else None

    def sliced(self, base: object, part: "Any") -> object:
        """Return a part of a known text or list."""
        ends = [None if one is None else self.value(one) for one in (part.lower, part.upper, part.step)]
        asked = (part.lower, part.upper, part.step)
        if any([one is not None and not isinstance(end, int) for one, end in zip(asked, ends)]):  # noqa: B905
            return None
        cut = slice(*ends)
        if cut.step == 0:
            return None
        if isinstance(base, list):
            return base[cut]
        return Word(base.text[cut]) if isinstance(base, Word) and base.literal else None

    def bind(self, target: "Any", value: object) -> None:
        """Give a name, an attribute or several names at once what they hold now."""
        kind = type(target).__name__
        if kind == "Name":
            self.names[target.id] = value
        elif kind in ("Tuple", "List"):
            items = value if isinstance(value, list) and len(value) == len(target.elts) else None
            for at, one in enumerate(target.elts):
                inside = items[at] if items is not None else value if isinstance(value, Below) else None
                self.bind(one, inside)
        elif kind == "Attribute":
            base = self.value(target.value)
            if isinstance(base, Thing):
                base.fields[target.attr] = value
        elif kind == "Subscript":
            self.store(self.value(target.value), self.value(target.slice), value)
        elif kind == "Starred":
            self.bind(target.value, None)

    @staticmethod
    def store(base: object, key: object, value: object) -> None:
        """Put a value into a table or list."""
        text = known(key)
        if isinstance(base, dict) and text is not None:
            base[text] = value
        elif isinstance(base, list) and isinstance(key, int) and -len(base) <= key < len(base):
            base[key] = value

    # Calls

    def get_Call(self, node: "Any") -> object:
        from failshut.effects.scripts.pycalls import call

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

    def function(self, node: "Any") -> Function:
        """Return a function that the program declares."""
        return Function([one.arg for one in (*node.args.posonlyargs, *node.args.args)], node)

    def invoke(self, made: Function, values: list[object], options: dict[str, object]) -> object:
        """Walk a function's body with its arguments; the value is what it returns."""
        if self.calls >= _CALLS or made.running > 1:
            return None
        before, outer, self.returned = dict(self.names), self.returned, []
        self.calls += 1
        made.running += 1
        self.names.update(dict.fromkeys(made.names))
        body = getattr(made.node, "body", None)
        if isinstance(body, list):
            self.defaults(made.node)
        self.names.update(zip(made.names, values))  # noqa: B905
        self.names.update(options)
        if isinstance(body, list):
            self.block(body)
        else:
            self.returned.append(self.value(made.node))
        made.running -= 1
        self.calls -= 1
        found = either(self.returned) if self.returned else None
        self.returned, self.names = outer, before
        return found

    def defaults(self, node: "Any") -> None:
        """Set a function's arguments to their defaults."""
        given = node.args
        names = [one.arg for one in (*given.posonlyargs, *given.args)]
        pairs = list(zip(names[len(names) - len(given.defaults) :], given.defaults))  # noqa: B905
        pairs += [(one.arg, held) for one, held in zip(given.kwonlyargs, given.kw_defaults)]  # noqa: B905
        for name, held in pairs:
            self.names[name] = self.value(held) if held is not None else None
        for one in (given.vararg, given.kwarg):
            if one is not None:
                self.names[one.arg] = None


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

