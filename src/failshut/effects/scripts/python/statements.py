"""Walk a Python program by its real grammar, with what is known of its values.

Functions count where they are called, both branches of a condition count, a loop over known items is
walked for each.  Hot: the built-in ``_ast`` module, not ``ast``.
"""

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.python.expressions import Expressions
from failshut.effects.scripts.values import Below, Function, Ref, Spent, Thing, either, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TREE = 0x400  # ast.PyCF_ONLY_AST
_ITEMS = 64
_TESTS = frozenset(("is_file", "is_dir", "exists", "isfile", "isdir", "islink", "is_symlink", "lexists"))


def tree(text: str) -> "Any":
    """Return the program's tree, None when it isn't Python of today."""
    try:
        return compile(text, "", "exec", _TREE, True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def run(text: str, doing: Doing) -> bool:
    """Say what a program does; False = it can't be read as Python."""
    root = tree(text)
    if root is None:
        return False
    walker = Statements(doing)
    try:
        walker.block(root.body)
    except (Spent, RecursionError):
        doing.unknown("more than is followed")
    doing.end()
    return True


class Statements(Expressions):
    """Walk statements; ``names`` is what is known of the names at hand."""

    def block(self, body: "list[Any]") -> None:
        """Walk statements in order."""
        for node in body:
            self.doing.spend()
            handler = getattr(self, "do_" + type(node).__name__, None)
            if handler is None:
                self.children(node)
            else:
                handler(node)

    def do_Expr(self, node: "Any") -> None:
        self.value(node.value)

    def do_Import(self, node: "Any") -> None:
        for one in node.names:
            name = one.name if one.asname else one.name.partition(".")[0]
            self.names[one.asname or name] = Ref(name)

    def do_ImportFrom(self, node: "Any") -> None:
        for one in node.names:
            if one.name == "*":
                self.stars.append(node.module or "")
            else:
                self.names[one.asname or one.name] = Ref(f"{node.module or '.'}.{one.name}")

    def do_Assign(self, node: "Any") -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def do_AnnAssign(self, node: "Any") -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def do_AugAssign(self, node: "Any") -> None:
        kind = type(node.op).__name__
        self.bind(node.target, self.operated(kind, self.value(node.target), self.value(node.value)))

    def do_FunctionDef(self, node: "Any") -> None:
        made = self.function(node)
        for one in node.decorator_list:
            found = self.value(one)
            if isinstance(found, Ref) and found.name == "atexit.register":
                self.invoke(made, [], {})
        self.names[node.name] = made

    do_AsyncFunctionDef = do_FunctionDef

    def do_ClassDef(self, node: "Any") -> None:
        methods: dict[str, Function] = {}
        outer, self.names = self.names, dict(self.names)
        for one in node.body:
            if type(one).__name__ in ("FunctionDef", "AsyncFunctionDef"):
                methods[one.name] = self.function(one)
            else:
                self.block([one])
        held, self.names = self.names, outer
        made = Thing(methods)
        made.fields = {name: one for name, one in held.items() if not same(outer.get(name, made), one)}
        self.names[node.name] = made

    def do_Return(self, node: "Any") -> None:
        if node.value is not None:
            self.returned.append(self.value(node.value))

    def do_If(self, node: "Any") -> None:
        self.value(node.test)
        narrows = self.narrows(node.test)
        self.doing.filters += narrows
        before = dict(self.names)
        self.block(node.body)
        after, self.names = self.names, before
        self.block(node.orelse)
        self.doing.filters -= narrows
        self.join(after)

    def join(self, other: "dict[str, object]") -> None:
        """Join what holds with what holds on another way here."""
        for name, value in other.items():
            if not same(self.names.get(name, self), value):
                self.names[name] = either([self.names[name], value]) if name in self.names else value

    def narrows(self, test: "Any") -> bool:
        """Tell whether a condition picks some of the files: any but whether they exist."""
        kind = type(test).__name__
        if kind == "Call" and type(test.func).__name__ == "Attribute":
            return test.func.attr not in _TESTS
        if kind == "UnaryOp":
            return self.narrows(test.operand)
        return kind not in ("Constant", "Name")

    def do_For(self, node: "Any") -> None:
        self.over(self.value(node.iter), node.target, node.body)
        self.block(node.orelse)

    do_AsyncFor = do_For

    def over(self, items: object, target: "Any", body: "list[Any]") -> None:
        """Walk a body for each item: as it is for few known ones, else with what all share."""
        found: list[object] = [None]
        if isinstance(items, list):
            found = items[:_ITEMS]
        elif isinstance(items, Below):
            found = [items]
        elif items is not None:
            found = [self.item(items)]
        before = dict(self.names)
        for item in found:
            self.bind(target, item)
            self.block(body)
        self.join(before)

    def do_While(self, node: "Any") -> None:
        self.value(node.test)
        before = dict(self.names)
        self.block(node.body)
        self.join(before)
        self.block(node.orelse)

    def do_With(self, node: "Any") -> None:
        for one in node.items:
            value = self.value(one.context_expr)
            if one.optional_vars is not None:
                self.bind(one.optional_vars, value)
        self.block(node.body)

    do_AsyncWith = do_With

    def do_Try(self, node: "Any") -> None:
        self.block(node.body)
        for one in node.handlers:
            before = dict(self.names)
            self.block(one.body)
            self.join(before)
        self.block(node.orelse)
        self.block(node.finalbody)

    do_TryStar = do_Try

    def do_Match(self, node: "Any") -> None:
        self.value(node.subject)
        for one in node.cases:
            before = dict(self.names)
            self.block(one.body)
            self.join(before)

    def do_Delete(self, node: "Any") -> None:
        for target in node.targets:
            self.bind(target, None)

    def do_Global(self, node: "Any") -> None:
        """Names are one table here."""

    do_Nonlocal = do_Pass = do_Break = do_Continue = do_Global
