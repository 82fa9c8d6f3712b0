"""Look up parameters and apply their operators; work out arithmetic.  Hot."""

from failshut.model import Word
from failshut.shell.arith import Broken, Sum, Unknown, assigned
from failshut.shell.patterns import cut, recase, replace
from failshut.shell.state import FEW, PARTED, START, UNSET, Array, Kept, Maybe, State, Value, tidy, unknown
from failshut.shell.syntax import Lit, Param, Part

LIMIT = 65536  # characters that one word may have
_SURE = ("HOME", "PWD", "USER", "PATH", "SHELL")  # taken to be set and not empty


class Exhausted(Exception):
    """Say that the text takes more work than it may; ``str()`` is the reason."""


class Parameters:
    """Look up and change values in ``state``."""

    __slots__ = ("broken", "picked", "script", "state", "steps", "trace", "vague", "whole")

    def __init__(self, state: State, steps: int) -> None:
        self.state = state
        self.steps = steps
        self.script: list[int] = []
        self.trace: list[int] = []  # how many ways there were at each choice
        self.picked: dict[object, int] = {}
        self.vague = False
        self.whole = False  # the value at hand becomes one word
        self.broken = False  # an expansion failed, so that its command may not run

    def spend(self, steps: int) -> None:
        """Count work; raises ``Exhausted``."""
        self.steps -= steps
        if self.steps < 0:
            raise Exhausted("more than is followed")

    def choose(self, key: object, ways: int) -> int:
        """Return which of several ways this pass takes; -1 = they are too many, the value is unknown."""
        if self.vague or ways > FEW:
            return -1
        if key not in self.picked:
            at = len(self.trace)
            self.picked[key] = self.script[at] if at < len(self.script) else 0
            self.trace.append(ways)
        return self.picked[key]

    def lookup(self, name: str, part: Param) -> list[Word]:
        """Return what a parameter holds before its operator is applied."""
        state = self.state
        if name in ("@", "*"):
            return [unknown(name)] if state.args is None else list(state.args)
        if name == "#":
            sure = state.args is not None and not Array(dict(enumerate(state.args))).vague()
            return [Word(str(len(state.args or ()))) if sure else unknown("#")]
        if name.isdigit() and name != "0":
            return [self.argument_at(int(name) - 1)]
        if name.startswith("~"):
            return [Word(name, False)]
        if not (name[0].isalpha() or name[0] == "_") or name == "_":
            return [unknown(name)]
        if name == "PWD" and name not in state.values:
            return [self.folder()]
        value = self.held(name, state.get(name))
        if part.index is not None:
            return self.element(name, value, part.index)
        if value is None:
            return [unknown(name)]
        if isinstance(value, Array):
            return [value.items.get(0, UNSET)]
        assert isinstance(value, Word)
        return [value]

    def argument_at(self, at: int) -> Word:
        """Return an argument; behind one that may be none or many, it may also be another."""
        args = self.state.args
        if args is None:
            return unknown(str(at + 1))
        word = args[at] if at < len(args) else UNSET
        if not any([one.glob for one in args[: at + 1]]) and all([one.literal for one in args[:at]]):
            return word
        return word if self.choose(("argument", at), 2) == 0 else unknown(str(at + 1))

    def element(self, name: str, value: Value, index: tuple[Part, ...]) -> list[Word]:
        """Return an array's element, or all of them."""
        only = index[0] if len(index) == 1 else None
        every = isinstance(only, Lit) and only.text in ("@", "*")
        if value is None:
            return [unknown(name)]
        if not isinstance(value, Array):
            assert isinstance(value, Word)
            if every:
                return [] if value is UNSET else [value]
            value = Array({0: value})
        if every:
            return value.words()
        key = self.subscript(index, value)
        if not value.named and any([word.glob for word in value.items.values()]):
            key = None
        return [unknown(name) if key is None else value.items.get(key, UNSET)]

    def subscript(self, index: tuple[Part, ...], value: Array | None) -> "int | str | None":
        """Return the key that a subscript means; None = unknown."""
        text = self.one(index)
        if not text.literal:
            return None
        if value is not None and value.named:
            return text.text
        number = self.arithmetic(index)
        if not number.literal:
            return None
        found = int(number.text)
        if found < 0 and value is not None and value.items:
            found += 1 + max([key for key in value.items if isinstance(key, int)])
        return found if found >= 0 else None

    def folder(self) -> Word:
        """Return the folder at hand as a word."""
        cwd = self.state.cwd
        if cwd is None:
            return unknown("PWD")
        cwd = tidy(cwd)
        if cwd.startswith("/"):
            return Word(cwd)
        if cwd.startswith("$HOME"):
            return Word(cwd, False)
        return Word(f"{START}/{cwd}" if cwd else START, False)

    def parameter(self, part: Param) -> list[Word]:
        """Return the values of ``$name`` or ``${…}``."""
        op, name = part.op, part.name
        if op == "bad" or op == "names":
            return [self.noted(part)]
        values = self.lookup(name, part)
        if part.indirect:
            value = self.starred(values)
            if part.index is not None and not op:
                return self.keys(name, part)
            if not value.literal or not value.text.isidentifier():
                return [unknown()]
            values = self.lookup(value.text, Param(value.text, part.quoted))
        if not op:
            return values
        if op == "#len":
            return [self.length(values, part)]
        if op in (":-", "-", ":=", "=", ":?", "?", ":+", "+"):
            return self.fallback(values, part)
        if op == ":" and (name in ("@", "*") or part.index is not None):
            return self.slice(values, part)
        return [self.changed(value, part) for value in values]

    def noted(self, part: Param) -> Word:
        """Return what a mark says in a text that a value was put into."""
        raise NotImplementedError

    def keys(self, name: str, part: Param) -> list[Word]:
        """Return an array's subscripts."""
        value = self.held(name, self.state.get(name))
        if isinstance(value, Array):
            return value.subscripts()
        return [unknown()]

    def length(self, values: list[Word], part: Param) -> Word:
        """Return ``${#name}``."""
        index = part.index
        only = index[0] if index is not None and len(index) == 1 else None
        if part.name in ("@", "*") or (isinstance(only, Lit) and only.text in ("@", "*")):
            sure = all([value.literal and not value.glob for value in values])
            return Word(str(len(values))) if sure else unknown()
        sure = bool(values) and values[0].literal and not values[0].glob
        return Word(str(len(values[0].text))) if sure else unknown()

    def fallback(self, values: list[Word], part: Param) -> list[Word]:
        """Return ``${name:-word}`` and its kin; when it can't be told, once each way."""
        op = part.op
        filled = self.filled(values, op[0] == ":")
        if filled is None:
            pick = self.choose(id(part), 2)
            if pick < 0:
                return [unknown()]
            filled = pick == 0
            if filled and op[-1] in "-=" and len(values) == 1 and op[0] == ":":
                return [unknown(part.name + ":-")]
        if op[-1] == "+":
            return self.argument(part) if filled else [UNSET]
        if filled or op[-1] == "?":
            return values
        if op[-1] == "=" and part.name.isidentifier():
            found = self.one(part.arg)
            self.state.set(part.name, found)
            return [found]
        return self.argument(part)

    def argument(self, part: Param) -> list[Word]:
        """Return the word behind an operator."""
        if part.quoted or self.whole:
            return [self.one(part.arg)]
        words = self.fields(part.arg, True)
        return [one if one is PARTED else Kept(one.text, one.literal, one.glob) for one in words] or [UNSET]

    @staticmethod
    def filled(values: list[Word], empty: bool) -> bool | None:
        """Tell whether a parameter is set (and, for ``empty``, not empty); None = unknown."""
        if not values or all([value is UNSET for value in values]):
            return False
        value = values[0]
        if value.literal:
            return bool(value.text) or not empty or len(values) > 1
        head, _, tail = value.text.partition("$")
        if head or tail in _SURE or "/" in tail or tail.startswith("__start"):
            return True
        return None

    def changed(self, value: Word, part: Param) -> Word:
        """Return a value with its operator applied; unknown when one of the two is."""
        op = part.op
        value = Word(value.text, False) if value.glob else value
        self.spend(1 + min(len(value.text), 400) ** 2 // 1000)
        lost = unknown(part.name if part.name.isidentifier() else "_")
        if op in ("#", "##", "%", "%%"):
            pattern = self.one(part.arg, pattern=True)
            if not value.literal and pattern.text == "/" and op[0] == "%":
                return Word(value.text.removesuffix("/"), False)
            known = cut(value.text, pattern.text, op) if value.literal and pattern.literal else None
        elif op[0] == "/" and value is UNSET:
            return UNSET
        elif op[0] == "/":
            pattern, new = self.one(part.arg, pattern=True), self.one(part.more or ())
            # An ampersand stands for what was found, in a newer bash, unless it is quoted.
            sure = value.literal and pattern.literal and new.literal and "&" not in new.text
            known = replace(value.text, pattern.text, new.text, op) if sure else None
        elif op == ":":
            known = self.substring(value, part)
        elif op[0] in "^,~":
            known = recase(value.text, op) if value.literal and not part.arg else None
        elif value is UNSET:
            return UNSET
        else:
            letter = self.one(part.arg).text
            known = {"U": value.text.upper(), "L": value.text.lower(), "u": recase(value.text, "^"),
                     "Q": "'" + value.text.replace("'", "'\\''") + "'"}.get(letter)  # fmt: skip
            odd = letter == "Q" and not value.text.isprintable()
            known = known if value.literal and not odd else None
        if known is not None and len(known) > LIMIT:
            raise Exhausted("an expansion that grows too long")
        return lost if known is None else Word(known)

    def bounds(self, part: Param) -> tuple[int, int | None] | None:
        """Return the offset and length of ``${name:offset:length}``."""
        start = self.arithmetic(part.arg)
        size = self.arithmetic(part.more) if part.more is not None else None
        if not start.literal or (size is not None and not size.literal):
            return None
        return int(start.text), None if size is None else int(size.text)

    def substring(self, value: Word, part: Param) -> str | None:
        bounds = self.bounds(part)
        if bounds is None or not value.literal:
            return None
        start, size = bounds
        text = value.text
        if start < 0:
            start += len(text)
            if start < 0:
                return ""
        if size is None:
            return text[start:]
        return text[start : start + size] if size >= 0 else text[start:size]

    def slice(self, values: list[Word], part: Param) -> list[Word]:
        """Return ``${@:offset:length}``."""
        bounds = self.bounds(part)
        if bounds is None or not all([value.literal and not value.glob for value in values]):
            return [unknown()]
        start, size = bounds
        held = self.held(part.name, self.state.get(part.name)) if part.index is not None else None
        if isinstance(held, Array) and start >= 0 and size is None:
            return [held.items[key] for key in sorted(held.keys()) if key >= start]
        if part.index is None:
            values = [unknown("0"), *values]
        if start < 0:
            start += len(values)
            if start < 0:
                return []
        return values[start:] if size is None else values[start : start + max(0, size)]

    def held(self, name: str, value: Value) -> Value:
        """Return a variable's value; of several, the one that this pass takes."""
        if isinstance(value, Maybe):
            pick = self.choose(name, len(value.values))
            return None if pick < 0 else value.values[pick]
        return value

    def arithmetic(self, parts: tuple[Part, ...]) -> Word:
        """Return the value of an arithmetic expression, and set what it sets."""
        text = self.one(parts)
        if not text.literal:
            self.lose(assigned(text.text))
            return unknown()
        values: dict[str, str] = {}
        for name, value in self.state.values.items():
            if isinstance(value, Word) and value.literal:
                values[name] = value.text
        try:
            total = Sum(text.text, values)
            found = total.run()
        except Unknown as error:
            self.broken = self.broken or isinstance(error, Broken)
            self.lose(assigned(text.text))
            return unknown()
        for name, number in total.sets.items():
            self.state.set(name, Word(str(number)))
        return Word(str(found))

    def lose(self, names: list[str]) -> None:
        """Make variables unknown."""
        for name in names:
            self.state.set(name, None)

    def one(self, parts: tuple[Part, ...], pattern: bool = False) -> Word:
        """Return the one word that parts become; the expander knows how."""
        raise NotImplementedError

    def fields(self, parts: tuple[Part, ...], apart: bool = False) -> list[Word]:
        """Return the words that parts become; the expander knows how."""
        raise NotImplementedError

    def starred(self, values: list[Word], apart: bool = False) -> Word:
        """Return several values as one word; the expander knows how."""
        raise NotImplementedError
