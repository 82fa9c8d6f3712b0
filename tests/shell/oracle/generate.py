"""Write random shell texts from the grammar in ``grammar.txt``, which says how it is read."""

import random
import re
from pathlib import Path

NAMES = ("alpha", "beta", "gamma")
DEEP = 3  # bodies in bodies
BREAKS = "'\"`$(){};&|<>"  # a spoilt text loses one of these


class Case:
    """Hold one text, the productions in it, and which production wrote which mark (``@7``)."""

    def __init__(self) -> None:
        self.text = ""
        self.used: set[str] = set()
        self.templates: set[str] = set()
        self.marks: dict[str, set[str]] = {}
        self.strict = True  # bash takes every way there is


Grammar = dict[str, dict[str, list[str]]]


def load() -> Grammar:
    """Return the grammar: section -> production -> templates."""
    found: Grammar = {}
    rows, section = [], ""
    for line in (Path(__file__).parent / "grammar.txt").read_text().splitlines():
        if line.startswith("[") and line.endswith("]") and "=" not in line:
            section = line[1:-1]
        elif line and not line.startswith("#"):
            name, _, template = line.partition(" =")
            rows.append((section, name, template[1:]))
    for section, name, template in rows:
        for mark, char in (("␉", "\t"), ("«»", "")):
            template = template.replace(mark, char)
        found.setdefault(section, {}).setdefault(name, []).append(template)
    return found


class Writer:
    """Write one text."""

    def __init__(self, grammar: Grammar, dice: random.Random) -> None:
        self.grammar = grammar
        self.dice = dice
        self.case = Case()
        self.pending: list[str] = []
        self.path: list[str] = []  # the productions that are being written
        self.depth = 0
        self.owner = ""  # the mark of the command that is being written

    def production(self, section: str) -> str:
        """Write a production of a section."""
        if section == "run":
            return self.run()
        if section == "mark":
            return self.mark()
        if section == "line" and self.depth > DEEP:
            section = "cmd"
        name = self.dice.choice(list(self.grammar[section]))
        template = self.dice.choice(self.grammar[section][name])
        ident = f"{section}/{name}"
        self.case.used.add(ident)
        self.case.templates.add(f"{ident}: {template}")
        if name.endswith("?"):
            self.case.strict = False
        if self.owner and section in ("word", "words", "tail", "value", "word one", "word plain"):
            self.case.marks[self.owner].add(ident)
        self.path.append(ident)
        self.depth += section in ("body", "compound")
        owner = self.owner
        text = self.template(template)
        if section in ("cmd", "compound", "set"):
            self.owner = owner
        self.depth -= section in ("body", "compound")
        self.path.pop()
        return text

    def run(self) -> str:
        """Write a program and a mark."""
        return f"{self.dice.choice(NAMES)} {self.mark()}"

    def mark(self) -> str:
        """Write a mark that no other command has."""
        self.owner = f"@{len(self.case.marks)}"
        self.case.marks[self.owner] = set(self.path)
        return self.owner

    def template(self, template: str) -> str:
        """Fill a template; here-documents that wait follow its newlines."""
        found = []
        for piece in re.split("(«[^»]*»|⏎)", template):
            if piece == "⏎":
                found.append("\n" + self.bodies())
            elif piece.startswith("«"):
                found.append(self.filled(piece[1:-1]))
            else:
                found.append(piece.replace("␊", "\n"))
        return "".join(found)

    def bodies(self) -> str:
        """Return the here-documents that wait."""
        waiting, self.pending = self.pending, []
        return "".join(waiting)

    def filled(self, hole: str) -> str:
        """Write what a hole asks for."""
        how, colon, section = hole.partition(":")
        if not colon:
            return self.production(hole)
        if how == "later":
            held, self.pending = self.pending, []
            body = self.production(section)
            self.pending = [*held, body + "\n"]
            return ""
        held, self.pending = self.pending, []
        text = self.production(section)
        if self.pending:
            text += "\n" + self.bodies()
        self.pending = held
        if how == "q":
            return "'" + text.replace("'", "'\\''") + "'"
        chars = {"d": '\\"$`', "t": "\\`$", "s": ""}[how]
        return "".join(["\\" + char if char in chars else char for char in text])


def write(grammar: Grammar, dice: random.Random) -> Case:
    """Return one case; a few are broken by line continuations, carriage returns or a missing character."""
    writer = Writer(grammar, dice)
    text = writer.production("text")
    if writer.pending:
        text += "\n" + writer.bodies()
    case, way = writer.case, dice.random()
    if way < 0.08:
        case.used.add("text/continuation anywhere")
        case.strict = False
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(text))
            text = text[:at] + "\\\n" + text[at:]
    elif way < 0.10:
        case.used.add("text/carriage returns")
        text = text.replace("\n", "\r\n")
        case.strict = False
    elif way < 0.14:
        places = [at for at, char in enumerate(text) if char in BREAKS]
        if places:
            case.used.add("text/a character missing")
            case.strict = False
            at = dice.choice(places)
            text = text[:at] + text[at + 1 :]
    case.text = text
    return case
