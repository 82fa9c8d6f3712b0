"""Mask the secrets of a text, word by word, without ``re`` (too dear here)."""

from failshut.hot import secretwords

MASK = "[secret]"
BREAKS = " \t\r\n\"'`,;|&()<>{}[]\\"
ENDS = ";|&\n"
"""What ends a simple command."""


def masked(text: str) -> str:
    """Return ``text`` with what looks like a secret replaced by ``MASK``."""
    return _Walk(_without_pem(text)).run()


def _without_pem(text: str) -> str:
    """Mask each PEM block, to the end of the text when it isn't ended."""
    start = text.find("-----BEGIN")
    while start >= 0:
        end = text.find("-----END", start)
        close = text.find("-----", end + 8) if end >= 0 else -1
        text = text[:start] + MASK + (text[close + 5 :] if close >= 0 else "")
        start = text.find("-----BEGIN", start + len(MASK))
    return text


class _Walk:
    """Walk over a text word by word.

    ``pending`` says what the next value is: "" nothing, ``value`` a secret, ``user`` a text
    USER:SECRET.  ``named`` = the last word was a secret's bare name.  ``words`` are those of
    the simple command so far.
    """

    __slots__ = ("named", "out", "pending", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.words: list[str] = []
        self.pending = ""
        self.named = False

    def run(self) -> str:
        """Return the masked text."""
        at = 0
        while at < len(self.text):
            if self.text.startswith(MASK, at):
                self.out.append(MASK)
                self.pending, self.named = "", False
                at += len(MASK)
            else:
                at = self.mark(at) if self.text[at] in BREAKS else self.word(at)
        return "".join(self.out)

    def mark(self, at: int) -> int:
        """Take a character between words; a quoted secret goes as a whole."""
        char = self.text[at]
        self.out.append(char)
        if char in ENDS:
            self.pending, self.named, self.words = "", False, []
        elif self.pending and char in "\"'":
            end = self.close(at, char)
            self.value(self.text[at + 1 : end])
            return end
        elif char not in " \t\"'`\\":
            self.named = False
        return at + 1

    def close(self, at: int, quote: str) -> int:
        """Return where the text quoted at ``at`` ends; a backslash may stand before both quotes."""
        inside = quote == '"' and self.text[at - 1 : at] == "\\"
        end = self.text.find(quote, at + 1)
        while quote == '"' and end > 0 and (self.text[end - 1] == "\\" and end - 1 > at) != inside:
            end = self.text.find(quote, end + 1)
        return len(self.text) if end < 0 else end - inside

    def until(self, at: int, breaks: str) -> int:
        """Return the place of the next of ``breaks``, or the end."""
        while at < len(self.text) and self.text[at] not in breaks:
            at += 1
        return at

    def word(self, at: int) -> int:
        """Take a word, or all of an unquoted secret."""
        end = self.until(at, " \t\r\n\"'`;|&" if self.pending else BREAKS)
        if "://" in self.text[at:end] and "/" not in self.text[at:end].partition("://")[2]:
            end = self.until(end, " \t\r\n\"'`/")  # a password in an address may hold any of the others
        word = self.text[at:end]
        if self.pending:
            self.next(word)
        else:
            self.plain(word)
        self.words.append(word)
        return end

    def next(self, word: str) -> None:
        """Take a word where a secret is expected."""
        if word.lower() in secretwords.SCHEMES or word in ("=", ":", "=>", ":="):
            self.out.append(word)
        elif word.startswith("$") or word == MASK:
            self.out.append(word)
            self.pending = ""
        else:
            self.value(word)

    def value(self, value: str) -> None:
        """Append a secret's mask."""
        user, colon, secret = value.partition(":")
        if self.pending == "user":
            self.out.append(user + colon + (secret if secret[:1] == "$" else MASK if secret else ""))
        else:
            scheme, blank, _ = value.partition(" ")
            kept = scheme + blank if blank and scheme.lower() in secretwords.SCHEMES else ""
            self.out.append(kept + MASK if value else "")
        self.pending = ""

    def plain(self, word: str) -> None:
        """Take a word that nothing announced."""
        if self.named and word[:1] in ("=", ":"):
            rest = word.lstrip("=:>")
            self.out.append(word[: len(word) - len(rest)] + (MASK if rest else ""))
            self.pending = "" if rest else "value"
            self.named = False
            return
        masked, self.pending = secretwords.announced(word, self.words)
        self.named = not self.pending and secretwords.is_name(word)
        if masked < 0 and secretwords.is_key(word, self.text):
            masked = 0
        self.out.append(word if masked < 0 else word[:masked] + MASK + secretwords.tail(word, masked))
