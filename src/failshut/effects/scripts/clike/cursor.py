"""Hold the tokens of a program that is walked, and the place in them.  Hot."""

from failshut.effects.scripts.clike.languages import Language
from failshut.effects.scripts.clike.token import Token
from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.values import Function

END = Token("op", "")
DEEP = 60
ITEMS = 64
ASSIGNS = frozenset(("=", "+=", ".=", "||=", "??=", "//=", "<-", ":="))
STOPS = frozenset(
    "if unless for foreach while until and or xor then do end rescue else elsif elif in of from catch"
    " finally as".split()
)
"""Words at which an expression ends."""


class Cursor:
    """Hold the tokens at hand and what is known of names."""

    def __init__(self, doing: Doing, language: Language) -> None:
        self.doing: Doing = doing
        self.language = language
        self.tokens: list[Token] = []
        self.at = self.end = 0
        self.names: dict[str, object] = {}
        self.methods: dict[str, Function] = {}
        self.returned: list[object] = []
        self.deep = self.calls = 0
        self.stops: tuple[str, ...] = ()  # operators at which an expression ends here

    def peek(self, ahead: int = 0) -> Token:
        """Return a token, an empty one behind the end."""
        at = self.at + ahead
        return self.tokens[at] if at < self.end else END

    def is_op(self, *texts: str) -> bool:
        """Tell whether an operator comes next."""
        token = self.peek()
        return token.kind == "op" and token.text in texts

    def advance(self) -> Token:
        """Go behind the token at hand and return it."""
        token = self.peek()
        self.at += 1
        return token

    # What the rooms above supply

    def program(self, text: str) -> object:
        """Walk a program text."""
        raise NotImplementedError

    def named(self, token: Token) -> object:
        """Return the value of a name."""
        raise NotImplementedError

    def arrow_of(self, names: list[str]) -> object:
        """Return the function whose ``=>`` comes next."""
        raise NotImplementedError

    def block(self) -> object:
        """Walk statements up to the end."""
        raise NotImplementedError

    def expression(self) -> object:
        """Return the value of an expression."""
        raise NotImplementedError

    def operand(self) -> object:
        """Return the value of an operand."""
        raise NotImplementedError
