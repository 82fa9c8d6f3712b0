"""Tell what the expressions of a Python script hold."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Callable, Mapping

from failshut.lint.answers.paths import Path, hole, known, small

Calls = Callable[[ast.Call, Path, int], object]
DEEPEST = 25


class Values:
    """The values of expressions on a path; what can't be told is a string with a hole."""

    def __init__(self, functions: Mapping[str, ast.AST]) -> None:
        """Take the script's functions, whose plain returns are read."""
        self.functions = functions

    def of(self, node: ast.AST | None, path: Path, deep: int = 0) -> object:
        """Return what an expression holds."""
        if node is None or deep > DEEPEST:
            return hole()
        method = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if method is None:
            return hole(named(node))
        try:
            found: object = method(node, path, deep + 1)
        except (ValueError, TypeError, KeyError, IndexError, ArithmeticError, AttributeError, MemoryError):
            return hole(named(node))
        if isinstance(found, (str, list, tuple, dict)) and not small(found):
            return hole(named(node))
        return found

    def text(self, node: ast.AST | None, path: Path, deep: int = 0) -> str:
        """Return what ``str()`` of an expression holds."""
        return shown_as_text(self.of(node, path, deep))

    def of_constant(self, node: ast.Constant, path: Path, deep: int) -> object:
        """Read a literal."""
        return node.value

    def of_name(self, node: ast.Name, path: Path, deep: int) -> object:
        """Read a variable."""
        return path.variables.get(node.id, hole(node.id))

    def of_attribute(self, node: ast.Attribute, path: Path, deep: int) -> object:
        """Read an attribute: what was put there, or nothing that can be told."""
        return path.variables.get(dotted(node), hole(named(node)))

    def of_joinedstr(self, node: ast.JoinedStr, path: Path, deep: int) -> object:
        """Read an f-string."""
        found = ""
        for one in node.values[:200]:
            if isinstance(one, ast.FormattedValue):
                value = self.of(one.value, path, deep)
                plain = one.conversion == -1 and one.format_spec is None and known(value)
                if one.conversion == ord("r") and isinstance(value, str) and known(value):
                    found += repr(value)
                elif plain:
                    found += shown_as_text(value)
                elif one.format_spec is None and one.conversion == -1 and isinstance(value, str):
                    found += value
                else:
                    found += hole(named(one.value))
            else:
                found += self.text(one, path, deep)
        return found

    def of_binop(self, node: ast.BinOp, path: Path, deep: int) -> object:
        """Read ``+``, ``%`` and ``*``."""
        left, right = self.of(node.left, path, deep), self.of(node.right, path, deep)
        if isinstance(node.op, ast.Add):
            if isinstance(left, str) and isinstance(right, str):
                return left + right
            if isinstance(left, list) and isinstance(right, list):
                return left + right
            if known(left) and known(right) and isinstance(left, int) and isinstance(right, int):
                return left + right
        if isinstance(node.op, ast.Mod) and isinstance(left, str):
            return percent(left, right, named(node.right))
        if (
            isinstance(node.op, ast.Mult)
            and isinstance(left, str)
            and isinstance(right, int)
            and right < 200
        ):
            return left * right
        return hole(named(node))

    def of_dict(self, node: ast.Dict, path: Path, deep: int) -> object:
        """Read a dict."""
        found: dict[object, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            held = self.of(value, path, deep)
            if key is None:
                found.update(held if isinstance(held, dict) else {})
            else:
                found[self.text(key, path, deep)] = held
        return found

    def of_list(self, node: ast.List | ast.Tuple, path: Path, deep: int) -> object:
        """Read a list or tuple."""
        return [self.of(one, path, deep) for one in node.elts]

    of_tuple = of_list

    def of_subscript(self, node: ast.Subscript, path: Path, deep: int) -> object:
        """Read ``x[key]``."""
        value, key = self.of(node.value, path, deep), self.of(node.slice, path, deep)
        if isinstance(value, dict) and isinstance(key, str) and key in value:
            return value[key]
        if isinstance(value, list) and isinstance(key, int) and -len(value) <= key < len(value):
            return value[key]
        return hole(named(node))

    def of_boolop(self, node: ast.BoolOp, path: Path, deep: int) -> object:
        """Read ``a or b``."""
        for one in node.values[:-1]:
            value = self.of(one, path, deep)
            if not known(value):
                return hole(named(one))
            if bool(value) == isinstance(node.op, ast.Or):
                return value
        return self.of(node.values[-1], path, deep)

    def of_unaryop(self, node: ast.UnaryOp, path: Path, deep: int) -> object:
        """Read ``-1`` and ``not x``."""
        value = self.of(node.operand, path, deep)
        if not known(value):
            return hole(named(node))
        if isinstance(node.op, ast.Not):
            return not value
        return -value if isinstance(node.op, ast.USub) and isinstance(value, int) else hole(named(node))

    def of_ifexp(self, node: ast.IfExp, path: Path, deep: int) -> object:
        """Read ``a if t else b`` where t can be told."""
        test = self.truth(node.test, path)
        if test is None:
            return hole(named(node.body) or named(node.orelse))
        return self.of(node.body if test else node.orelse, path, deep)

    def of_call(self, node: ast.Call, path: Path, deep: int) -> object:
        """Read a call of what makes texts."""
        name = dotted(node.func)
        given = [self.of(one, path, deep) for one in node.args]
        if name in ("json.dumps", "dumps") and given:
            return self.dumped(node, given[0], path)
        if (
            name in ("textwrap.dedent", "dedent", "inspect.cleandoc")
            and given
            and isinstance(given[0], str)
        ):
            return textwrap.dedent(given[0])
        if name == "len" and len(given) == 1 and isinstance(given[0], list):
            return len(given[0])
        if name == "str" and len(given) == 1:
            return shown_as_text(given[0])
        if name == "dict" and not node.args:
            return {one.arg: self.of(one.value, path, deep) for one in node.keywords if one.arg}
        if isinstance(node.func, ast.Attribute):
            return self.method(node, given, path, deep)
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            return self.returned(node, path, deep)
        return hole(named(node))

    def dumped(self, node: ast.Call, value: object, path: Path) -> object:
        """Return the text of ``json.dumps``."""
        if isinstance(value, str) and not known(value):
            return value if value.startswith("\ue000") and value.endswith("\ue001") else f'"{value}"'
        options = {one.arg: self.of(one.value, path) for one in node.keywords if one.arg}
        indent = options.get("indent")
        return json.dumps(
            value,
            indent=indent if isinstance(indent, int) and not isinstance(indent, bool) else None,
            sort_keys=options.get("sort_keys") is True,
            ensure_ascii=False,
        )

    def method(self, node: ast.Call, given: list[object], path: Path, deep: int) -> object:
        """Return what a method of a text gives."""
        assert isinstance(node.func, ast.Attribute)
        owner, name = self.of(node.func.value, path, deep), node.func.attr
        if isinstance(owner, dict) and name == "get" and given and isinstance(given[0], str):
            return owner.get(given[0], given[1] if len(given) > 1 else None)
        if not isinstance(owner, str):
            return hole(named(node))
        if name == "format":
            options = {one.arg: self.of(one.value, path, deep) for one in node.keywords if one.arg}
            return filled(owner, given, options)
        if name == "join" and given and isinstance(given[0], list):
            return owner.join(shown_as_text(one) for one in given[0])
        if name == "join" and node.args:
            return hole(named(node.args[0]))
        if name in ("strip", "lstrip", "rstrip", "upper", "lower") and known(owner) and not given:
            return getattr(owner, name)()
        if name in ("strip", "lstrip", "rstrip") and not owner.startswith("\ue000"):
            return owner.strip() if not given else hole(named(node))
        return hole(named(node.func.value))

    def returned(self, node: ast.Call, path: Path, deep: int) -> object:
        """Return what a function gives back whose body is one return (or a docstring and one)."""
        assert isinstance(node.func, ast.Name)
        function = self.functions[node.func.id]
        body = getattr(function, "body", [])
        plain = [
            one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        ]
        if len(plain) != 1 or not isinstance(plain[0], ast.Return) or deep > 12:
            return hole(named(node))
        return self.of(plain[0].value, self.entered(function, node, path, deep), deep + 3)

    def entered(self, function: ast.AST, node: ast.Call, path: Path, deep: int = 0) -> Path:
        """Return the path with a function's parameters set."""
        arguments = getattr(function, "args", None)
        if not isinstance(arguments, ast.arguments):
            return path
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        if names[:1] in (["self"], ["cls"]):
            names = names[1:]
        every = [*names, *(one.arg for one in arguments.kwonlyargs)]
        given: dict[str, object] = {name: hole(name) for name in every}
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                given[extra.arg] = hole(extra.arg)
        for name, value in zip(reversed(names), reversed(arguments.defaults), strict=False):
            given[name] = self.of(value, path, deep)
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False):
            if default is not None:
                given[one.arg] = self.of(default, path, deep)
        if any(isinstance(one, ast.Starred) for one in node.args):
            return path.put(**{name: hole(name) for name in every})
        values = [self.of(one, path, deep) for one in node.args]
        given |= dict(zip(names, values, strict=False))
        if arguments.vararg is not None:
            given[arguments.vararg.arg] = values[len(names) :]
        given |= {one.arg: self.of(one.value, path, deep) for one in node.keywords if one.arg in every}
        return path.put(**given)

    def truth(self, node: ast.AST, path: Path, deep: int = 0) -> bool | None:
        """Return how a test turns out, None when that can't be told."""
        if deep > DEEPEST:
            return None
        if isinstance(node, ast.BoolOp):
            end = isinstance(node.op, ast.Or)
            found = [self.truth(one, path, deep + 1) for one in node.values]
            if end in found:
                return end
            return None if None in found else not end
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.truth(node.operand, path, deep + 1)
            return None if inner is None else not inner
        if isinstance(node, ast.Compare):
            return self._compared(node, path, deep)
        value = self.of(node, path, deep)
        if isinstance(value, str):
            rest = re.sub("\ue000[^\ue001]*\ue001", "", value)
            return True if rest else (None if not known(value) else bool(value))
        if isinstance(value, (list, dict)):
            return bool(value)
        return bool(value)

    def _compared(self, node: ast.Compare, path: Path, deep: int) -> bool | None:
        if len(node.ops) != 1:
            return None
        left, right = self.of(node.left, path, deep), self.of(node.comparators[0], path, deep)
        operator = node.ops[0]
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, list) and known(left):
            words = [one for one in right if known(one)]
            own = int(dotted(node.comparators[0]) == "sys.argv")  # the script's own name is no argument
            if left in words or len(words) == len(right) - own:
                return (left in words) == isinstance(operator, ast.In)
        if not known(left) or not known(right):
            return None
        if isinstance(operator, (ast.Eq, ast.NotEq)):
            return (left == right) == isinstance(operator, ast.Eq)
        if isinstance(operator, (ast.Is, ast.IsNot)) and (left is None or right is None):
            return (left is right) == isinstance(operator, ast.Is)
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, (str, list, dict)):
            if isinstance(right, str) and not isinstance(left, str):
                return None
            return (left in right) == isinstance(operator, ast.In)
        if isinstance(left, int) and isinstance(right, int):
            order = {
                ast.Gt: left > right,
                ast.GtE: left >= right,
                ast.Lt: left < right,
                ast.LtE: left <= right,
            }
            return order.get(type(operator))
        return None


