"""Read simple commands and redirections.  Hot."""

from failshut.shell.lexer import PROCESS, Lexer
from failshut.shell.syntax import Node, Redir, Simple, Word
from failshut.shell.tokens import is_name

_DECLARE = frozenset("declare typeset local readonly export alias".split())
_REDIRECTS = ("&>>", "&>", "<<<", "<<-", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">")


class Simples(Lexer):
    """Read simple commands."""

    __slots__ = ()

    def simple(self) -> Node:
        """Read assignments, words and redirections, or ``NAME ()`` and a body."""
        found = Simple(self.base + self.at)
        redirects: list[Redir] = []
        assign, text = True, self.text
        while True:
            self.skip()
            if self.at >= self.size:
                break
            redirect = self.redirection()
            if redirect is not None:
                redirects.append(redirect)
                continue
            word = self.word(assign)
            if word is None:
                if text[self.at] == "(":
                    if len(found.words) != 1 or found.assigns or redirects:
                        raise self.fail("parentheses out of place")
                    return self.shorthand(found)
                break
            if word.name and not found.words:
                found.assigns.append(word)
            else:
                found.words.append(word)
                if len(found.words) == 1:
                    assign = word.bare() in _DECLARE
        if not found.words and not found.assigns and not redirects:
            raise self.fail("an operator out of place")
        found.redirects = tuple(redirects)
        ends = [one.end for one in (*found.words[-1:], *found.assigns[-1:])]
        found.end = max([*ends, *[one.end for one in redirects[-1:]]])
        return found

    def shorthand(self, found: Simple) -> Node:
        """Read the rest of ``NAME () body``."""
        self.at += 1
        self.skip()
        self.close()
        self.deepen()
        node = self.defined(found.start, found.words[0])
        self.depth -= 1
        node.end = self.base + self.at
        return node

    def redirections(self) -> tuple[Redir, ...]:
        """Read the redirections behind a compound command."""
        found: list[Redir] = []
        while True:
            self.skip()
            redirect = self.redirection()
            if redirect is None:
                return tuple(found)
            found.append(redirect)

    def redirection(self) -> Redir | None:
        """Read a redirection when one begins here."""
        text, at, size = self.text, self.at, self.size
        start = at
        char = text[at : at + 1]
        variable = ""
        if char.isdigit():
            while at < size and text[at].isdigit():
                at += 1
        elif char == "{":
            end = text.find("}", at, at + 100)
            variable = text[at + 1 : end].replace("\\\n", "")
            if end < 0 or not is_name(variable):
                return None
            at = end + 1
        while text.startswith("\\\n", at):
            at += 2
        if at >= size or text[at] not in "<>&":
            return None
        first = at
        op, at = self.operator(_REDIRECTS, at)
        if not op or (first > start and op[0] == "&"):
            return None
        if op in ("<", ">") and self.operator(PROCESS, first)[0]:
            return None
        self.counted()
        self.at = at
        self.skip()
        number = text[start:first].rstrip("\\\n")
        written = op if variable else number + op
        if op in ("<<", "<<-"):
            return self.document(written, start)
        target = self.word()
        if target is None:
            raise self.fail("a redirection without a target")
        redirect = Redir(written, target, self.base + start, self.base + self.at)
        redirect.variable = variable
        return redirect

    def document(self, op: str, start: int) -> Redir:
        """Read a here-document's delimiter; its body follows after the line."""
        delimiter, quoted = self.delimiter()
        target = Word((), self.base + start, self.base + self.at)
        redirect = Redir(op, target, self.base + start, self.base + self.at)
        redirect.quoted = quoted
        redirect.body = ()
        self.pending.append((redirect, delimiter, op.endswith("-")))
        return redirect

    def defined(self, start: int, name: Word) -> Node:
        """Read a function's body; the reader of compound commands knows how."""
        raise NotImplementedError

    def close(self) -> None:
        """Step over a closing parenthesis."""
        if not self.text.startswith(")", self.at):
            raise self.fail("an unbalanced parenthesis")
        self.at += 1
