"""Tell what the tests of a shell script ask: for a helper, for the payload, or something else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from failshut.lint.answers import CHECK, MISSING, UNREADABLE
from failshut.lint.answers.paths import Path, known

if TYPE_CHECKING:
    from tree_sitter import Node

    from failshut.lint.answers.shell_values import Values
    from failshut.lint.syntax import Tree

_HELPER = re.compile(
    r"^\s*(?:(?:builtin\s+)?command\s+-[vV]|which|type(?:\s+-[pPt]+)?|hash|whereis)\s"
    r"|\b(?:python3?|node|ruby|perl)\s+-c\s+['\"]import\s+[\w., ]+['\"]"
    r"|^\s*\S*(?:python3?|node|jq|ruby|perl)\s+(?:--version|-V)\b"
)
_PROGRAM_FILE = re.compile(
    r"\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|exe)\b|/s?bin/|node_modules|venv"
    r"|\$\{?\w*(?:SCRIPT|TOOL|LIB|HELPER|BIN|PYTHON|VENV|CHECKER|GUARD|RUNNER|NODE|JQ)",
    re.I,
)
_READS = re.compile(
    r"\$\(\s*(?:timeout\s+\S+\s+)?cat\s*(?:-|/dev/stdin)?\s*(?:2>\S+\s*)?(?:\|\|[^)]*)?\)|\$\(\s*<\s*/dev/stdin"
    r"|\bjson\.loads?\(|\bJSON\.parse\(|CLAUDE_TOOL_INPUT|\bTOOL_INPUT\b|\$\(\s*(?:head|dd|tee)\b[^|]*\)$"
)
_FIELDS = re.compile(
    r"\b(?:tool_?input|tool_?name|tool_?args|command|file_?path|prompt|session_?id|hook_event_name|cwd)\b",
    re.I,
)
_TRIVIAL = re.compile(r"^['\"]?(?:\.|empty|type|true|\.?\s*\|\s*type.*|type\s*==\s*\"object\")['\"]?$")
_PARSER = re.compile(r"\b(?:jq|gojq|jaq|python3?|node|ruby|perl|yq)\b|\b(?:grep|sed|awk)\b.*\"\\?\w*\\?\"")
_NAME = re.compile(r"\$\{?(\w+)")


def payload_variables(tree: Tree) -> frozenset[str]:
    """Return the variables that hold the payload or a part of it."""
    functions = {
        tree.text_of(one.child_by_field_name("name")): tree.text_of(one)
        for one in tree.every("function_definition")
    }
    readers = [name for name, body in functions.items() if len(body) < 600 and _PARSER.search(body)]
    called = re.compile(r"\$\(\s*(?:" + "|".join(map(re.escape, readers)) + r")\b") if readers else None
    found: set[str] = set()
    for node in tree.every("variable_assignment", "command"):
        text = tree.text_of(node)
        if node.type == "command":
            words = text.split()
            reads = "read" in words[:2] or words[:1] in (["mapfile"], ["readarray"])
            if reads and not _in_loop(node):
                found |= {one for one in words if re.fullmatch(r"[A-Za-z_]\w*", one)} - {"read"}
            continue
        name, _, value = text.partition("=")
        parsed = _PARSER.search(value) and (
            found & set(_NAME.findall(value)) or (_FIELDS.search(value) and "$(" in value)
        )
        filled = bool(re.fullmatch(r"['\"]?\$\{?\w+(?::?-[^}]*)?\}?['\"]?", value)) and (
            found & set(_NAME.findall(value))
        )
        if _READS.search(value) or parsed or filled or (called and called.search(value)):
            found.add(name.rstrip("+"))
    return frozenset(found)


def _in_loop(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type in ("command", "list", "redirected_statement"):
        above = above.parent
    return above is not None and above.type == "while_statement"


class Tests:
    """What the tests of a text ask."""

    def __init__(self, values: Values, payload: frozenset[str], functions: dict[str, Node]) -> None:
        """Take what tells values, the variables of the payload, and the functions by name."""
        self.values = values
        self.payload = payload
        self.functions = functions
        self.sourced: bool | None = None  # whether another script reads the text in

    def why(self, node: Node | None, truth: bool, last: Node | None = None, deep: int = 0) -> str:
        """Return why a branch runs when a test turned out so; ``last`` is the statement before it."""
        if node is None or deep > 12:
            return CHECK
        kind = node.type
        if kind == "negated_command":
            inner = node.named_children[0] if node.named_children else None
            return self.why(inner, not truth, last, deep + 1)
        if kind in ("redirected_statement",):
            return self.why(node.child_by_field_name("body"), truth, last, deep + 1)
        if kind in ("list", "test_command", "parenthesized_expression", "compound_statement"):
            if kind == "compound_statement" and node.named_child_count != 1:
                return CHECK
            return self._any(node, truth, last, deep)
        if kind == "binary_expression":
            return self._compared(node, truth, last, deep)
        if kind == "unary_expression":
            return self._unary(node, truth, deep)
        if kind == "pipeline":
            negated = node.named_children and node.named_children[0].type == "negated_command"
            return self._command(self.values.raw(node).lstrip("! "), truth != bool(negated))
        if kind in ("command", "variable_assignment", "declaration_command"):
            return self._command(self.values.raw(node), truth)
        return CHECK

    def _any(self, node: Node, truth: bool, last: Node | None, deep: int) -> str:
        for child in node.named_children:
            found = self.why(child, truth, last, deep + 1)
            if found != CHECK:
                return found
        return CHECK

    def _unary(self, node: Node, truth: bool, deep: int) -> str:
        text = self.values.raw(node).strip()
        if text.startswith("!"):
            return self.why(
                node.named_children[-1] if node.named_children else None, not truth, None, deep + 1
            )
        form = re.match(r"-(\w)\s+(.*)", text, re.S)
        if not form:
            return CHECK
        flag, operand = form.groups()
        if flag in "zn":
            empty = (flag == "z") == truth
            if empty and _HELPER.match(re.sub(r"^[\"']?\$\(", "", operand)):
                return MISSING
            if "$(" in operand and not _PARSER.search(operand):
                return CHECK  # what another program says of a part of the payload
            return UNREADABLE if empty and self.payload & set(_NAME.findall(operand)) else CHECK
        if truth or flag not in "xfersd":
            return CHECK
        return MISSING if flag == "x" or _PROGRAM_FILE.search(operand) else CHECK

    def _compared(self, node: Node, truth: bool, last: Node | None, deep: int) -> str:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = self.values.raw(found) if (found := node.child_by_field_name("operator")) else ""
        if operator in ("-o", "-a", "||", "&&"):
            return self._any(node, truth, last, deep)
        if left is None or right is None:
            return CHECK
        if "$?" in self.values.raw(left) and last is not None:
            failed = (operator in ("-ne", "!=", "-gt")) == truth
            return self.why(last, not failed, None, deep + 1)
        same = operator in ("=", "==", "-eq")
        if (same or operator == "!=") and same == truth:
            word = self.values.raw(right).strip("\"'")
            if word in ("", "null", "{}", "x", "undefined") and self.payload & set(
                _NAME.findall(self.values.raw(left))
            ):
                return UNREADABLE
        return CHECK

    def _command(self, text: str, truth: bool) -> str:
        if truth:
            return CHECK
        name = (text.split() or [""])[0]
        if _HELPER.search(text):
            return MISSING
        body = self.values.raw(self.functions[name]) if name in self.functions else ""
        if body and len(body) < 300 and re.search(r"command\s+-[vV]|\bwhich\b|type -P", body):
            return MISSING
        assigned = re.match(r"(?:local\s+|export\s+|declare\s+)?(\w+)=", text)
        if assigned and assigned[1] in self.payload:
            return UNREADABLE
        filters = re.search(r"\bjq\s+((?:-\w+\s+)*)('[^']*'|\"[^\"]*\"|\S+)", text)
        if filters and _TRIVIAL.match(filters[2]):
            return UNREADABLE
        if re.match(r"(?:IFS=\S*\s+)?read\b", text):
            return UNREADABLE
        source = re.match(r"(?:\.|source)\s", text)
        return MISSING if source else CHECK

    def item(self, subject: Node | None, words: list[str]) -> str:
        """Return why an item of a ``case`` runs."""
        if subject is None or not self.payload & set(_NAME.findall(self.values.raw(subject))):
            return CHECK
        return UNREADABLE if {word.strip("\"'") for word in words} & {"", "null"} else CHECK

    def decided(self, node: Node, path: Path, deep: int = 0) -> bool | None:
        """Return how a test turns out, None when that can't be told."""
        if deep > 12:
            return None
        if node.type in ("test_command", "parenthesized_expression"):
            inside = node.named_children
            if (
                node.children[:1]
                and node.children[0].type == "["
                and re.search(r"\s-[ao]\s", self.values.raw(node))
            ):
                return None
            return self.decided(inside[0], path, deep + 1) if len(inside) == 1 else None
        if node.type in ("string", "word", "simple_expansion", "concatenation", "raw_string", "expansion"):
            value = self.values.of(node, path)
            return bool(value) if known(value) else None
        if node.type == "unary_expression":
            operator, operand = node.children[0], node.children[-1]
            if operator.type == "!":
                inner = self.decided(operand, path, deep + 1)
                return None if inner is None else not inner
            flag = self.values.raw(operator)
            value = self.values.of(operand, path)
            if flag not in ("-z", "-n"):
                return None
            filled = bool(_drop_holes(value))
            if not known(value) and not filled:
                return None
            return filled == (flag == "-n")
        if node.type == "binary_expression":
            return self._decided(node, path, deep)
        return None

    def _decided(self, node: Node, path: Path, deep: int) -> bool | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        found = node.child_by_field_name("operator")
        if left is None or right is None or found is None:
            return None
        operator = self.values.raw(found)
        if operator in ("-a", "&&", "-o", "||"):
            one, two = self.decided(left, path, deep + 1), self.decided(right, path, deep + 1)
            end = operator in ("-o", "||")
            if end in (one, two):
                return end
            return None if None in (one, two) else not end
        if right.type in ("regex", "extglob_pattern") and re.search(
            r"[*?\[\]$\\()|]", self.values.raw(right)
        ):
            return None
        if self.sourced is not None and _is_itself(self.values.raw(left), self.values.raw(right)):
            return (not self.sourced) == (operator != "!=")
        a, b = self.values.of(left, path), self.values.of(right, path)
        if not known(a) or not known(b):
            return None
        if operator in ("=", "==", "!="):
            if right.type == "word" and re.search(r"[*?\[]", b):
                return None
            return (a == b) == (operator != "!=")
        if not re.fullmatch(r"-?\d{1,9}", a) or not re.fullmatch(r"-?\d{1,9}", b):
            return None
        order = (int(a) > int(b)) - (int(a) < int(b))
        wanted = {"-eq": (0,), "-ne": (-1, 1), "-gt": (1,), "-ge": (0, 1), "-lt": (-1,), "-le": (-1, 0)}
        return order in wanted[operator] if operator in wanted else None


def _is_itself(left: str, right: str) -> bool:
    """Say whether a test asks if the script was started itself."""
    words = {one.strip('"').replace("{0}", "0") for one in (left, right)}
    return "$0" in words and any(one.startswith("${BASH_SOURCE") or one == "$BASH_SOURCE" for one in words)


def _drop_holes(value: str) -> str:
    return re.sub("\ue000[^\ue001]*\ue001", "", value)
