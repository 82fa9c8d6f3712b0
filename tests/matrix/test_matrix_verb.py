"""``failshut matrix`` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import mkdtemp

import pytest
from call import desk
from pages import section

from failshut.interpret import HOSTS, contract

TABLES = section("interfaces.md", "matrix").split("| key of ")


def documented(title: str) -> set[str]:
    """Return the keys that the page of interfaces names in one of its tables."""
    table = next(part for part in TABLES if part.startswith(title)).split("\n\n")[0]
    return {
        key
        for line in table.splitlines()
        if line.startswith("| `")
        for key in re.findall(r"`(\w+)`", line.split("|")[1])
    }


def shown(tmp_path: Path, *arguments: str) -> str:
    done = desk(Path(mkdtemp(dir=tmp_path))).run("matrix", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    return done.stdout


def test_text_shows_all_hosts_and_no_colours(tmp_path: Path) -> None:
    lines = shown(tmp_path).splitlines()
    assert max(map(len, lines)) <= 120
    assert any("Claude Code" in line and "Cursor" in line for line in lines)
    assert any(line.startswith(" exit 1, text on stderr") and "✗ RUNS m" in line for line in lines)


def test_hosts_come_in_the_order_that_was_asked_for(tmp_path: Path) -> None:
    head = shown(tmp_path, "--hosts", "kimi,cursor", "--format", "markdown").splitlines()[2]
    assert re.findall(r"Kimi Code|Cursor|Codex", head) == ["Kimi Code", "Cursor"]


def test_json_has_the_documented_keys(tmp_path: Path) -> None:
    said = json.loads(shown(tmp_path, "--events", "all", "--facts", "--format", "json"))
    assert (said["version"], set(said)) == (1, {"version", "cells", "events", "facts"})
    assert {frozenset(cell) for cell in said["cells"]} == {frozenset(documented("a cell"))}
    assert {frozenset(row) for row in said["events"]} == {frozenset(documented("an event"))}
    keys = {"host", "fact", "label", "value", "evidence", "version", "date", "source", "cell", "note"}
    assert {frozenset(fact) for fact in said["facts"]} == {frozenset(keys)}
    places = [(cell["host"], cell["event"], cell["probe"]) for cell in said["cells"]]
    assert len(places) == len(set(places)) > 1000
    assert {place[:2] for place in places} == {
        (host, event) for host in HOSTS for event in contract(host).events
    }
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", cell["date"]) for cell in said["cells"])


def test_events_and_facts_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    said = json.loads(shown(tmp_path, "--hosts", "codex", "--format", "json"))
    assert said["events"] == said["facts"] == []
    assert {cell["event"] for cell in said["cells"]} == {"PreToolUse"}
    assert "events" not in shown(tmp_path, "--hosts", "codex")


def test_another_version_shows_its_evidence(tmp_path: Path) -> None:
    text = shown(tmp_path, "--hosts", "codex,kimi", "--version", "codex=0.200.0", "--facts")
    assert "0.200.0" in text and "✓ read a" in text and "✓ read m" in text
    assert "a assumed: known of another version only" in text


def test_html_is_one_page_of_its_own(tmp_path: Path) -> None:
    page = shown(tmp_path, "--format", "html", "--events", "all", "--facts")
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")
    assert "Codex CLI 0.171.0 · events" in page and "Codex CLI 0.171.0 · facts" in page


@pytest.mark.parametrize(
    "arguments,words",
    [
        (("--hosts", "claude"), "'claude' is no host of ours. Known: antigravity, claude-code"),
        (("--hosts", ","), "--hosts names no host. Known: antigravity"),
        (("--version", "codex"), "write HOST=V"),
        (("--version", "codex=latest"), "write HOST=V"),
        (("--version", "nobody=1"), "'nobody' isn't shown. Shown: "),
        (("--hosts", "kimi", "--version", "codex=1.0"), "'codex' isn't shown. Shown: kimi."),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = desk(tmp_path).run("matrix", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert words in done.stderr


def test_the_verb_is_known_to_the_command_line() -> None:
    from failshut.cli.main import VERBS, run

    assert "matrix" in VERBS
    assert run(["matrix", "--hosts", "nobody"]) == 2
