"""Walk the statements of C-like languages that are more than expressions.  Hot."""

from failshut.effects.scripts.clike import deeds, loops
from failshut.effects.scripts.values import STDIN, Function, Ref, either, known
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.effects.scripts.clike.evaluate import Evaluator

    Form = Callable[[Evaluator], object]


def declare(at: "Evaluator") -> object:
    """Walk ``const {a: b} = …``, ``my ($a, $b) = …`` and plain declarations."""
    opening = at.peek(1)
    if opening.kind != "op" or opening.text not in ("{", "(", "[") or opening.mate < 0:
        return at.expression()
    after = opening.mate + 1
    if after >= at.end or at.tokens[after].text != "=":
        return at.expression()
    pairs = _pattern(at, at.at + 2, opening.mate)
    at.at = after + 1
    value = at.expression()
    for place, (name, alias) in enumerate(pairs):
        if opening.text == "{":
            at.names[alias] = deeds.member(at, value, name)
        else:
            items = value if isinstance(value, list) else []
            at.names[alias.lstrip("$@%")] = items[place] if place < len(items) else None
    return None


def _pattern(at: "Evaluator", start: int, end: int) -> list[tuple[str, str]]:
    """Return the names of a pattern, each with what it is called here."""
    found: list[tuple[str, str]] = []
    place = start
    while place < min(end, at.end):
        token = at.tokens[place]
        place += 1
        if token.kind not in ("name", "text"):
            continue
        name = token.text or "".join([one for one in token.parts if isinstance(one, str)])
        alias = name
        if place + 1 < end and at.tokens[place].text in (":", "as") and at.tokens[place + 1].kind == "name":
            alias = at.tokens[place + 1].text
            place += 2
        found.append((name, alias))
    return found


def imports(at: "Evaluator") -> object:
    """Walk ``import x from "m"``, ``import {a as b} from "m"`` and ``import("m")``."""
    if at.language.name != "js" or at.peek(1).text in ("(", "."):
        return at.expression()
    at.at += 1
    start = at.at
    while at.at < at.end and at.peek().kind != "text" and not at.is_op(";"):
        at.at += 1
    module = Ref("")
    if at.peek().kind == "text":
        module = Ref(deeds.canonical(known(at.text(at.peek())) or ""))
        at.at += 1
    place = start
    while place < at.at:
        token = at.tokens[place]
        if token.text == "{" and token.kind == "op":
            for name, alias in _pattern(at, place + 1, token.mate):
                at.names[alias] = Ref(f"{module.name}.{name}")
            place = token.mate
        elif token.kind == "name" and token.text not in ("as", "from", "type"):
            at.names[token.text] = module
        place += 1
    return None


def function(at: "Evaluator") -> object:
    """Note a function; it counts where it is called."""
    token = at.advance()
    if token.text == "def":
        name = at.advance().text
        while at.is_op(".") or at.is_op("::"):
            at.at += 1
            name = at.advance().text
        names = at.parameters() if at.is_op("(") else []
        return at.made(name, names)
    found = at.literal()
    return at.after(found) if isinstance(found, Function) and at.is_op("(") else found


def give(at: "Evaluator") -> object:
    """Walk ``return``."""
    at.at += 1
    if at.peek().line or at.is_op(";", "}") or at.at >= at.end:
        return None
    found = at.expression()
    at.returned.append(found)
    return found


def skip(at: "Evaluator") -> object:
    """Step over a keyword."""
    at.at += 1
    return None


def condition(at: "Evaluator") -> object:
    """Walk a condition, then its branches as they come, and join what they set."""
    at.at += 1
    if not at.is_op("("):
        return at.expression()
    token = at.peek()
    at.items(at.advance())
    if token.mate >= at.end:
        return None
    return branch(at)


def branch(at: "Evaluator") -> object:
    """Walk a statement that may not run, and join what it sets with what held before."""
    before = dict(at.names)
    at.statement()
    for name, value in before.items():
        if at.names.get(name) is not value and name in at.names:
            at.names[name] = either([at.names[name], value])
    return None


def otherwise(at: "Evaluator") -> object:
    """Walk what stands behind ``else``."""
    at.at += 1
    return branch(at) if at.is_op("{") else None


