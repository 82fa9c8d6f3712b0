"""Show one table in several forms."""

from __future__ import annotations

import html
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GOOD, BAD, WARN, QUIET, PLAIN = "good", "bad", "warn", "quiet", "plain"
MARKS = {GOOD: "✓", BAD: "✗", WARN: "!", QUIET: "·", PLAIN: ""}
USUAL = 110
MANY = 6
"""From so many columns on, a page's columns are equally wide."""
PADDING = 3
LONGEST = 24
"""Words up to this length aren't broken where there is room for them."""


@dataclass(frozen=True)
class Cell:
    """One cell: ``text``, how it is meant (``kind``), and a longer explanation (``hint``).

    ``code``: the text is quoted word for word.  ``hint`` and ``detail`` stand on HTML pages only:
    below the text, and (label, text) pairs under a fold.
    """

    text: str
    kind: str = PLAIN
    hint: str = ""
    detail: Sequence[tuple[str, str]] = ()
    code: bool = False

    def marked(self) -> str:
        """Return the text with the sign of its kind."""
        return f"{MARKS[self.kind]} {self.text}".strip()


@dataclass
class Table:
    """A table: a ``title``, its ``columns``, its rows, and sentences below it.

    A row that is a text is a heading inside the table.
    """

    title: str
    columns: Sequence[str]
    rows: list[Sequence[Cell] | str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def text(tables: Iterable[Table], width: int = 0) -> str:
    """Return tables for a terminal, ``width`` characters wide (0: the terminal's own)."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as Rich
    from rich.text import Text

    room = width or max(shutil.get_terminal_size((USUAL, 24)).columns, 100)
    console = Console(width=room, no_color=True, force_terminal=False, highlight=False, emoji=False)
    with console.capture() as captured:
        for table in tables:
            rich = Rich(title=table.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
            rich.title_style = ""
            for column, least in zip(table.columns, _least(table, room), strict=True):
                rich.add_column(column, overflow="fold", min_width=least)
            for row in table.rows:
                cells = [Text(row)] if isinstance(row, str) else [Text(cell.marked()) for cell in row]
                rich.add_row(*cells)
            console.print(rich, markup=False)
            for note in table.notes:
                console.print(note, markup=False, soft_wrap=False)
                console.print()
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n") + "\n"


def _least(table: Table, room: int) -> list[int | None]:
    """Return the room for each column's longest word; no least widths where they don't fit together."""
    rows = [row for row in table.rows if not isinstance(row, str)]
    found = []
    for number, column in enumerate(table.columns):
        texts = [column, *(row[number].text for row in rows)]
        words = (len(word) for text in texts for word in text.split())
        found.append(min(LONGEST, max(words, default=1)))
    fits = sum(found) + PADDING * len(found) <= room
    return [width if fits else None for width in found]


def paragraphs(sentences: Iterable[str]) -> str:
    """Return sentences, each on lines of its own that fit the terminal."""
    room = max(shutil.get_terminal_size((USUAL, 24)).columns, 60)
    return "".join(
        textwrap.fill(one, room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        + "\n"
        for one in sentences
    )


def markdown(tables: Iterable[Table], level: int = 2) -> str:
    """Return tables as Markdown, each under a heading of ``level``."""
    blocks = []
    for table in tables:
        lines = [f"{'#' * level} {table.title}", ""] if table.title else []
        lines.append("| " + " | ".join(_escaped(column) for column in table.columns) + " |")
        lines.append("|" + "---|" * len(table.columns))
        lines += [_line(row, len(table.columns)) for row in table.rows]
        lines += [line for note in table.notes for line in ("", note)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _line(row: Sequence[Cell] | str, columns: int) -> str:
    if isinstance(row, str):
        return f"| **{_escaped(row)}** |" + " |" * (columns - 1)
    return (
        "| " + " | ".join(_code(cell.text) if cell.code else _escaped(cell.marked()) for cell in row) + " |"
    )


def _escaped(value: str) -> str:
    """Escape what Markdown would take for markup; backticks stay."""
    for char, escape in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        ("\\", "\\\\"),
        ("|", "\\|"),
        ("*", "\\*"),
        ("~", "\\~"),
    ):
        value = value.replace(char, escape)
    return value.replace("\n", "<br>")


def _code(value: str) -> str:
    """Quote a text word for word, each line in a span of its own; an end of line at its end is left out."""
    return "<br>".join(_span(line) for line in value.removesuffix("\n").split("\n"))


def _span(line: str) -> str:
    if not line.strip():
        return ""
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line.startswith(("`", " ")) or line.endswith(("`", " ")) else ""
    return f"{fence}{pad}{line}{pad}{fence}".replace("|", "\\|")


STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem;color:#1c1f24}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #d4d8de;padding:.3rem .5rem;text-align:left;vertical-align:top}
th{background:#f2f4f7;position:sticky;top:0}
.good{background:#e5f5ea}.bad{background:#fbdcdc;font-weight:600}
.warn{background:#fdf2d0}.quiet{color:#5d6673}
.hint{display:block;color:#5d6673;font-size:.8rem;font-weight:400}
.wide{overflow-x:auto}.group{background:none;border-left:0;border-right:0;padding-top:1rem;position:static}
code{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}summary{cursor:pointer}
.even{table-layout:fixed;min-width:64rem}.even th:first-child{width:17%}
details p{margin:.4rem 0 0;font-size:.8rem;font-weight:400}
@media (prefers-color-scheme:dark){body{background:#15181c;color:#e4e7eb}th{background:#22262c}
th,td{border-color:#3a4048}.good{background:#173524}.bad{background:#4d1d1f}.warn{background:#453813}
.hint,.quiet{color:#a3acb8}.group{background:none}}
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
        kind = ' class="even"' if len(table.columns) >= MANY else ""
        parts.append(f'<h2>{html.escape(table.title)}</h2>\n<div class="wide"><table{kind}>\n<tr>')
        parts += [f'<th scope="col">{_lines(column)}</th>' for column in table.columns]
        parts.append("</tr>")
        for row in table.rows:
            parts.append(_tr(row, len(table.columns)))
        parts.append("</table></div>")
        parts += [f"<p>{html.escape(note)}</p>" for note in table.notes]
    return "\n".join(parts) + "\n</body>\n</html>\n"


def _tr(row: Sequence[Cell] | str, columns: int) -> str:
    if isinstance(row, str):
        return f'<tr><th class="group" scope="rowgroup" colspan="{columns}">{html.escape(row)}</th></tr>'
    return "<tr>" + "".join(_td(cell) for cell in row) + "</tr>"


def _td(cell: Cell) -> str:
    text = f"<code>{html.escape(cell.text)}</code>" if cell.code else _lines(cell.marked())
    if cell.detail:
        inside = "".join(
            f"<p>{html.escape(label)}<br><code>{html.escape(said)}</code></p>"
            for label, said in cell.detail
        )
        text = f"<details><summary>{text}</summary>{inside}</details>"
    hint = f'<span class="hint">{_lines(cell.hint)}</span>' if cell.hint else ""
    return f'<td class="{cell.kind}">{text}{hint}</td>'


def _lines(value: str) -> str:
    return html.escape(value).replace("\n", "<br>")


def write(value: str) -> None:
    """Print a result that ends with its own newline, whatever the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(value.encode(encoding, "replace").decode(encoding))
