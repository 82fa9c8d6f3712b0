"""Walk the tokens of a C-like program: what is known of its expressions, and what its calls do.

No full grammar: statements are expressions one behind the other, every call that stands there is done,
functions count where they are called or handed on, loops over known items are walked for each.  Hot.
"""

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.languages import Language
from failshut.effects.scripts.tokens import Lexer, Token
from failshut.effects.scripts.values import (
    REMOTE,
    STDIN,
    TAINTS,
    UNKNOWN,
    Function,
    PathText,
    Ref,
    Spent,
    Thing,
    each,
    either,
    joined,
    known,
    word_of,
)
from failshut.model import Word

_DEEP = 60
_CALLS = 8
_ITEMS = 64
_END = Token("op", "")
_DECLARE = frozenset("const let var my our local static private public protected final readonly".split())
_SKIP = frozenset(("await", "new", "return", "throw", "void", "typeof", "delete", "yield", "not", "async", "raise",
                   "export", "default", "defer", "echo", "print", "puts", "say", "p", "warn"))  # fmt: skip
_SHOWS = ("echo", "print", "puts", "say", "p", "warn", "raise", "throw")
_STOPS = frozenset(("if", "unless", "for", "foreach", "while", "until", "and", "or", "xor", "then", "do", "end", "rescue",
                    "else", "elsif", "elif", "in", "of", "from", "catch", "finally", "as"))  # fmt: skip
_OTHER = frozenset(
    ("-", "*", "/", "%", "**", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "=~", "!~", "|", "&", "^", ">>",
     "<=>", "instanceof", "eq", "ne", "lt", "gt", "cmp", "x", "..", "...", "~", ":=", "<<", "+", ".")
)  # fmt: skip
_ASSIGNS = frozenset(("=", "+=", ".=", "||=", "??=", "//=", "<-", ":="))
_EITHER = ("||", "??", "//", "or", "||=", "??=", "//=")
_STATEMENTS = ("if", "while", "until", "unless", "elif", "elsif", "elseif", "switch", "for", "foreach")


