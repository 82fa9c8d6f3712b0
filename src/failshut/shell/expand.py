"""Turn the words of the tree into what a program gets, with everything that the text has set.

What a resolved word looks like (every reader of ``Word`` relies on it):

* ``literal``: the text is exactly what the program gets.
* not ``literal``: ``$NAME`` in it is the environment's value (a reader of effects may resolve
  HOME, PWD, OLDPWD, TMPDIR, USER; ``~`` is written ``$HOME``; ``$__start`` is the call's own folder);
  ``${NAME}`` and everything else that begins with ``$`` or ``~`` is unknown.  ``${sub 3}`` is the
  unknown output of a substitution whose last command is number 3; ``${NAME:-}`` is a value that
  stands instead of a default, which the text names for when there is none.

A variable that may have several values makes the caller expand once for each (``choose``).  Hot.
"""

from failshut.model import Word
from failshut.shell.arith import Sum, Unknown, assigned
from failshut.shell.braces import braces
from failshut.shell.patterns import cut, quote, recase, replace
from failshut.shell.state import DOLLAR, FEW, START, UNSET, Array, Maybe, State, Value, unknown
from failshut.shell.syntax import Arith, Lit, Param, Part, Sub
from failshut.shell.syntax import Word as Source

LIMIT = 65536  # characters that one word may have
_GLOBS = "*?["
_BLANKS = " \t\n"
_SURE = ("HOME", "PWD", "USER", "PATH", "SHELL")  # taken to be set and not empty


class Exhausted(Exception):
    """Say that the text takes more work than it may; ``str()`` is the reason."""


def has_glob(text: str) -> bool:
    """Tell whether an unquoted text would be matched against file names."""
    return "*" in text or "?" in text or "[" in text


def glue(pieces: list[Word], glob: bool = False) -> Word:
    """Return one word for pieces; a plain dollar sign beside an unknown piece becomes unknown too."""
    if len(pieces) == 1:
        return pieces[0] if not glob else Word(pieces[0].text, pieces[0].literal, True)
    if all([one.literal for one in pieces]):
        return Word("".join([one.text for one in pieces]), True, glob)
    first = next((one for one in pieces if one.text), pieces[0])
    texts = [one.text.replace("$", DOLLAR) if one.literal else one.text for one in pieces]
    whole = "".join(texts)
    if first.literal and whole[:1] == "~":
        whole = "${_}" + whole[1:]
    return Word(whole, False, glob)


class Fields:
    """Collect the words that one word of the text becomes."""

    __slots__ = ("done", "glob", "ifs", "open", "pieces")

    def __init__(self, ifs: str) -> None:
        self.done: list[Word] = []
        self.pieces: list[Word] = []
        self.glob = False
        self.open = False
        self.ifs = ifs

    def add(self, word: Word, glob: bool = False) -> None:
        """Go on with the word at hand."""
        self.open = True
        self.glob = self.glob or glob
        self.pieces.append(word)

    def end(self) -> None:
        """End the word at hand."""
        if self.open:
            self.done.append(glue(self.pieces, self.glob) if self.pieces else Word(""))
        self.pieces, self.glob, self.open = [], False, False

    def split(self, word: Word) -> None:
        """Add an unquoted value, which falls apart."""
        if not word.literal:
            if word.text:
                self.add(word, word.glob)
            return
        run = ""
        for char in word.text if any([one in word.text for one in self.ifs]) else ():
            if char not in self.ifs:
                run += char
                continue
            if run:
                self.add(Word(run), has_glob(run))
            run = ""
            if char not in _BLANKS and not self.open:
                self.add(Word(""))
            self.end()
        rest = run if any([one in word.text for one in self.ifs]) else word.text
        if rest:
            self.add(Word(rest), has_glob(rest))


