"""Work out values that stand alone: texts, numbers, brackets, tables.  Hot."""

from failshut.effects.scripts.clike.cursor import DEEP, END, ITEMS, Cursor
from failshut.effects.scripts.clike.token import Token
from failshut.effects.scripts.paths import globbed
from failshut.effects.scripts.values import STDIN, joined, known
from failshut.model import Word


class Primary(Cursor):
    """Work out values that stand alone: texts, numbers, brackets, tables."""

    def primary(self) -> object:
        """Return the value of what stands alone."""
        token = self.peek()
        kind = token.kind
        if token is END:
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
            return (
                globbed(Word(token.text))
                if any([one in token.text for one in "*?/."])
                else Word(STDIN, False)
            )
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
        return (
            value
            if text in ("\\", "...", "&", "*", "@", "+")
            else -value
            if text == "-" and isinstance(value, int)
            else None
        )

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
        return found[:ITEMS]

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
            elif key.kind == "name" and (mark is END or mark.text == ","):
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
                    found = joined(
                        [x for at, one in enumerate(found) for x in ([Word(" "), one] if at else [one])]
                    )
                pieces.append(found)
        return joined(pieces) if pieces else Word("")

    def nested(self, code: str) -> object:
        """Return the value of code inside a text."""
        if self.deep > DEEP:
            return None
        self.deep += 5
        found = self.program(code)
        self.deep -= 5
        return found


def _number(text: str) -> int | None:
    """Return a whole number; one that begins with a nought is octal."""
    if not text.isdigit() or len(text) > 9:
        return (
            int(text[2:], 8)
            if text[:2] == "0o" and text[2:].isdigit() and "8" not in text and "9" not in text
            else None
        )
    if text[0] != "0" or len(text) == 1:
        return int(text)
    return int(text, 8) if not text.strip("01234567") else None
