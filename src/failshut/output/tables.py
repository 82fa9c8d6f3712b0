"""Show one table in several forms."""

from __future__ import annotations

import html
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GOOD, BAD, WARN, QUIET, PLAIN = "good", "bad", "warn", "quiet", "plain"
MARKS = {GOOD: "✓", BAD: "✗", WARN: "!", QUIET: "·", PLAIN: ""}
USUAL = 110


@dataclass(frozen=True)
class Cell:
    """One cell: ``text``, how it is meant (``kind``), and a longer explanation (``hint``)."""

    text: str
    kind: str = PLAIN
    hint: str = ""

    def marked(self) -> str:
        """Return the text with the sign of its kind."""
        return f"{MARKS[self.kind]} {self.text}".strip()


@dataclass
class Table:
    """A table: a ``title``, its ``columns``, its rows, and sentences below it."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def text(tables: Iterable[Table], width: int = 0) -> str:
    """Return tables for a terminal, ``width`` characters wide (0: the terminal's own)."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as Rich
    from rich.text import Text

    room = width or max(shutil.get_terminal_size((USUAL, 24)).columns, 60)
    console = Console(width=room, no_color=True, force_terminal=False, highlight=False, emoji=False)
    with console.capture() as captured:
        for table in tables:
            rich = Rich(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
            rich.title_style = ""
            for number, column in enumerate(table.columns):
                rich.add_column(column, overflow="fold", ratio=2 if number == 0 else None)
            for row in table.rows:
                rich.add_row(*(Text(cell.marked()) for cell in row))
            console.print(rich, markup=False)
            for note in table.notes:
                console.print(note, markup=False, soft_wrap=False)
                console.print()
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n") + "\n"


def markdown(tables: Iterable[Table], level: int = 2) -> str:
    """Return tables as Markdown, each under a heading of ``level``."""
    blocks = []
    for table in tables:
        lines = [f"{'#' * level} {table.title}", ""] if table.title else []
        lines.append("| " + " | ".join(_escaped(column) for column in table.columns) + " |")
        lines.append("|" + "---|" * len(table.columns))
        lines += ["| " + " | ".join(_escaped(cell.marked()) for cell in row) + " |" for row in table.rows]
        lines += [line for note in table.notes for line in ("", note)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", "<br>")


STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem;color:#1c1f24}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #d4d8de;padding:.3rem .5rem;text-align:left;vertical-align:top}
th{background:#f2f4f7;position:sticky;top:0}
.good{background:#e5f5ea}.bad{background:#fbdcdc;font-weight:600}
.warn{background:#fdf2d0}.quiet{color:#5d6673}
.hint{display:block;color:#5d6673;font-size:.8rem;font-weight:400}
.wide{overflow-x:auto}
@media (prefers-color-scheme:dark){body{background:#15181c;color:#e4e7eb}th{background:#22262c}
th,td{border-color:#3a4048}.good{background:#173524}.bad{background:#4d1d1f}.warn{background:#453813}}
"""


def page(title: str, tables: Iterable[Table], lead: Sequence[str] = ()) -> str:
    """Return one HTML page that needs nothing else."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{html.escape(title)}</h1>",
    ]
    parts += [f"<p>{html.escape(sentence)}</p>" for sentence in lead]
    for table in tables:
        parts.append(f'<h2>{html.escape(table.title)}</h2>\n<div class="wide"><table>\n<tr>')
        parts += [f'<th scope="col">{html.escape(column)}</th>' for column in table.columns]
        parts.append("</tr>")
        for row in table.rows:
            parts.append("<tr>" + "".join(_td(cell) for cell in row) + "</tr>")
        parts.append("</table></div>")
        parts += [f"<p>{html.escape(note)}</p>" for note in table.notes]
    return "\n".join(parts) + "\n</body>\n</html>\n"


def _td(cell: Cell) -> str:
    hint = f'<span class="hint">{html.escape(cell.hint)}</span>' if cell.hint else ""
    text = html.escape(cell.marked()).replace("\n", "<br>")
    return f'<td class="{cell.kind}">{text}{hint}</td>'


def write(value: str) -> None:
    """Print a result that ends with its own newline, whatever the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(value.encode(encoding, "replace").decode(encoding))