def uses(at: "Evaluator") -> object:
    """Step over ``use …`` and its kin."""
    while at.at < at.end and not at.is_op(";", "}"):
        at.at += 1
    return None


def told(at: "Evaluator") -> object:
    """Walk AppleScript's ``do shell script TEXT``."""
    at.at += 1
    if at.peek().text == "shell" and at.peek(1).text == "script":
        at.at += 2
        at.doing.shell(at.expression())
    return None


def put(at: "Evaluator") -> object:
    """Walk AppleScript's ``set NAME to VALUE``."""
    at.at += 1
    name = at.advance().text
    if at.peek().text != "to":
        return None
    at.at += 1
    at.names[name] = at.expression()
    return None


def methods(at: "Evaluator") -> object:
    """Walk a class: its methods count where they are called."""
    at.at += 1
    while at.at < at.end and not at.is_op("{"):
        at.at += 1
    if at.at >= at.end:
        return None
    token = at.advance()
    end, held = min(token.mate, at.end), at.end
    at.end = end
    while at.at < end:
        one = at.advance()
        if one.kind == "name" and at.is_op("(") and at.peek().mate < end:
            names = at.parameters()
            while at.at < end and not at.is_op("{", ";"):
                at.at += 1
            if at.is_op("{"):
                at.made(one.text, names)
        elif one.mate > at.at:
            at.at = one.mate
    at.at, at.end = min(end + 1, held), held
    return None


def awk_print(at: "Evaluator") -> object:
    """Walk awk's ``print … > FILE`` and ``print … | COMMAND``."""
    at.at += 1
    values: list[object] = []
    if at.is_op("("):
        values = at.items(at.advance())
    at.stops = (">", ">>", "|")
    while at.at < at.end and not at.is_op(";", "}", ">", ">>", "|") and not at.peek().line:
        before = at.at
        values.append(at.expression())
        if at.is_op(","):
            at.at += 1
        if at.at == before:
            at.at += 1
    at.stops = ()
    if at.is_op(">", ">>"):
        mark = at.advance().text
        at.doing.writes(at.expression(), mark == ">>")
    elif at.is_op("|"):
        at.at += 1
        command = at.expression()
        at.doing.shell(command)
        if known(command) in ("sh", "bash", "/bin/sh", "/bin/bash", "zsh", "dash"):
            at.doing.shell(values[0] if values else Word(STDIN, False))
    return None


def awk_input(at: "Evaluator", mark: str, pieces: list[object]) -> object:
    """Walk awk's ``COMMAND | getline`` and ``getline < FILE``."""
    at.at += 1
    if mark == "|":
        if at.peek().text == "getline":
            at.doing.shell(at.whole(pieces))
            at.at += 1
        return None
    value = at.operand()
    if isinstance(pieces[0], Ref) and pieces[0].name == "getline":
        at.doing.reads(value)
    return None


def ruby_class(at: "Evaluator") -> object:
    """Step over a class's name; what stands inside is walked as it comes."""
    at.at += 2
    return None


FORMS: "dict[str, Form]" = {
    **dict.fromkeys(("const", "let", "var", "my", "our", "local"), declare),
    **dict.fromkeys(("function", "sub", "def"), function),
    **dict.fromkeys("if elsif elseif while until unless elif switch".split(), condition),
    **dict.fromkeys("then do end begin try finally ensure BEGIN END repeat".split(), skip),
    "import": imports, "for": loops.loop, "foreach": loops.loop, "return": give,
    "else": otherwise, "use": uses, "no": uses, "package": uses, "class": methods,
}  # fmt: skip
"""Words that begin a statement of their own."""
_OWN: "dict[str, dict[str, Form]]" = {
    "awk": {"print": awk_print, "printf": awk_print, "function": function, "func": function},
    "osascript": {"do": told, "set": put},
    "ruby": {"class": ruby_class, "module": ruby_class},
}


def form(language: str, word: str) -> "Form | None":
    """Return what walks a statement that begins with a word, None for a plain one."""
    return _OWN.get(language, {}).get(word) or FORMS.get(word)
