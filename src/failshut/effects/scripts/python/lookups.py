"""Know what Python's attributes, items, names and functions hold.  Hot."""

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.paths import property_of
from failshut.effects.scripts.values import (
    TAINTS,
    Below,
    Function,
    PathText,
    Ref,
    Thing,
    each,
    either,
    known,
    variable,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SYS = "sys."
_CALLS = 8  # calls in calls
_CONSTANTS = {"os.sep": "/", "os.curdir": ".", "os.pardir": "..", SYS + "executable": "python3",
              "os.linesep": "\n", "os.path.sep": "/", "os.devnull": "/dev/null"}  # fmt: skip


class Lookups:
    """Look up and set what names, attributes and items hold."""

    def __init__(self, doing: Doing) -> None:
        self.doing: Doing = doing
        self.names: dict[str, object] = {}
        self.stars: list[str] = []
        self.returned: list[object] = []
        self.deep = self.calls = 0
        if doing.name:
            self.names["__file__"] = Word(doing.name)

    def value(self, node: "Any") -> object:
        """Return what is known of an expression's value; the evaluator knows how."""
        raise NotImplementedError

    def block(self, body: "list[Any]") -> None:
        """Walk statements; the walker knows how."""
        raise NotImplementedError

    def over(self, items: object, target: "Any", body: "list[Any]") -> None:
        """Walk a loop; the walker knows how."""
        raise NotImplementedError

    def get_Attribute(self, node: "Any") -> object:
        found = [self.attribute(one, node.attr) for one in each(self.value(node.value))]
        return either(found)

    def attribute(self, base: object, name: str) -> object:
        """Return what an attribute of a value is."""
        if isinstance(base, Thing):
            held = base.fields.get(name)
            return held if held is not None else Ref("." + name, base)
        if isinstance(base, Ref) and base.base is None:
            whole = f"{base.name}.{name}"
            if whole == SYS + "argv":
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
            return Ref(text) if base.name == SYS + "modules" and text is not None else None
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
        cut = slice(*[end if isinstance(end, int) else None for end in ends])
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