def dotted(node: ast.AST) -> str:
    """Return the dotted name of an expression, "" when it has none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def named(node: ast.AST, deep: int = 0) -> str:
    """Return the first variable that an expression names."""
    waiting: list[ast.AST] = [node]
    for _ in range(200):
        if not waiting:
            break
        one = waiting.pop()
        if isinstance(one, ast.Name):
            return one.id
        waiting.extend(reversed(list(ast.iter_child_nodes(one))))
    return ""


def shown_as_text(value: object) -> str:
    """Return what a value looks like when it is printed."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value) if known(value) else hole()


def percent(pattern: str, value: object, name: str) -> str:
    """Return what ``pattern % value`` holds."""
    left = list(value) if isinstance(value, list) else [value]

    def one(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if found[1]:
            held = (
                value.get(found[1][1:-1], hole(found[1][1:-1])) if isinstance(value, dict) else hole(name)
            )
        else:
            held = left.pop(0) if left else hole(name)
        plain = re.fullmatch(r"%(\(\w+\))?[sd]", found[0])
        return shown_as_text(held) if plain and small(held, 300) else hole(name)

    return re.sub(r"%(\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sdrifgxXoc]|%%", one, pattern)


def filled(pattern: str, given: list[object], options: Mapping[str, object]) -> str:
    """Return what ``pattern.format(…)`` holds."""
    left = list(given)

    def one(found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        name, rest = found[1] or "", found[2] or ""
        if name.isdigit():
            held = given[int(name)] if int(name) < len(given) else hole()
        elif name:
            held = options.get(name, hole(name))
        else:
            held = left.pop(0) if left else hole()
        return shown_as_text(held) if not rest and small(held, 300) else hole(name)

    return re.sub(r"\{\{|\}\}|\{(\w*)([^{}]*)\}", one, pattern)
