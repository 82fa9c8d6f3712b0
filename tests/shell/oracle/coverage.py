"""Count which productions were written, and which of them bash ran."""

import tomllib
from collections import Counter
from pathlib import Path

from shell.oracle.generate import Case, Grammar

HARD: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "hard.toml").read_text())["hard"]


class Coverage:
    """Hold how many texts had a production, and in how many a command in it (or behind it) ran."""

    def __init__(self) -> None:
        self.written: Counter[str] = Counter()
        self.ran: Counter[str] = Counter()

    def add(self, case: Case, rows: list[tuple[str, ...]]) -> None:
        """Count one text: a command ran when a call carries its mark."""
        self.written.update(case.used | case.templates)
        marks = {word for row in rows for word in row if word in case.marks}
        inside = {ident for found in case.marks.values() for ident in found}
        ran = {ident for mark in marks for ident in case.marks[mark]}
        if marks:
            ran |= case.used - inside  # what has no command of its own: settings, here-documents
        self.ran.update(ran)

    def missing(self, grammar: Grammar) -> list[str]:
        """Return the productions and templates that were never written, or that bash never ran."""
        found = []
        for section, names in grammar.items():
            for name, templates in names.items():
                ident = f"{section}/{name}"
                if not self.ran[ident]:
                    found.append(f"{ident} never ran")
                found += [f"{ident}: {one}" for one in templates if not self.written[f"{ident}: {one}"]]
        return found

    def table(self) -> str:
        """Return the counts of the hard constructs: written, ran."""
        rows = []
        for construct, idents in HARD.items():
            written = sum([self.written[one] for one in idents])
            rows.append(f"{written:7} {sum([self.ran[one] for one in idents]):7}  {construct}")
        return "\n".join(rows)
