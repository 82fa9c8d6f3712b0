"""The tables are readable and safe in every form."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from failshut.interpret import HOSTS
from failshut.matrix import pages, picture, sheets, show
from failshut.matrix.events import events
from failshut.matrix.facts import facts
from failshut.matrix.grid import in_order, rows
from failshut.matrix.probes import SMALL
from failshut.output.tables import BAD, GOOD, QUIET, WARN, Cell, Table, markdown, page, text

GRID = rows(in_order())
NASTY = "a|b <b>bold</b> & `c` *d* ~e~\nnext"
SMALL_ROWS = rows(in_order(), table=SMALL)


def words(host: str, *names: str) -> list[tuple[str, str]]:
    found = {one.probe.id: show.word(one) for row in rows([host]) for one in row.squares}
    return [found[name] for name in names]


def test_text_fits_120_columns_and_breaks_no_word() -> None:
    shown = text([show.grid("Title", GRID, letters=True)], 120)
    assert max(map(len, shown.splitlines())) <= 120
    assert "✗ RUNS m" in shown and "✓ read r" in shown and "! unread m" in shown
    assert "2026.10.01" in shown and "Antigravity" in shown
    assert "\x1b" not in shown
    for row in GRID:
        for word in row.probe.title.split():
            assert word in shown


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_narrow_terminal_loses_no_column(width: int) -> None:
    shown = text([show.grid("Title", GRID, letters=True)], width)
    kinds = [show.word(one)[1] for row in GRID for one in row.squares]
    assert max(map(len, shown.splitlines())) <= width
    assert (shown.count("✗"), shown.count("✓")) == (kinds.count(BAD), kinds.count(GOOD))


def test_the_words_tell_holes_from_what_the_hook_wants() -> None:
    names = ("silent", "exit-1", "exit-2", "exit-2-silent", "allow", "tell", "ask", "stop")
    assert words("claude-code", *names) == [
        ("runs", QUIET),
        ("RUNS", BAD),
        ("read", GOOD),
        ("unread", WARN),
        ("runs", QUIET),
        ("told", GOOD),
        ("asked", GOOD),
        ("stopped", GOOD),
    ]
    assert words("cursor", "silent", "ask", "as-gemini") == [
        ("blocked", WARN),
        ("RUNS", BAD),
        ("unknown", WARN),
    ]
    assert words("copilot", "replace", "allow-exit-1") == [("changed", GOOD), ("blocked", WARN)]


def test_the_legend_explains_every_word_and_letter_that_occurs() -> None:
    legend, evidence, empty = show.notes(GRID, letters=True)
    squares = [one for row in GRID for one in row.squares]
    for one in squares:
        assert f"{show.word(one)[0]}: " in legend
        assert f"{one.evidence}: " in evidence
    assert "own ask; own allow, exit 0; own allow, exit 1 (Codex, Kimi Code)" in empty
    assert "told" not in next(show.notes(SMALL_ROWS, letters=True))


def test_markdown_has_a_line_for_each_row_and_escapes() -> None:
    shown = markdown([show.grid("Title", GRID, letters=True)])
    table = [line for line in shown.splitlines() if line.startswith("|")]
    assert len(table) == 2 + len(GRID) + len({row.probe.group for row in GRID})
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {len(HOSTS) + 2}
    row = markdown([Table("", ("a", "b"), [(Cell(NASTY), Cell(NASTY, code=True))])]).splitlines()[2]
    plain, code = re.split(r"(?<!\\) \| ", row.strip("| "))
    assert plain == r"a\|b &lt;b>bold&lt;/b> &amp; `c` \*d\* \~e\~<br>next"
    assert code == r"``a\|b <b>bold</b> & `c` *d* ~e~``<br>`next`"


def test_a_quoted_text_keeps_its_backticks_at_the_ends() -> None:
    row = markdown([Table("", ("a",), [(Cell("`x`\n\ny\n", code=True),)])]).splitlines()[2]
    assert row == "| `` `x` ``<br><br>`y` |"


def test_a_heading_spans_the_table_in_every_form() -> None:
    table = Table("", ("a", "b"), ["Part <1>", (Cell("x"), Cell("y"))])
    assert "| **Part &lt;1>** | |" in markdown([table])
    assert 'colspan="2">Part &lt;1&gt;</th>' in page("T", [table])
    assert "Part <1>" in text([table], 100)


def test_the_page_shows_everything_that_stands_behind_a_cell() -> None:
    shown = page("T", [show.grid("Title", GRID, letters=False)])
    assert "measured 2.1.332" in shown and "claude-code/pre-tool/exit-2" in shown
    assert "[HOOK]: REASON" in shown and "exit 2 with a reason on stderr" in shown
    assert shown.count("<details>") == sum(len(row.squares) for row in GRID)
    assert "<script" not in shown and "<link" not in shown and "src=" not in shown


def test_the_page_escapes() -> None:
    cell = Cell(NASTY, hint=NASTY, detail=[("label <i>", NASTY)])
    shown = page("T", [Table("<t>", ("<c>\nd",), [(cell,)], ["<n>"])])
    body = shown.split("</head>")[1]
    assert "<b>" not in body and "<i>" not in body and "<n>" not in body and "<t>" not in body
    assert "&lt;c&gt;<br>d" in body
    ElementTree.fromstring(body.removesuffix("</html>\n").replace("<br>", "<br/>").strip())


@pytest.mark.parametrize("host", HOSTS)
def test_events_and_facts_render_in_every_form(host: str) -> None:
    for letters in (True, False):
        tables = [
            sheets.events(events(host), "Events", letters=letters),
            sheets.facts(facts(host), "Facts", letters=letters),
        ]
        for shown in (text(tables, 120), markdown(tables), page("T", tables)):
            assert "Events" in shown and "Trust needed before hooks load" in shown
    assert max(map(len, text(tables, 120).splitlines())) <= 120


def test_a_switch_shows_beside_the_failing_hook() -> None:
    shown = markdown([sheets.events(events("claude-code"), "Events", letters=True)])
    assert "✗ goes on m<br>onFailure: refused m" in shown
    assert "| Stop | ✓ exit 2, deny m, stop d | model: exit 2, deny<br>nobody: stop | tell m |" in shown
    copilot = markdown([sheets.events(events("copilot"), "Events", letters=True)])
    assert "| preMcpToolCall | ! exit 2: unknown | – |" in copilot


def test_the_picture_reads_without_colours() -> None:
    shown = picture.svg(SMALL_ROWS)
    root = ElementTree.fromstring(shown)
    tag = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root[0].tag == f"{tag}title" and root[1].tag == f"{tag}desc"
    said = [node.text for node in root.iter(f"{tag}text")]
    for row in SMALL_ROWS:
        assert row.probe.title in said
        assert f"{row.probe.title}: " in (root[1].text or "")
    cells = [one for row in SMALL_ROWS for one in row.squares]
    assert [node.text for node in root.iter(f"{tag}text") if "word" in node.get("class", "")] == [
        show.word(one)[0] for one in cells
    ]
    assert "prefers-color-scheme:dark" in shown
    assert "href" not in shown and "script" not in shown


def test_nothing_in_the_picture_leaves_its_place() -> None:
    root = ElementTree.fromstring(picture.svg(SMALL_ROWS))
    width, height = int(root.get("width", 0)), int(root.get("height", 0))
    for node in root.iter():
        if node.get("x"):
            right = int(node.get("x", 0)) + int(node.get("width", 0))
            assert int(node.get("x", 0)) >= 0 and right <= width
            assert int(node.get("y", 0)) + int(node.get("height", 0)) <= height
        if node.get("class") == "soft" and node.get("x") == str(picture.EDGE):
            assert len(node.text or "") * 6.5 <= width - 2 * picture.EDGE
    longest = max(len(row.probe.title) for row in SMALL_ROWS)
    assert longest * 7 <= picture.LEFT - picture.EDGE


def test_the_small_table_is_telling() -> None:
    assert 8 <= len(SMALL_ROWS) <= 12
    shown = {show.word(one)[0] for row in SMALL_ROWS for one in row.squares}
    assert {"read", "unread", "RUNS"} <= shown
    assert pages.small_table(SMALL_ROWS).title == ""