class Evaluator:
    """Hold the tokens at hand and what is known of names."""

    def __init__(self, doing: Doing, language: Language) -> None:
        self.doing = doing
        self.language = language
        self.tokens: list[Token] = []
        self.at = self.end = 0
        self.names: dict[str, object] = {}
        self.methods: dict[str, Function] = {}
        self.returned: list[object] = []
        self.deep = self.calls = 0
        self.stops: tuple[str, ...] = ()  # operators at which an expression ends here

    def program(self, text: str) -> object:
        """Walk a program text; the value is that of its last expression."""
        held = (self.tokens, self.at, self.end)
        self.tokens = Lexer("\n" + text, self.language).run()
        self.at, self.end = 0, len(self.tokens)
        found = self.block()
        self.tokens, self.at, self.end = held
        return found

    def peek(self, ahead: int = 0) -> Token:
        """Return a token, an empty one behind the end."""
        at = self.at + ahead
        return self.tokens[at] if at < self.end else _END

    def is_op(self, *texts: str) -> bool:
        """Tell whether an operator comes next."""
        token = self.peek()
        return token.kind == "op" and token.text in texts

    def span(self, start: int, end: int) -> object:
        """Walk the tokens from one place to another."""
        held = (self.at, self.end)
        self.at, self.end = start, min(end, len(self.tokens))
        found = self.block()
        self.at, self.end = held
        return found

    # Statements

    def block(self) -> object:
        """Walk statements up to the end."""
        found: object = None
        while self.at < self.end:
            self.doing.spend()
            before = self.at
            found = self.statement()
            if self.at == before:
                self.at += 1
        return found

    def statement(self) -> object:
        """Walk one statement."""
        token = self.peek()
        if token.kind == "op" and token.text == "{":
            start, self.at = self.at + 1, token.mate + 1
            return self.span(start, token.mate)
        if token.kind == "name":
            from failshut.effects.scripts import statements

            handler = statements.form(self.language.name, token.text)
            if handler is not None and not (self.peek(1).kind == "op" and self.peek(1).text in ("=", ".", ":", "=>")):
                return handler(self)
            if self.language.operators and not token.text.startswith("$"):
                found = statements.postfix(self)
                if found:
                    return None
        return self.expression()

    # Expressions

    def expression(self, words: bool = False) -> object:
        """Return the value of an expression; ``words`` = it ends where one that begins stands behind it."""
        from failshut.effects.scripts import statements

        if self.deep > _DEEP:
            self.at += 1
            return None
        self.deep += 1
        target = self.target()
        pieces = [self.operand()]
        found: object = None
        language = self.language
        while self.at < self.end:
            token = self.peek()
            text = token.text
            if token.kind == "op" and text in language.concat:
                self.at += 1
                pieces.append(self.operand())
                continue
            if language.name == "awk" and not token.line and self.begins(token):
                pieces.append(self.operand())
                continue
            if token.kind == "op" and text in self.stops:
                break
            if token.kind == "op" and text in _ASSIGNS:
                found = self.assigned(target, text, pieces)
                break
            if token.kind == "op" and text in ("|", "<") and self.language.name == "awk":
                pieces = [statements.awk_input(self, text, pieces)]
                continue
            left = self.whole(pieces)
            if token.kind == "op" and text == "?":
                self.at += 1
                first = self.expression()
                if self.is_op(":"):
                    self.at += 1
                    first = either([first, self.expression()])
                pieces = [first]
            elif text in _EITHER and token.kind in ("op", "name"):
                self.at += 1
                pieces = [either([left, self.operand()])]
            elif text in ("&&", "and"):
                self.at += 1
                pieces = [self.operand()]
            elif text in _OTHER and token.kind in ("op", "name") and not (token.line and token.kind == "name"):
                self.at += 1
                self.operand()
                pieces = [None]
            else:
                break
        else:
            found = None
        self.deep -= 1
        return self.whole(pieces) if found is None else found

    @staticmethod
    def whole(pieces: list[object]) -> object:
        """Return what pieces make together."""
        if len(pieces) == 1:
            return pieces[0]
        if all([isinstance(one, list) for one in pieces]):
            return [item for one in pieces if isinstance(one, list) for item in one]
        return joined(pieces)

    @staticmethod
    def begins(token: Token) -> bool:
        """Tell whether a value begins with a token that follows another."""
        return token.kind in ("text", "number") or (token.kind == "name" and token.text not in _STOPS | {"getline"}) or (
            token.kind == "op" and token.text in ("$",)
        )  # fmt: skip

    def target(self) -> str:
        """Return the name that an assignment here would set."""
        at = self.at
        while at < self.end and self.tokens[at].kind == "name" and self.tokens[at].text in _DECLARE:
            at += 1
        if at + 1 >= self.end or self.tokens[at].kind != "name" or self.tokens[at + 1].text not in _ASSIGNS:
            return ""
        return self.tokens[at].text.lstrip("$@%")

    def assigned(self, target: str, op: str, pieces: list[object]) -> object:
        """Give a name what stands behind its ``=``."""
        self.at += 1
        value = self.expression()
        if op in ("+=", ".="):
            value = self.whole([*pieces, value])
        elif op in _EITHER:
            value = either([*pieces, value])
        if target:
            self.names[target] = value
        return value

    def operand(self) -> object:
        """Return the value of an operand with all that hangs on it."""
        self.doing.spend()
        if self.deep > _DEEP:
            self.at += 1
            return None
        self.deep += 1
        found = self.after(self.primary())
        self.deep -= 1
        return found

    def primary(self) -> object:
        """Return the value of what stands alone."""
        token = self.peek()
        kind = token.kind
        if token is _END:
            return None
        self.at += 1
        if kind == "text":
            return self.text(token)
        if kind == "run":
            self.doing.shell(self.text(token))
            return None
        if kind == "words":
            return [Word(one) for one in token.parts if isinstance(one, str)]
        if kind == "glob":
            from failshut.effects.scripts.pypaths import globbed

            return globbed(Word(token.text)) if any([one in token.text for one in "*?/."]) else Word(STDIN, False)
        if kind == "number":
            return _number(token.text)
        if kind == "code":
            self.nested(token.text)
            return None
        if kind == "name":
            return self.named(token)
        return self.bracketed(token) if kind == "op" else None

    def bracketed(self, token: Token) -> object:
        """Return the value of brackets or of an operator before a value."""
        text = token.text
        if text in ("(", "["):
            start, end = self.at, token.mate
            inner = self.items(token)
            if text == "(" and self.is_op("=>"):
                return self.arrow_of([one.text for one in self.tokens[start:end] if one.kind == "name"])
            if text == "(" and len(inner) == 1 and not self.language.operators:
                return inner[0]
            return inner
        if text == "{":
            return self.table(token)
        if text in (")", "]", "}", ";", ",", ":", "=>"):
            self.at -= 1
            return None
        if text == "$" and self.language.name == "awk":
            self.operand()
            return Word(STDIN, False)
        if text == "->" or text == "|":
            return None
        value = self.operand()
        return value if text in ("\\", "...", "&", "*", "@", "+") else -value if text == "-" and isinstance(value, int) else None

    def items(self, token: Token) -> list[object]:
        """Return the values between brackets, and go behind them."""
        held, end = self.end, token.mate
        self.end = min(end, held)
        found: list[object] = []
        while self.at < self.end:
            before = self.at
            if self.is_op(",", ";"):
                self.at += 1
                continue
            value = self.expression()
            if self.is_op("=>", ":", "="):
                self.at += 1
                value = self.expression()
            if isinstance(value, list) and self.language.operators:
                found += value
            else:
                found.append(value)
            if self.at == before:
                self.at += 1
        self.end, self.at = held, min(end + 1, held)
        return found[:_ITEMS]

    def table(self, token: Token) -> object:
        """Return the values of ``{key: value}``, and go behind it."""
        held, end = self.end, token.mate
        plain: list[object] = []
        self.end = min(end, held)
        found: dict[str, object] = {}
        while self.at < self.end:
            before = self.at
            key = self.peek()
            mark = self.peek(1)
            if mark.kind == "op" and mark.text in (":", "=>", "=") and key.kind in ("name", "text"):
                self.at += 2
                name = key.text if key.kind == "name" else known(self.text(key)) or ""
                found[name] = self.expression()
            elif key.kind == "name" and (mark is _END or mark.text == ","):
                self.at += 1
                found[key.text] = self.names.get(key.text)
            else:
                plain.append(self.expression())
            if self.is_op(",", ";"):
                self.at += 1
            if self.at == before:
                self.at += 1
        self.end, self.at = held, min(end + 1, held)
        return plain if self.language.name == "lua" and not found else found

    def text(self, token: Token) -> object:
        """Return a text with what the code in it gives."""
        pieces: list[object] = []
        for part in token.parts:
            if isinstance(part, str):
                if part:
                    pieces.append(self.doing.written(part))
            else:
                found = self.nested(part[0])
                if isinstance(found, list):
                    found = joined([x for at, one in enumerate(found) for x in ([Word(" "), one] if at else [one])])
                pieces.append(found)
        return joined(pieces) if pieces else Word("")

    def nested(self, code: str) -> object:
        """Return the value of code inside a text."""
        if self.deep > _DEEP:
            return None
        self.deep += 5
        found = self.program(code)
        self.deep -= 5
        return found

    # Names

    def named(self, token: Token) -> object:
        """Return the value of a name; keywords before a value are stepped over."""
        text = token.text
        if text in _DECLARE or (text in _SKIP and text not in self.names and self.peek().text not in _ASSIGNS):
            shown = self.is_op("(") and text in _SHOWS
            return self.listed_away() if shown else self.operand()
        if text in ("function", "sub", "fn", "lambda", "proc", "func"):
            return self.literal()
        if self.is_op("=>") and self.language.name == "js":
            return self.arrow_of([text])
        bare = text.lstrip("$@%&")
        if bare in self.names:
            return self.names[bare]
        if text.startswith(("$", "@", "%")) and self.language.sigils:
            return self.special(bare)
        if text in ("true", "TRUE", "True", "T"):
            return True
        if text in ("false", "FALSE", "nil", "null", "undefined", "None"):
            return None
        return Ref(text)

    def listed_away(self) -> object:
        """Return what parentheses behind ``print`` and its kin hold."""
        values = self.items(self.advance())
        return values[0] if len(values) == 1 else None

    def advance(self) -> Token:
        """Go behind the token at hand and return it."""
        token = self.peek()
        self.at += 1
        return token

    def special(self, bare: str) -> object:
        """Return what a language's own variables hold."""
        args: list[object] = list(self.doing.args)
        if bare in ("ARGV", "argv"):
            return args if bare == "ARGV" else [Word(self.doing.name), *args]
        if bare in ("ENV", "_SERVER", "_ENV"):
            return Ref("ENV")
        if bare == "0":
            return Word(self.doing.name) if self.doing.name else None
        return Word(STDIN, False) if bare in ("_", "stdin", "STDIN") else None

    # Functions

    def literal(self) -> object:
        """Return a function that is declared here; its body is stepped over."""
        name = ""
        if self.peek().kind == "name":
            name = self.advance().text
        names: list[str] = []
        if self.is_op("(", "|"):
            names = self.parameters()
        while self.at < self.end and not self.is_op("{", ";"):
            if self.language.name in ("r", "lua") or self.peek().line:
                break
            self.at += 1
        return self.made(name, names)

    def made(self, name: str, names: list[str]) -> object:
        """Return a function whose body begins here."""
        start = self.at
        if self.is_op("{"):
            end = self.peek().mate
            start, self.at = start + 1, end + 1
        else:
            from failshut.effects.scripts.statements import past

            end = past(self)
        found = Function(names, (self.tokens, start, min(end, len(self.tokens))))
        if name:
            self.names[name] = self.methods[name] = found
        return found

    def parameters(self) -> list[str]:
        """Return the names between parentheses or bars."""
        opening = self.advance()
        end = opening.mate
        if opening.text == "|":
            end = self.at
            while end < self.end and self.tokens[end].text != "|":
                end += 1
        names = [one.text.lstrip("$@%&") for one in self.tokens[self.at : end] if one.kind == "name"]
        self.at = min(end + 1, self.end)
        return names

    def arrow_of(self, names: list[str]) -> object:
        """Return the function whose ``=>`` comes next."""
        self.at += 1
        if self.is_op("{"):
            return self.made("", names)
        start = self.at
        while self.at < self.end:
            token = self.peek()
            if token.kind == "op" and token.text in ("(", "[", "{"):
                self.at = min(token.mate + 1, self.end)
                continue
            if token.kind == "op" and token.text in (",", ";", ")", "]", "}"):
                break
            self.at += 1
        return Function(names, (self.tokens, start, self.at))

    def invoke(self, made: Function, values: list[object]) -> object:
        """Walk a function's body with its arguments."""
        if self.calls >= _CALLS or made.running > 1:
            return None
        before, outer, self.returned = dict(self.names), self.returned, []
        held = (self.tokens, self.at, self.end)
        assert isinstance(made.node, tuple)
        self.tokens, start, end = made.node
        self.names.update(dict.fromkeys(made.names))
        self.names.update(zip(made.names, values))  # noqa: B905
        self.names["_"] = list(values) if self.language.operators else self.names.get("_")
        self.calls += 1
        made.running += 1
        self.at, self.end = start, end
        last = self.block()
        made.running -= 1
        self.calls -= 1
        self.tokens, self.at, self.end = held
        found = either([*self.returned, last]) if self.returned else last
        self.returned, self.names = outer, before
        return found

    # What hangs on a value

    def after(self, value: object) -> object:
        """Return a value with its members, items and calls."""
        from failshut.effects.scripts import deeds

        while self.at < self.end:
            token = self.peek()
            text = token.text
            if token.kind == "op" and text in (".", "?.", "->", "::") and not self.joins(text):
                self.at += 1
                value = self.member(value)
            elif token.kind == "op" and text == ":" and self.language.name == "lua" and self.peek(1).kind == "name":
                self.at += 1
                value = self.member(value)
            elif token.kind == "op" and text == "(" and (not token.line or self.language.name == "js"):
                if value is None and self.language.name not in ("js",):
                    return value
                options: dict[str, object] = {}
                values = self.arguments(token, options)
                value = either([deeds.call(self, one, values, options) for one in each(value)])
            elif token.kind == "op" and text == "[" and not (token.line or (token.space and self.language.name == "ruby")):
                self.at += 1
                keys = self.items(token)
                value = either([self.element(one, keys[0] if keys else None) for one in each(value)])
            elif token.kind == "op" and text == "{" and self.language.operators and not token.space:
                keys = list(self.table_key(token))
                value = either([self.element(one, keys[0] if keys else None) for one in each(value)])
            elif token.kind == "text" and self.language.name == "js" and isinstance(value, Ref) and not token.line:
                self.at += 1
                value = deeds.tagged(self, value, self.text(token))
            elif self.takes_words(value, token):
                options = {}
                values = self.listed(options)
                value = either([deeds.call(self, one, values, options) for one in each(value)])
            elif token.text == "do" or (token.kind == "op" and text == "{"):
                if self.language.name != "ruby" or not self.block_of(value):
                    break
                value = None
            elif token.kind == "op" and text in ("++", "--", "!"):
                self.at += 1
            else:
                break
        if isinstance(value, Ref) and self.language.words and value.base is None and value.name in deeds.ALONE:
            held = self.names.get("_")
            return deeds.call(self, value, [held] if isinstance(held, Word) and value.name == "unlink" else [], {})
        return value

    def joins(self, text: str) -> bool:
        """Tell whether a sign joins texts here instead of leading to a member."""
        return text in self.language.concat and text == "."

    def table_key(self, token: Token) -> list[object]:
        """Return the key of ``{key}`` behind a hash's name."""
        inside = self.tokens[self.at + 1 : token.mate]
        if len(inside) == 1 and inside[0].kind == "name" and inside[0].text[0] not in "$@%":
            self.at = min(token.mate + 1, self.end)
            return [Word(inside[0].text)]
        self.at += 1
        return self.items(token)

    def takes_words(self, value: object, token: Token) -> bool:
        """Tell whether arguments without parentheses follow."""
        if not isinstance(value, (Ref, Function)) or token.line or token is _END:
            return False
        name = value.name.rpartition(".")[2] if isinstance(value, Ref) else ""
        if isinstance(value, Ref) and name not in self.language.words:
            return self.language.name == "lua" and token.kind == "text"
        if not self.language.words or token.text in _STOPS:
            return False
        return token.kind in ("text", "name", "words", "glob", "run", "number") or (
            token.kind == "op" and token.text in ("[", "{", "\\", "*", "(") and token.space
        )

    def listed(self, options: dict[str, object]) -> list[object]:
        """Return arguments up to the statement's end."""
        found: list[object] = []
        while self.at < self.end:
            if self.peek().line and found and not self.tokens[self.at - 1].text == ",":
                break
            self.argument(found, options)
            if not self.is_op(",", "=>"):
                break
            self.at += 1
        return found

    def arguments(self, token: Token, options: dict[str, object]) -> list[object]:
        """Return the arguments between parentheses, and go behind them."""
        self.at += 1
        held, end = self.end, token.mate
        self.end = min(end, held)
        found: list[object] = []
        while self.at < self.end:
            before = self.at
            self.argument(found, options)
            if self.is_op(",", "=>", ";") or self.at == before:
                self.at += 1
        self.end, self.at = held, min(end + 1, held)
        return found

    def argument(self, found: list[object], options: dict[str, object]) -> None:
        """Read one argument, with a name or without."""
        name, mark = self.peek(), self.peek(1)
        if name.kind in ("name", "text") and mark.kind == "op" and mark.text in _NAMED.get(self.language.name, ()):
            self.at += 2
            key = name.text if name.kind == "name" else known(self.text(name)) or ""
            options[key] = self.expression()
            return
        value = self.expression()
        if isinstance(value, dict) and self.language.name == "js":
            options.update(value)
        if isinstance(value, list) and self.language.operators:
            found += value
        else:
            found.append(value)

    def member(self, base: object) -> object:
        """Return a member of a value by the name that comes next."""
        from failshut.effects.scripts import deeds

        token = self.peek()
        if token.kind == "op" and token.text in ("[", "{"):
            keys = self.items(self.advance()) if token.text == "[" else self.table_key(token)
            return either([self.element(one, keys[0] if keys else None) for one in each(base)])
        if token.kind == "op" and token.text == "(":
            return base
        if token.kind not in ("name", "text"):
            return None
        self.at += 1
        name = token.text if token.kind == "name" else known(self.text(token)) or ""
        return either([deeds.member(self, one, name) for one in each(base)])

    def element(self, base: object, key: object) -> object:
        """Return an item of a list or table."""
        from failshut.effects.scripts import deeds

        text = known(key)
        if isinstance(base, dict):
            return base.get(text) if text is not None else None
        if isinstance(base, list) and isinstance(key, int):
            return base[key] if -len(base) <= key < len(base) else None
        if isinstance(base, Ref) and base.name == "Dir":
            return deeds.call(self, Ref("Dir.glob"), [key], {})
        if isinstance(base, Ref) and text is not None:
            return deeds.member(self, base, text)
        return base if isinstance(base, Word) and base.text in TAINTS else None

    def block_of(self, value: object) -> bool:
        """Walk a Ruby block with the items of what it hangs on; False = none stands here."""
        token = self.advance()
        names = self.parameters() if self.is_op("|") else ["it", "_1"]
        if token.text == "{":
            start, end = self.at, token.mate
            self.at = min(end + 1, self.end)
        else:
            from failshut.effects.scripts.statements import past

            start, end = self.at, past(self)
        made = Function(names, (self.tokens, start, min(end, len(self.tokens))))
        base = value.base if isinstance(value, Ref) and value.base is not None else value
        for item in base[:_ITEMS] if isinstance(base, list) else [base if isinstance(base, (Word, PathText)) else None]:
            self.invoke(made, [item])
        return True


def _number(text: str) -> int | None:
    """Return a whole number; one that begins with a nought is octal."""
    if not text.isdigit() or len(text) > 9:
        return int(text[2:], 8) if text[:2] == "0o" and text[2:].isdigit() and "8" not in text and "9" not in text else None
    if text[0] != "0" or len(text) == 1:
        return int(text)
    return int(text, 8) if not text.strip("01234567") else None


_NAMED = {"ruby": (":", "=>"), "r": ("=",), "php": (":",), "perl": ()}
__all__ = ["REMOTE", "UNKNOWN", "Evaluator", "Spent", "Thing", "word_of"]
