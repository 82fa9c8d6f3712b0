"""Work out what hangs on a value: members, items, arguments, blocks.  Hot."""

from failshut.effects.scripts.clike import deeds
from failshut.effects.scripts.clike.cursor import END, ITEMS, STOPS
from failshut.effects.scripts.clike.names import Names
from failshut.effects.scripts.clike.token import Token
from failshut.effects.scripts.values import TAINTS, Function, PathText, Ref, each, either, known
from failshut.model import Word

_NAMED = {"ruby": (":", "=>"), "r": ("=",), "php": (":",), "perl": ()}


class Members(Names):
    """Work out what hangs on a value: members, items, arguments, blocks."""

    def after(self, value: object) -> object:
        """Return a value with its members, items and calls."""
        while self.at < self.end:
            token = self.peek()
            text = token.text
            if (token.kind == "op" and text in (".", "?.", "->", "::") and not self.joins(text)) or (
                token.kind == "op"
                and text == ":"
                and self.language.name == "lua"
                and self.peek(1).kind == "name"
            ):
                self.at += 1
                value = self.member(value)
            elif token.kind == "op" and text == "(" and (not token.line or self.language.name == "js"):
                if value is None and self.language.name not in ("js",):
                    return value
                options: dict[str, object] = {}
                values = self.arguments(token, options)
                value = either([deeds.call(self, one, values, options) for one in each(value)])
            elif (
                token.kind == "op"
                and text == "["
                and not (token.line or (token.space and self.language.name == "ruby"))
            ):
                self.at += 1
                keys = self.items(token)
                value = either([self.element(one, keys[0] if keys else None) for one in each(value)])
            elif token.kind == "op" and text == "{" and self.language.operators and not token.space:
                keys = list(self.table_key(token))
                value = either([self.element(one, keys[0] if keys else None) for one in each(value)])
            elif (
                token.kind == "text"
                and self.language.name == "js"
                and isinstance(value, Ref)
                and not token.line
            ):
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
        if (
            isinstance(value, Ref)
            and self.language.words
            and value.base is None
            and value.name in deeds.ALONE
        ):
            held = self.names.get("_")
            return deeds.call(
                self, value, [held] if isinstance(held, Word) and value.name == "unlink" else [], {}
            )
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
        if not isinstance(value, (Ref, Function)) or token.line or token is END:
            return False
        name = value.name.rpartition(".")[2] if isinstance(value, Ref) else ""
        if isinstance(value, Ref) and name not in self.language.words:
            return self.language.name == "lua" and token.kind == "text"
        if not self.language.words or token.text in STOPS:
            return False
        return token.kind in ("text", "name", "words", "glob", "run", "number") or (
            token.kind == "op" and token.text in ("[", "{", "\\", "*", "(") and token.space
        )

    def listed(self, options: dict[str, object]) -> list[object]:
        """Return arguments up to the statement's end."""
        found: list[object] = []
        while self.at < self.end:
            if self.peek().line and found and self.tokens[self.at - 1].text != ",":
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
        if (
            name.kind in ("name", "text")
            and mark.kind == "op"
            and mark.text in _NAMED.get(self.language.name, ())
        ):
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
            from failshut.effects.scripts.clike.loops import past

            start, end = self.at, past(self)
        made = Function(names, (self.tokens, start, min(end, len(self.tokens))))
        base = value.base if isinstance(value, Ref) and value.base is not None else value
        for item in (
            base[:ITEMS]
            if isinstance(base, list)
            else [base if isinstance(base, (Word, PathText)) else None]
        ):
            self.invoke(made, [item])
        return True
