"""Tell what the expressions of a JavaScript text hold."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from failshut.lint.answers.paths import Path, hole, known, small

if TYPE_CHECKING:
    from tree_sitter import Node

DEEPEST = 25
FUNCTIONS = ("arrow_function", "function_expression", "function_declaration", "generator_function")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\n)|(.))", re.S)


def unescaped(text: str) -> str:
    """Return a text with its escapes read."""

    def one(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code:
            return chr(int(code, 16)) if int(code, 16) < 0x110000 else ""
        return "" if found[4] else _ESCAPES.get(found[5], found[5])

    read = _ESCAPE.sub(one, text)
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def as_text(value: object) -> str:
    """Return what a value looks like in a text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value)
    return hole()


def truth(value: object) -> bool | None:
    """Return whether a value counts as true, None when that can't be told."""
    if isinstance(value, str):
        rest = re.sub("\ue000[^\ue001]*\ue001", "", value)
        return True if rest else (None if not known(value) else False)
    return True if isinstance(value, (dict, list)) else bool(value)


class Values:
    """The values of expressions on a path; what can't be told is a string with a hole."""

    def __init__(self, data: bytes) -> None:
        """Take the text's bytes."""
        self.data = data

    def raw(self, node: Node | None) -> str:
        """Return a node's text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace") if node else ""

    def named(self, node: Node | None) -> str:
        """Return the first variable that an expression names."""
        waiting = [node] if node is not None else []
        for _ in range(200):
            if not waiting:
                break
            one = waiting.pop()
            if one.type in ("identifier", "shorthand_property_identifier"):
                return self.raw(one)
            waiting.extend(reversed(one.named_children[:50]))
        return ""

    def of(self, node: Node | None, path: Path, deep: int = 0) -> object:
        """Return what an expression holds."""
        if node is None or deep > DEEPEST:
            return hole()
        method = getattr(self, f"of_{node.type}", None)
        if method is None:
            return hole(self.named(node))
        found: object = method(node, path, deep + 1)
        return found if small(found) else hole(self.named(node))

    def of_string(self, node: Node, path: Path, deep: int) -> object:
        """Read a string."""
        return unescaped(self.raw(node)[1:-1])

    def of_number(self, node: Node, path: Path, deep: int) -> object:
        """Read a number."""
        text = self.raw(node)
        return int(text) if re.fullmatch(r"\d{1,12}", text) else hole()

    def of_true(self, node: Node, path: Path, deep: int) -> object:
        """Read ``true``."""
        return True

    def of_false(self, node: Node, path: Path, deep: int) -> object:
        """Read ``false``."""
        return False

    def of_null(self, node: Node, path: Path, deep: int) -> object:
        """Read ``null``."""
        return None

    of_undefined = of_null

    def of_identifier(self, node: Node, path: Path, deep: int) -> object:
        """Read a variable."""
        name = self.raw(node)
        return path.variables.get(name, hole(name))

    def of_parenthesized_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read what stands in parentheses."""
        return self.of(node.named_children[0], path, deep) if node.named_children else hole()

    of_await_expression = of_parenthesized_expression

    def of_template_string(self, node: Node, path: Path, deep: int) -> object:
        """Read a template."""
        found, at = "", node.start_byte + 1
        for child in node.named_children[:200]:
            if child.type != "template_substitution" or child.start_byte < at:
                continue
            found += unescaped(self.data[at : child.start_byte].decode("utf-8", "replace"))
            inner = child.named_children[0] if child.named_children else None
            value = self.of(inner, path, deep)
            found += as_text(value) if not isinstance(value, (dict, list)) else hole(self.named(inner))
            at = child.end_byte
        return found + unescaped(self.data[at : max(node.end_byte - 1, at)].decode("utf-8", "replace"))

    def of_object(self, node: Node, path: Path, deep: int) -> object:
        """Read an object."""
        found: dict[str, object] = {}
        for child in node.named_children:
            if child.type == "pair":
                key = child.child_by_field_name("key")
                name = self.raw(key)
                if key is not None and key.type == "string":
                    name = str(self.of_string(key, path, deep))
                elif key is not None and key.type == "computed_property_name":
                    name = as_text(
                        self.of(key.named_children[0] if key.named_children else None, path, deep)
                    )
                value = child.child_by_field_name("value")
                if self.raw(value) != "undefined":
                    found[name] = self.of(value, path, deep)
            elif child.type == "shorthand_property_identifier":
                found[self.raw(child)] = self.of_identifier(child, path, deep)
            elif child.type == "spread_element" and child.named_children:
                held = self.of(child.named_children[0], path, deep)
                found.update(held if isinstance(held, dict) else {})
        return found

    def of_array(self, node: Node, path: Path, deep: int) -> object:
        """Read an array."""
        return [self.of(one, path, deep) for one in node.named_children if one.type != "comment"]

    def of_member_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read ``x.key``."""
        value = self.of(node.child_by_field_name("object"), path, deep)
        key = self.raw(node.child_by_field_name("property"))
        if isinstance(value, dict) and key in value:
            return value[key]
        if key == "length" and isinstance(value, list):
            return len(value)
        if key == "length" and isinstance(value, str) and known(value):
            return len(value)
        return path.variables.get(self.raw(node), hole(self.named(node)))

    def of_subscript_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read ``x[key]``."""
        value = self.of(node.child_by_field_name("object"), path, deep)
        key = self.of(node.child_by_field_name("index"), path, deep)
        if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
            return value[key]
        if isinstance(value, dict) and isinstance(key, str) and key in value:
            return value[key]
        return path.variables.get(self.raw(node), hole(self.named(node)))

    def of_binary_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read ``+``, ``||``, ``??`` and comparisons."""
        left = self.of(node.child_by_field_name("left"), path, deep)
        right = self.of(node.child_by_field_name("right"), path, deep)
        operator = self.raw(node.child_by_field_name("operator"))
        if operator == "+":
            if isinstance(left, int) and isinstance(right, int):
                return left + right
            if isinstance(left, (str, int)) or isinstance(right, (str, int)):
                return as_text(left) + as_text(right)
        first = truth(left)
        if operator == "||" and first is not None:
            return left if first else right
        if operator == "&&" and first is not None:
            return right if first else left
        if operator == "??" and known(left):
            return right if left is None else left
        if operator in ("===", "==", "!==", "!=") and known(left) and known(right):
            return (left == right) == (operator[0] == "=")
        if isinstance(left, int) and isinstance(right, int) and operator in (">", "<", ">=", "<="):
            return {">": left > right, "<": left < right, ">=": left >= right, "<=": left <= right}[
                operator
            ]
        return hole(self.named(node))

    def of_unary_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read ``!x``."""
        held = truth(self.of(node.child_by_field_name("argument"), path, deep))
        return not held if self.raw(node).startswith("!") and held is not None else hole(self.named(node))

    def of_ternary_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read ``a ? b : c`` where a can be told."""
        test = truth(self.of(node.child_by_field_name("condition"), path, deep))
        if test is None:
            return hole(self.named(node.child_by_field_name("consequence")))
        return self.of(node.child_by_field_name("consequence" if test else "alternative"), path, deep)

    def of_call_expression(self, node: Node, path: Path, deep: int) -> object:
        """Read a call of what makes texts."""
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        name = self.raw(function)
        if name == "JSON.stringify" and given:
            return self.dumped([self.of(one, path, deep) for one in given[:3]], self.named(given[0]))
        if name in ("String", "Number") and given:
            held = self.of(given[0], path, deep)
            return as_text(held) if name == "String" else held
        if function is None or function.type != "member_expression":
            return hole(self.named(node))
        owner = self.of(function.child_by_field_name("object"), path, deep)
        method = self.raw(function.child_by_field_name("property"))
        if method == "join" and isinstance(owner, list):
            between = self.of(given[0], path, deep) if given else ","
            return as_text(between).join(as_text(one) for one in owner)
        if method == "slice" and isinstance(owner, list) and len(given) == 1:
            start = self.of(given[0], path, deep)
            return owner[start:] if isinstance(start, int) and start >= 0 else hole(self.named(node))
        if method == "includes" and isinstance(owner, list) and len(given) == 1:
            word = self.of(given[0], path, deep)
            told = [one for one in owner if known(one)]
            own = 2 if self.raw(function) == "process.argv.includes" else 0
            whole = len(told) == len(owner) - own
            return word in told if known(word) and (whole or word in told) else hole(self.named(node))
        if method == "trim" and isinstance(owner, str) and (known(owner) or owner[0] != "\ue000"):
            return owner.strip()
        if method == "concat" and isinstance(owner, str) and given:
            return owner + as_text(self.of(given[0], path, deep))
        return hole(self.named(node))

    def dumped(self, given: list[object], name: str) -> str:
        """Return the text of ``JSON.stringify``."""
        value = given[0]
        if isinstance(value, str) and not known(value):
            return hole(name)
        indent = given[2] if len(given) > 2 and isinstance(given[2], int) else None
        marks = (",", ": ") if indent else (",", ":")
        return json.dumps(value, indent=indent or None, separators=marks, ensure_ascii=False)
