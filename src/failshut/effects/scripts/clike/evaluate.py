"""Walk the tokens of a C-like program: what is known of its expressions, and what its calls do.

No full grammar: statements are expressions one behind the other, every call that stands there is done,
functions count where they are called or handed on, loops over known items are walked for each.  Hot.
"""

from failshut.effects.scripts.clike import loops, statements
from failshut.effects.scripts.clike.cursor import ASSIGNS, DEEP, STOPS
from failshut.effects.scripts.clike.lexer import Lexer
from failshut.effects.scripts.clike.members import Members
from failshut.effects.scripts.clike.names import DECLARE
from failshut.effects.scripts.clike.token import Token
from failshut.effects.scripts.values import either, joined

_OTHER = frozenset(
    (
        "- * / % ** == != === !== < > <= >= =~ !~ | & ^ >> <=> instanceof eq ne lt gt cmp x .. ..."
        " ~ := << + ."
    ).split()
)
_EITHER = ("||", "??", "//", "or", "||=", "??=", "//=")


class Evaluator(Members):
    """Walk statements and expressions."""

    def program(self, text: str) -> object:
        """Walk a program text; the value is that of its last expression."""
        held = (self.tokens, self.at, self.end)
        self.tokens = Lexer("\n" + text, self.language).run()
        self.at, self.end = 0, len(self.tokens)
        found = self.block()
        self.tokens, self.at, self.end = held
        return found

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
            handler = statements.form(self.language.name, token.text)
            if handler is not None and not (
                self.peek(1).kind == "op" and self.peek(1).text in ("=", ".", ":", "=>")
            ):
                return handler(self)
            if self.language.operators and not token.text.startswith("$"):
                found = loops.postfix(self)
                if found:
                    return None
        return self.expression()

    # Expressions

    def expression(self, words: bool = False) -> object:
        """Return the value of an expression; ``words`` = it ends where one that begins stands behind it."""
        if self.deep > DEEP:
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
            if token.kind == "op" and text in ASSIGNS:
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
            elif (
                text in _OTHER
                and token.kind in ("op", "name")
                and not (token.line and token.kind == "name")
            ):
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
        if token.kind == "name":
            return token.text not in STOPS and token.text != "getline"
        return token.kind in ("text", "number") or (token.kind == "op" and token.text == "$")

    def target(self) -> str:
        """Return the name that an assignment here would set."""
        at = self.at
        while at < self.end and self.tokens[at].kind == "name" and self.tokens[at].text in DECLARE:
            at += 1
        if at + 1 >= self.end or self.tokens[at].kind != "name" or self.tokens[at + 1].text not in ASSIGNS:
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
        if self.deep > DEEP:
            self.at += 1
            return None
        self.deep += 1
        found = self.after(self.primary())
        self.deep -= 1
        return found
