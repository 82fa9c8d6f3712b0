"""Work out names, and the functions that a program declares.  Hot."""

from failshut.effects.scripts.clike.cursor import ASSIGNS
from failshut.effects.scripts.clike.primary import Primary
from failshut.effects.scripts.clike.token import Token
from failshut.effects.scripts.values import STDIN, Function, Ref, either
from failshut.model import Word

_CALLS = 8  # calls in calls
DECLARE = frozenset("const let var my our local static private public protected final readonly".split())
_SKIP = frozenset(
    (
        "await new return throw void typeof delete yield not async raise export default defer echo"
        " print puts say p warn"
    ).split()
)
_SHOWS = ("echo", "print", "puts", "say", "p", "warn", "raise", "throw")


class Names(Primary):
    """Work out names, and the functions that a program declares."""

    def named(self, token: Token) -> object:
        """Return the value of a name; keywords before a value are stepped over."""
        text = token.text
        if text in DECLARE or (
            text in _SKIP and text not in self.names and self.peek().text not in ASSIGNS
        ):
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
            from failshut.effects.scripts.clike.loops import past

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
