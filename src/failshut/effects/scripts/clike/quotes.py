"""Read texts in quotes of every kind: escapes, code inside, here-documents, quoting operators.  Hot."""

from failshut.effects.scripts.clike.languages import Language
from failshut.effects.scripts.clike.token import DIGITS, LETTERS, OPENS, Token

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}
QUOTING = {"q": "str", "qq": "text", "qw": "words", "qx": "run", "m": "regex", "qr": "regex", "s": "swap",
            "tr": "swap", "y": "swap"}  # fmt: skip
_PERCENT = {"q": "str", "Q": "text", "w": "words", "W": "words", "x": "run", "i": "words", "r": "regex",
            "s": "str"}  # fmt: skip


class Quotes:
    """Read what stands in quotes; ``at`` is the place in ``text``, ``found`` are the tokens so far."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.at = 0
        self.found: list[Token] = []
        self.line = True
        self.space = False
        self.docs: list[tuple[Token, str, bool]] = []  # here-documents whose bodies are to come

    def operand(self) -> bool:
        """Tell whether a value may begin here; the lexer knows."""
        raise NotImplementedError

    def skip(self) -> int:
        """Step over blanks; the lexer knows how."""
        raise NotImplementedError

    def add(self, kind: str, text: str) -> Token:
        """Add a token."""
        token = Token(kind, text, self.line, self.space)
        self.found.append(token)
        return token

    def plain(self, body: str) -> None:
        """Add a text without anything special in it."""
        self.add("text", "").parts = [body]

    def quoting(self, name: str) -> bool:
        """Read ``q{…}`` and its kin; False = the name is just a name here."""
        at = self.at
        while self.text[at : at + 1] in (" ", "\t") and self.text[at : at + 1]:
            at += 1
        char = self.text[at : at + 1]
        last = self.found[-1] if self.found else None
        if not char or char.isalnum() or char in "_=,;) \n" or (char == "#" and at > self.at):
            return False
        if last is not None and last.text in ("->", "sub", "{") and (last.text != "{" or char == "}"):
            return False
        self.at = at
        self.delimited(QUOTING[name], char)
        return True

    def percent(self) -> bool:
        """Read ``%w[…]`` and its kin."""
        kind = self.text[self.at + 1 : self.at + 2]
        at = self.at + (2 if kind in _PERCENT and kind else 1)
        char = self.text[at : at + 1]
        if not char or char.isalnum() or char.isspace() or char in "=)":
            return False
        self.at = at
        self.delimited(_PERCENT.get(kind, "text"), char)
        return True

    def delimited(self, kind: str, opens: str) -> None:
        """Read what stands between delimiters, brackets among them nested."""
        closes = OPENS.get(opens, opens)
        if kind in ("text", "run"):
            rules = self.language.quotes.get('"' if kind == "text" else "`", "c") if opens != "'" else ""
            self.quoted(kind, opens, closes, rules)
            return
        body = self.until(opens, closes)
        if kind == "words":
            self.add("words", "").parts = list(body.split())
        elif kind == "str":
            self.plain(body.replace("\\" + closes, closes).replace("\\\\", "\\"))
        else:
            second = ""
            if kind == "swap":
                if opens in OPENS:
                    self.skip()
                    opens = self.text[self.at : self.at + 1]
                    second = self.until(opens, OPENS.get(opens, opens))
                else:
                    self.at -= 1
                    second = self.until(opens, closes)
            start = self.at
            while self.at < len(self.text) and self.text[self.at].isalpha():
                self.at += 1
            flags = self.text[start : self.at]
            if kind == "swap" and "e" in flags:
                self.add("code", second)
            else:
                self.add("regex", body)

    def until(self, opens: str, closes: str) -> str:
        """Return the text up to the closing delimiter, and go behind it."""
        text, start, deep = self.text, self.at + 1, 1
        at = start
        classed = False
        while at < len(text):
            char = text[at]
            if char == "\\":
                at += 1
            elif char == "[" and opens == "/":
                classed = True
            elif char == "]" and opens == "/":
                classed = False
            elif char == closes and not classed:
                deep -= 1
                if not deep:
                    break
            elif char == opens:
                deep += 1
            elif char == "\n" and opens == "/" and self.language.name == "js":
                break
            at += 1
        self.at = at + 1
        return text[start:at]

    def angled(self) -> bool:
        """Read ``<*.c>``, which finds files, or ``<FH>``, which reads."""
        end = self.text.find(">", self.at)
        body = self.text[self.at + 1 : end]
        if end < 0 or "\n" in body or " " in body.strip() or "=" in body:
            return False
        self.add("glob", body)
        self.at = end + 1
        return True

    def heredoc(self) -> bool:
        """Read ``<<"END"``; its body comes with the next line."""
        text, at = self.text, self.at + 2
        if not text.startswith("<<", self.at):
            return False
        dashed = 0
        while text[at : at + 1] in ("-", "~", "<") and text[at : at + 1]:
            dashed, at = dashed + 1, at + 1
        quote = text[at : at + 1]
        if quote in ("'", '"') and quote:
            end = text.find(quote, at + 1)
            name, at = text[at + 1 : end], end + 1
        else:
            end = at
            while end < len(text) and text[end] in LETTERS:
                end += 1
            name, quote, at = text[at:end], "", end
        if not name or not self.operand():
            return False
        self.docs.append((self.add("text", ""), name, quote != "'"))
        self.at = at
        return True

    def bodies(self) -> None:
        """Read the here-documents that a line has announced."""
        for token, name, expands in self.docs:
            lines: list[str] = []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end]
                self.at = end + 1
                if line.strip().rstrip(";") == name:
                    break
                lines.append(line + "\n")
            inner = type(self)("".join(lines) + "\0", self.language)
            inner.at = -1
            inner.quoted("text", "\0", "\0", self.language.quotes['"'] if expands else "")
            token.parts = inner.found[0].parts
        self.docs = []

    def quoted(self, kind: str, opens: str, closes: str, rules: str) -> None:
        """Read a text in quotes; ``rules`` say which escapes and what code it may hold."""
        text, size = self.text, len(self.text)
        parts: list[str | list[str]] = []
        run: list[str] = []
        at, deep = self.at + 1, 1
        while at < size:
            char = text[at]
            if char == closes and (closes == opens or deep == 1):
                break
            if char == "\\":
                piece, at = self.escape(at, closes, rules)
                run.append(piece)
                continue
            if opens != closes and char in (opens, closes):
                deep += 1 if char == opens else -1
            end = self.inserted(at, rules) if char in "$@#" else 0
            if end:
                parts += ["".join(run), [self.inside(text[at:end])]]
                run, at = [], end
                continue
            run.append(char)
            at += 1
        self.add(kind, "").parts = [*parts, "".join(run)]
        self.at = at + 1

    def escape(self, at: int, closes: str, rules: str) -> tuple[str, int]:
        """Return the text that an escape stands for, and the place behind it."""
        text = self.text
        char = text[at + 1 : at + 2]
        if "c" not in rules:
            return (char, at + 2) if char in (closes, "\\") else ("\\", at + 1)
        if char in ("x", "u", "U"):
            start = at + 2
            braced = text[start : start + 1] == "{"
            start += braced
            end, width = start, 8 if braced else {"x": 2, "u": 4}.get(char, 8)
            while end < len(text) and end - start < width and text[end] in "0123456789abcdefABCDEF":
                end += 1
            code = int(text[start:end] or "0", 16)
            return (chr(code) if code < 0x110000 else "?", end + braced)
        if char in DIGITS:
            base, width = (10, 3) if "d" in rules else (8, 3)
            end = at + 1
            while end < len(text) and end - at <= width and text[end] in "0123456789"[:base]:
                end += 1
            return chr(int(text[at + 1 : end] or "0", base) % 0x110000), max(end, at + 2)
        if char == "\n":
            return "", at + 2
        return _ESCAPES.get(char, char), at + 2

    def inserted(self, at: int, rules: str) -> int:
        """Return where code that a text holds at this place ends; 0 = there is none."""
        text = self.text
        for mark in ("${", "#{", "{$", "@{"):
            if mark in rules.split() and text.startswith(mark, at):
                return self.closing(at + 1)
        if "$" not in rules.split() or text[at] == "#":
            return 0
        end = at + 1
        while end < len(text) and (text[end] in LETTERS or text[end] in DIGITS):
            end += 1
        if end == at + 1 or (text[at] == "@" and "@" not in rules):
            return at + 2 if text[at : at + 2] in ("$&", "$@", "$!") and self.language.operators else 0
        while text[end : end + 1] in ("[", "{") or text[end : end + 2] == "->":
            start = end + 2 * (text[end : end + 2] == "->")
            if text[start : start + 1] not in ("[", "{"):
                break
            end = self.closing(start)
        return end

    def closing(self, at: int) -> int:
        """Return the place behind the bracket that closes the one here."""
        opens = self.text[at]
        closes, deep = OPENS.get(opens, "}"), 0
        for place in range(at, len(self.text)):
            deep += (self.text[place] == opens) - (self.text[place] == closes)
            if not deep:
                return place + 1
        return len(self.text)

    def inside(self, code: str) -> str:
        """Return the code without the marks around it."""
        if code[:2] == "#{" or (code[:2] == "${" and self.language.name == "js"):
            return code[2:-1]
        if code[:2] == "${" and self.language.sigils:
            return "$" + code[2:-1]
        return code[1:-1] if code[0] == "{" else code
