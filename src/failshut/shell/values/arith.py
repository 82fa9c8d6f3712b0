"""Work out shell arithmetic on known whole numbers; whatever else stays unknown.  Hot: no imports."""

_BINARY = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<=", ">=", "<", ">"), ("<<", ">>"),
           ("+", "-"), ("*", "/", "%"), ("**",))  # fmt: skip
_OPERATORS = ("<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
              "*=", "/=", "%=", "&=", "|=", "^=")  # fmt: skip
_COMPARE = {
    "==": int.__eq__, "!=": int.__ne__,
    "<=": int.__le__, ">=": int.__ge__, "<": int.__lt__, ">": int.__gt__,
}  # fmt: skip
_COUNT = {
    "|": int.__or__, "^": int.__xor__, "&": int.__and__, "<<": int.__lshift__, ">>": int.__rshift__,
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__,
}  # fmt: skip
_MOST = 2000
_DEEP = 60
_WIDE = 1 << 63


class Unknown(Exception):
    """Say that the value stays unknown."""


class Broken(Unknown):
    """Say that bash finds an error, and doesn't run the command."""


class Sum:
    """Evaluate one expression; ``get`` gives a variable's text, ``sets`` collects what it assigns."""

    __slots__ = ("at", "depth", "mute", "sets", "tokens", "values")

    def __init__(self, text: str, values: dict[str, str]) -> None:
        self.tokens = tokens(text)
        self.at = self.depth = 0
        self.mute = 0  # in what isn't worked out: the other way of a choice
        self.values = values
        self.sets: dict[str, int] = {}

    def run(self) -> int:
        """Return the value; raises ``Unknown``."""
        if not self.tokens:
            return 0
        value = self.comma()
        if self.at < len(self.tokens):
            raise Broken
        return value

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def comma(self) -> int:
        value = self.choice()
        while self.peek() == ",":
            self.at += 1
            value = self.choice()
        return value

    def choice(self) -> int:
        self.depth += 1
        if self.depth > _DEEP:
            raise Unknown
        name, op = self.peek(), self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""
        if (name[:1].isalpha() or name[:1] == "_") and (
            op == "=" or (op[-1:] == "=" and op not in ("==", "!=", "<=", ">="))
        ):
            self.at += 2
            value = self.choice()
            if op != "=":
                value = apply(op[:-1], self.variable(name), value)
            self.put(name, value)
            self.depth -= 1
            return value
        value = self.binary(0)
        if self.peek() == "?":
            self.at += 1
            self.mute += not value
            yes = self.comma()
            self.mute -= not value
            if self.peek() != ":":
                raise Unknown
            self.at += 1
            self.mute += bool(value)
            no = self.choice()
            self.mute -= bool(value)
            value = yes if value else no
        self.depth -= 1
        return value

    def binary(self, level: int) -> int:
        if level == len(_BINARY):
            return self.unary()
        value = self.binary(level + 1)
        while self.peek() in _BINARY[level]:
            op = self.peek()
            self.at += 1
            idle = (op == "||" and value) or (op == "&&" and not value)
            self.mute += bool(idle)
            right = self.binary(level if op == "**" else level + 1)
            self.mute -= bool(idle)
            value = apply(op, value, right)
        return value

    def unary(self) -> int:
        token = self.peek()
        self.at += 1
        if token in ("-", "+", "!", "~"):
            value = self.unary()
            return {"-": -value, "+": value, "!": int(not value), "~": ~value}[token]
        if token in ("++", "--"):
            name = self.peek()
            self.at += 1
            return self.put(name, self.variable(name) + (1 if token == "++" else -1))
        if token == "(":
            value = self.comma()
            if self.peek() != ")":
                raise Broken
            self.at += 1
            return value
        if token[:1].isdigit():
            return number(token)
        value = self.variable(token)
        if self.peek() in ("++", "--"):
            self.put(token, value + (1 if self.peek() == "++" else -1))
            self.at += 1
        return value

    def put(self, name: str, value: int) -> int:
        if not self.mute:
            self.sets[name] = value
        return value

    def variable(self, name: str) -> int:
        if name in self.sets:
            return self.sets[name]
        if not name or not (name[0].isalpha() or name[0] == "_"):
            raise Broken
        if name not in self.values:
            raise Unknown
        text = self.values[name].strip(" \t\n")
        return number(text) if text else 0


def number(text: str) -> int:
    """Return a number as arithmetic reads it; raises ``Unknown``."""
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")
    base = 10
    if digits[:2].lower() == "0x":
        base, digits = 16, digits[2:]
    elif "#" in digits:
        head, _, digits = digits.partition("#")
        base = int(head) if head.isdigit() and len(head) < 3 else 0
    elif digits[:1] == "0" and len(digits) > 1:
        base = 8
    if not (digits.isascii() and digits.isalnum()):
        raise Broken
    if not 2 <= base <= 36 or len(digits) > 20:
        raise Unknown
    try:
        return sign * int(digits, base)
    except ValueError:
        raise Broken from None


def apply(op: str, left: int, right: int) -> int:
    """Return the value of one operation."""
    if (op in ("/", "%") and not right) or (op == "**" and right < 0):
        raise Broken
    if op in ("**", "<<", ">>") and not 0 <= right < 64:
        raise Unknown
    if op in ("/", "%"):
        whole = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return whole if op == "/" else left - whole * right
    value = int(_known(op, left, right))
    if op in ("||", "&&"):
        value = int(bool(value))
    if not -_WIDE <= value < _WIDE:
        raise Unknown
    return value


def _known(op: str, left: int, right: int) -> int:
    if op == "||":
        return left or right
    if op == "&&":
        return left and right
    if op == "**":
        return int(left**right)
    if op in _COMPARE:
        return int(_COMPARE[op](left, right))
    return _COUNT[op](left, right)


def tokens(text: str) -> list[str]:
    """Cut an expression into numbers, names and operators."""
    found: list[str] = []
    at, size = 0, len(text)
    while at < size and len(found) < _MOST:
        char = text[at]
        end = at + 1
        if char in " \t\n":
            at = end
            continue
        if char.isalnum() or char == "_":
            while end < size and (text[end].isalnum() or text[end] in "_#"):
                end += 1
        else:
            op = next((one for one in _OPERATORS if text.startswith(one, at)), char)
            end = at + len(op)
        found.append(text[at:end])
        at = end
    return found


def assigned(text: str) -> list[str]:
    """Return the variables that an expression may set."""
    found, some = [], tokens(text)
    for at, token in enumerate(some):
        following = some[at + 1] if at + 1 < len(some) else ""
        before = some[at - 1] if at else ""
        sets = following[-1:] == "=" and following not in ("==", "!=", "<=", ">=")
        if sets or following in ("++", "--") or before in ("++", "--"):
            found.append(token)
    return found
