"""Plant bugs into the reader of shell text, one at a time; the fuzzer has to find each.

``PLANTED`` maps what goes wrong to (owner, name of its function, maker of the bad one from the good one).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from failshut.model import Word
from failshut.shell.builtins import folders, follow, reading
from failshut.shell.parse import cases, expansions, heredoc, lexer, quotes, simple
from failshut.shell.syntax import Lit
from failshut.shell.values import arith, arrays, braces, expand, operations, patterns
from failshut.shell.walk import blocks, execute, functions, printing, texts, walk, written
from failshut.shell.walk.state import State

Good = Callable[..., Any]


def unquoted(good: Good) -> Good:
    return lambda self, parts, quoted: good(self, parts, False)


def expanding(good: Good) -> Good:
    return lambda self: (good(self)[0], False)


def stripped(good: Good) -> Good:
    return lambda self, quoted: (good(self, quoted)[0], good(self, quoted)[1].strip())


def never_falls(good: Good) -> Good:
    def bad(self: Any, start: int) -> Any:
        found = good(self, start)
        found.arms = [(words, body, ";;" if end == ";&" else end) for words, body, end in found.arms]
        return found

    return bad


def inverted(good: Good) -> Good:
    def bad(self: Any, values: list[Word], part: Any) -> Any:
        op, part.op = part.op, part.op.translate(str.maketrans("+-", "-+"))
        found = good(self, values, part)
        part.op = op
        return found

    return bad


def cut_short(good: Good) -> Good:
    return lambda *given: found[:-1] if (found := good(*given)) and len(found) > 1 else found


def no_step(good: Good) -> Good:
    return lambda inside: good(inside[: len(inside) - 3] if inside.count(".") == 4 else inside)


def no_backslashes(good: Good) -> Good:
    return lambda self, text: good(self, text.replace("\\", ""))


def no_fork(good: Good) -> Good:
    return lambda self, node: walk.walk(self, node)


def no_arguments(good: Good) -> Good:
    def bad(self: Any, name: str, bodies: Any, run: Any) -> Any:
        run.argv = run.argv[:1]
        return good(self, name, bodies, run)

    return bad


def idle(good: Good) -> Good:
    return lambda *given: None


def blanks(good: Good) -> Good:
    return lambda self: " \t\n"


def swallowing(good: Good) -> Good:
    def bad(self: Any) -> Any:
        found = good(self)
        if found is not None:
            self.skip()
            lexer.word(self)
        return found

    return bad


def kept(good: Good) -> Good:
    def bad(self: Any, char: str, parts: Any, word: Any, first: bool) -> bool:
        if char == "\\" and self.text.startswith("\n", self.at + 1):
            parts.append(Lit("\n", True))
            self.at += 2
            return True
        return bool(good(self, char, parts, word, first))

    return bad


def longer(good: Good) -> Good:
    return lambda *given: Word(str(int(found.text) + 1)) if (found := good(*given)).literal else found


def front_is_back(good: Good) -> Good:
    return lambda text, pattern, op: good(text, pattern, op.translate(str.maketrans("#%", "%#")))


def first_item(good: Good) -> Good:
    def bad(self: Any, node: Any) -> Any:
        return walk.walk(self, node.items[0][1])

    return bad


def no_else(good: Good) -> Good:
    def bad(self: Any, node: Any) -> Any:
        node.arms = [arm for arm in node.arms if arm[0] is not None]
        return good(self, node)

    return bad


def first_arm(good: Good) -> Good:
    def bad(self: Any, node: Any) -> Any:
        node.arms = node.arms[:1]
        return good(self, node)

    return bad


def no_tabs(good: Good) -> Good:
    return lambda self, redir, delimiter, tabs: good(self, redir, delimiter, False)


def shifted(good: Good) -> Good:
    def bad(run: Any, state: Any) -> Any:
        found = good(run, state)
        found.args = found.args[1:] if found.args else found.args
        return found

    return bad


def empty_child(good: Good) -> Good:
    def bad(self: Any, run: Any, cwd: Any) -> Any:
        found = good(self, run, cwd)
        found.values = dict.fromkeys(found.values, Word(""))
        return found

    return bad


def floored(good: Good) -> Good:
    def bad(op: str, left: int, right: int) -> Any:
        if op in ("/", "%") and right:
            return left // right if op == "/" else left % right
        return good(op, left, right)

    return bad


def left_power(good: Good) -> Good:
    return lambda op, left, right: good("*" if op == "**" else op, left, right)


def replaced(good: Good) -> Good:
    def bad(self: Any, source: Any, named: bool = False, fresh: bool = False) -> Any:
        append, source.append = source.append, False
        found = good(self, source, named, fresh)
        source.append = append
        return found

    return bad


def by_space(good: Good) -> Good:
    return lambda self, values, apart=False: good(self, values, True)


def first_word(good: Good) -> Good:
    def bad(self: Any, node: Any) -> Any:
        node.words = node.words[:1] if node.words else node.words
        return good(self, node)

    return bad


def no_input(good: Good) -> Good:
    def bad(self: Any, name: str, argv: Any, via: Any, run: Any, cwd: Any) -> Any:
        run.stdin = None
        return good(self, name, argv, via, run, cwd)

    return bad


def parts_back(good: Good) -> Good:
    return lambda parts, named: parts


def no(good: Good) -> Good:
    return lambda *given: False


def all_to_one(good: Good) -> Good:
    return lambda names, state, stdin, raw, array, odd: good(names[:1], state, stdin, raw, array, odd)


def wrong_base(good: Good) -> Good:
    return lambda self, char, at, found: good(self, "x" if char in "01234567" else char, at, found)


def swapped_case(good: Good) -> Good:
    return lambda text, op: good(text, op.translate(str.maketrans("^,", ",^")))


def first_only(good: Good) -> Good:
    return lambda text, pattern, new, op: good(text, pattern, new, "/" if op == "//" else op)


def from_one(good: Good) -> Good:
    def bad(self: Any, value: Word, part: Any) -> Any:
        return good(self, value, part) if not (found := good(self, value, part)) else found[1:]

    return bad


def no_digits(good: Good) -> Good:
    def bad(self: Any) -> Any:
        if self.text[self.at : self.at + 1].isdigit():
            return None
        return good(self)

    return bad


def sum_of_words(good: Good) -> Good:
    return lambda words: good(words[:2])


def no_files(good: Good) -> Good:
    return lambda self, word: []


def lines_as_read(good: Good) -> Good:
    return lambda words, state, stdin: good(tuple([w for w in words if w.text != "-t"]), state, stdin)


def home_stays(good: Good) -> Good:
    def bad(name: str, words: Any, state: State) -> Any:
        return good(name, words, state) if words else None

    return bad


PLANTED: dict[str, tuple[Any, str, Callable[[Good], Good]]] = {
    "quotes around $x are dropped": (lexer, "dollar", unquoted),
    "a quoted delimiter expands the body": (heredoc, "ending", expanding),
    "a delimiter is found amid blanks": (heredoc, "row", stripped),
    "tabs stay in <<-": (heredoc, "body", no_tabs),
    "octal escapes are read as hexadecimal": (quotes, "code", wrong_base),
    ";& is read as ;;": (cases, "case", never_falls),
    "${x:+y} is inverted": (operations, "fallback", inverted),
    "${#x} is one too much": (operations, "length", longer),
    "${x:o} begins one late": (operations, "substring", from_one),
    "# and % are swapped": (patterns, "cut", front_is_back),
    "^ and , are swapped": (patterns, "recase", swapped_case),
    "// replaces once": (patterns, "replace", first_only),
    "a brace range ends one early": (braces, "_range", cut_short),
    "a brace range has no step": (braces, "_range", no_step),
    "nested backticks keep no backslash": (expansions, "lines", no_backslashes),
    "a subshell's changes stay": (walk, "fork", no_fork),
    "a function gets no arguments": (functions, "call", no_arguments),
    "an alias isn't expanded": (texts, "aliased", idle),
    "IFS is ignored": (expand, "ifs", blanks),
    "$* is joined by blanks": (expand, "starred", by_space),
    "a redirection swallows a word": (simple, "redirection", swallowing),
    "a file descriptor is a word": (simple, "redirection", no_digits),
    "a line continuation stays": (lexer, "piece", kept),
    "behind && nothing runs": (walk, "chain", first_item),
    "else is left out": (blocks, "branches", no_else),
    "a case has one arm": (blocks, "case", first_arm),
    "for runs once": (blocks, "loop", first_word),
    "bash -c loses an argument": (execute, "unwrapped", shifted),
    "what is exported is empty": (texts, "child", empty_child),
    "division rounds down": (arith, "apply", floored),
    "** multiplies": (arith, "apply", left_power),
    "A+=(x) replaces": (arrays, "elements", replaced),
    "a shell's input isn't read": (texts, "loads", no_input),
    "written files are forgotten": (written, "contents", no_files),
    "~ stays": (expand, "homes", parts_back),
    "globs aren't marked": (expand, "has_glob", no),
    "read fills one variable": (reading, "_fields", all_to_one),
    "mapfile -t keeps newlines": (reading, "lines", lines_as_read),
    "printf -v takes one word": (printing, "printf", sum_of_words),
    "set -- is ignored": (follow, "_set", idle),
    "shift is ignored": (follow, "_shift", idle),
    "cd is ignored": (folders, "change", idle),
    "cd without a folder stays": (folders, "change", home_stays),
    "traps are left out": (walk, "leave", idle),
    "[!a] means [a]": (patterns, "_set", lambda good: lambda body, char: good(body.lstrip("!^"), char)),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Hold a bug in place while the block runs."""
    owner, function, make = PLANTED[name]
    good = getattr(owner, function)
    setattr(owner, function, make(good))
    try:
        yield
    finally:
        setattr(owner, function, good)