class Expander:
    """Expand words in ``state``."""

    __slots__ = ("picked", "script", "state", "steps", "trace", "vague")

    def __init__(self, state: State, steps: int) -> None:
        self.state = state
        self.steps = steps
        self.script: list[int] = []
        self.trace: list[int] = []  # how many ways there were at each choice
        self.picked: dict[object, int] = {}
        self.vague = False

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

    def substitute(self, part: Sub) -> Word:
        """Walk a substitution's commands and return what it gives."""
        raise NotImplementedError

    # Words

    def words(self, source: Source) -> list[Word]:
        """Return the words that a command's word becomes."""
        parts = source.parts
        if len(parts) == 1 and isinstance(parts[0], Lit):
            one = parts[0]
            if one.quoted:
                return [Word(one.text)]
            if "{" not in one.text and "~" not in one.text:
                self.spend(1)
                return [Word(one.text, True, has_glob(one.text))]
        many = braces(parts)
        if many is None:
            return [unknown()]
        found: list[Word] = []
        for some in many:
            found += self.fields(some)
        return found

    def fields(self, parts: tuple[Part, ...]) -> list[Word]:
        """Return the words that parts become after braces."""
        fields = Fields(self.ifs())
        for part in self.tilde(parts, True):
            if isinstance(part, Lit):
                fields.add(Word(part.text), not part.quoted and has_glob(part.text))
                continue
            values = self.part(part)
            starred = isinstance(part, Param) and part.quoted and not self.apart(part)
            if starred:
                values = [self.starred(values)]
            for at, value in enumerate(values):
                if at:
                    fields.end()
                if part.quoted:
                    fields.add(Word(value.text, value.literal))
                else:
                    fields.split(value)
            if not values and part.quoted and len(parts) == 2:
                fields.pieces, fields.open = [], False  # "$@" without arguments is no word at all
        fields.end()
        self.spend(1 + sum([len(word.text) for word in fields.done]) // 64)
        if any([len(word.text) > LIMIT for word in fields.done]):
            raise Exhausted("an expansion that grows too long")
        return fields.done

    def one(self, parts: tuple[Part, ...], pattern: bool = False) -> Word:
        """Return the one word that parts become where nothing falls apart."""
        pieces: list[Word] = []
        for part in self.tilde(parts, False):
            if isinstance(part, Lit):
                pieces.append(Word(quote(part.text) if pattern and part.quoted else part.text))
            else:
                value = self.starred(self.part(part))
                if pattern and part.quoted and value.literal:
                    value = Word(quote(value.text))
                pieces.append(Word(value.text, value.literal))
        self.spend(1 + sum([len(word.text) for word in pieces]) // 64)
        found = glue(pieces) if pieces else Word("")
        if len(found.text) > LIMIT:
            raise Exhausted("an expansion that grows too long")
        return found

    def tilde(self, parts: tuple[Part, ...], named: bool) -> tuple[Part, ...]:
        """Expand a leading ``~``, and that behind ``NAME=``, which bash expands anywhere."""
        first = parts[0] if parts else None
        if not isinstance(first, Lit) or first.quoted or "~" not in first.text:
            return parts
        before, text = "", first.text
        if named and not text.startswith("~"):
            before, equals, text = text.partition("=")
            if not equals or not before.isidentifier() or not text.startswith("~"):
                return parts
            before += "="
        user, slash, rest = text.partition("/")
        if not slash and len(parts) > 1:
            return parts
        home: Part = Param("HOME" if user == "~" else user, True)
        if user == "~+":
            home = Param("PWD", True)
        return (*((Lit(before, False),) if before else ()), home,
                *((Lit(slash + rest, False),) if slash else ()), *parts[1:])  # fmt: skip

    def ifs(self) -> str:
        """Return the characters at which unquoted values fall apart."""
        value = self.held("IFS", self.state.values.get("IFS", UNSET))
        if value is UNSET or not isinstance(value, Word) or not value.literal:
            return _BLANKS
        return value.text

    def starred(self, values: list[Word]) -> Word:
        """Return several values as one word."""
        if len(values) == 1:
            return values[0]
        between = self.ifs()[:1]
        pieces: list[Word] = []
        for at, value in enumerate(values):
            if at:
                pieces.append(Word(between))
            pieces.append(value)
        return glue(pieces) if pieces else Word("")

    # Values

    def part(self, part: Part) -> list[Word]:
        """Return the values of an expansion: one, or any number for ``$@`` and its kin."""
        if isinstance(part, Sub):
            return [self.substitute(part)]
        if isinstance(part, Arith):
            return [self.arithmetic(part.parts)]
        assert isinstance(part, Param)
        return self.parameter(part)

    @staticmethod
    def apart(part: Param) -> bool:
        """Tell whether the values stay words of their own inside quotes."""
        index = part.index
        if index is not None:
            return len(index) == 1 and isinstance(index[0], Lit) and index[0].text == "@"
        return part.name == "@"

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
        except Unknown:
            self.lose(assigned(text.text))
            return unknown()
        for name, number in total.sets.items():
            self.state.set(name, Word(str(number)))
        return Word(str(found))

    def lose(self, names: list[str]) -> None:
        """Make variables unknown."""
        for name in names:
            self.state.set(name, None)

    def held(self, name: str, value: Value) -> Value:
        """Return a variable's value; of several, the one that this pass takes."""
        if isinstance(value, Maybe):
            pick = self.choose(name, len(value.values))
            return None if pick < 0 else value.values[pick]
        return value

    def lookup(self, name: str, part: Param) -> list[Word]:
        """Return what a parameter holds before its operator is applied."""
        state = self.state
        if name in ("@", "*"):
            return [unknown(name)] if state.args is None else list(state.args)
        if name == "#":
            sure = state.args is not None and all([one.literal for one in state.args])
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
        if all([one.literal for one in args[:at]]):
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
        return [unknown(name) if key is None else value.items.get(key, UNSET)]

    def subscript(self, index: tuple[Part, ...], value: Array | None) -> "int | str | None":
        """Return the key that a subscript means; None = unknown."""
        text = self.one(index)
        if not text.literal:
            return None
        if value is not None and any([isinstance(key, str) for key in value.items]):
            return text.text
        number = self.arithmetic(index)
        if not number.literal:
            return None
        found = int(number.text)
        if found < 0 and value is not None and value.items:
            found += 1 + max([key for key in value.items if isinstance(key, int)])
        return found

    def folder(self) -> Word:
        """Return the folder at hand as a word."""
        cwd = self.state.cwd
        if cwd is None:
            return unknown("PWD")
        if cwd.startswith("/"):
            return Word(cwd)
        if cwd.startswith("$HOME"):
            return Word(cwd, False)
        return Word(f"{START}/{cwd}" if cwd else START, False)

    def parameter(self, part: Param) -> list[Word]:
        """Return the values of ``$name`` or ``${…}``."""
        op, name = part.op, part.name
        if op == "bad" or op == "names":
            return [unknown()]
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

    def keys(self, name: str, part: Param) -> list[Word]:
        """Return an array's subscripts."""
        value = self.held(name, self.state.get(name))
        if isinstance(value, Array):
            return [Word(str(key)) for key in value.items]
        return [unknown()]

    def length(self, values: list[Word], part: Param) -> Word:
        """Return ``${#name}``."""
        index = part.index
        only = index[0] if index is not None and len(index) == 1 else None
        if part.name in ("@", "*") or (isinstance(only, Lit) and only.text in ("@", "*")):
            sure = all([value.literal for value in values])
            return Word(str(len(values))) if sure else unknown()
        return Word(str(len(values[0].text))) if values and values[0].literal else unknown()

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
        found = self.argument(part)
        if op[-1] == "=" and part.name.isidentifier():
            self.state.set(part.name, self.starred(found))
        return found

    def argument(self, part: Param) -> list[Word]:
        """Return the word behind an operator."""
        if part.quoted:
            return [self.one(part.arg)]
        return self.fields(part.arg) or [UNSET]

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
        lost = unknown(part.name if part.name.isidentifier() else "_")
        if op in ("#", "##", "%", "%%"):
            pattern = self.one(part.arg, pattern=True)
            if not value.literal and pattern.text == "/" and op[0] == "%":
                return Word(value.text.removesuffix("/"), False)
            known = cut(value.text, pattern.text, op) if value.literal and pattern.literal else None
        elif op[0] == "/":
            pattern, new = self.one(part.arg, pattern=True), self.one(part.more or ())
            sure = value.literal and pattern.literal and new.literal
            known = replace(value.text, pattern.text, new.text, op) if sure else None
        elif op == ":":
            known = self.substring(value, part)
        elif op[0] in "^,~":
            known = recase(value.text, op) if value.literal and not part.arg else None
        else:
            letter = self.one(part.arg).text
            known = {"U": value.text.upper(), "L": value.text.lower(), "u": recase(value.text, "^"),
                     "Q": "'" + value.text.replace("'", "'\\''") + "'"}.get(letter)  # fmt: skip
            known = known if value.literal else None
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
        start = max(0, start + len(text)) if start < 0 else start
        if size is None:
            return text[start:]
        return text[start : start + size] if size >= 0 else text[start:size]

    def slice(self, values: list[Word], part: Param) -> list[Word]:
        """Return ``${@:offset:length}``."""
        bounds = self.bounds(part)
        if bounds is None or not all([value.literal or len(value.text) > 4 for value in values]):
            return [unknown()]
        start, size = bounds
        if part.index is None:
            values = [unknown("0"), *values]
        start = max(0, start + len(values)) if start < 0 else start
        return values[start:] if size is None else values[start : start + max(0, size)]
