"""The generated pages follow the contracts: a changed cell makes them stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import failshut
from failshut.errors import FailshutError
from failshut.interpret import HOSTS, contract
from failshut.matrix import pages
from failshut.matrix.facts import labels

ROOT = Path(failshut.__file__).resolve().parent.parent.parent
CELL = '"pre-tool/exit-2" = { effect = "blocked", model = "[{label}]: {reason}", evidence = "measured"'
OTHER = '"pre-tool/exit-2" = { effect = "ran", evidence = "reported"'


def gen(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "tools" / "gen.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def squares(root: Path) -> dict[str, dict[str, object]]:
    command = [sys.executable, "-c", "from failshut.cli.main import main; main()", "matrix"]
    done = subprocess.run(
        [*command, "--format", "json", "--hosts", "claude-code"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
    )
    assert done.returncode == 0, done.stderr
    return {cell["probe"]: cell for cell in json.loads(done.stdout)["cells"]}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of what the generator reads and writes."""
    for name in ("src", "tools", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "README.md", tmp_path)
    return tmp_path


def test_a_changed_cell_changes_the_matrix_and_makes_the_pages_stale(copy: Path) -> None:
    assert gen(copy, "--check", "matrix").returncode == 0
    before = squares(copy)["exit-2"]
    assert (before["effect"], before["evidence"]) == ("blocked", "measured")
    path = copy / "src/failshut/hosts/contracts/claude-code/pre-tool.toml"
    text = path.read_text()
    assert text.count(CELL) == 1
    path.write_text(text.replace(CELL, OTHER))
    after = squares(copy)["exit-2"]
    assert (after["effect"], after["refused"], after["evidence"]) == ("ran", False, "reported")
    stale = gen(copy, "--check", "matrix")
    assert stale.returncode == 1
    named = {line.removeprefix("stale: ") for line in stale.stderr.splitlines()}
    assert named == {"docs/hosts/claude-code.md", "docs/hosts/README.md", "docs/matrix.svg", "README.md"}
    assert gen(copy, "matrix").returncode == 0
    assert gen(copy, "--check", "matrix").returncode == 0
    page = (copy / "docs/hosts/claude-code.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith("| exit 2, reason on stderr |"))
    assert "| ✗ RUNS |" in row and "| reported, 2.1.332, `pre-tool/exit-2` |" in row
    assert "| exit 2, reason on stderr | ✗ RUNS r |" in (copy / "README.md").read_text()


def test_a_changed_fact_makes_its_page_stale(copy: Path) -> None:
    path = copy / "src/failshut/hosts/contracts/kimi/facts.toml"
    path.write_text(path.read_text().replace("One refusal in a turn;", "Two refusals in a turn;"))
    stale = gen(copy, "--check", "matrix")
    assert (stale.returncode, stale.stderr) == (1, "stale: docs/hosts/kimi.md\n")


def test_a_page_that_was_edited_by_hand_is_stale(copy: Path) -> None:
    page = copy / "docs" / "hosts" / "gemini.md"
    page.write_text(page.read_text() + "\nBy hand.\n")
    assert gen(copy, "--check", "matrix").stderr == "stale: docs/hosts/gemini.md\n"


def test_only_what_stands_between_the_marks_is_replaced() -> None:
    text = f"head\n{pages.BEGIN}\nold\n{pages.END}\ntail\n"
    assert pages.replaced(text, "new\n") == f"head\n{pages.BEGIN}\nnew\n{pages.END}\ntail\n"
    for wrong in ("no marks", pages.BEGIN, f"{pages.END} {pages.BEGIN}"):
        with pytest.raises(FailshutError, match="README"):
            pages.replaced(wrong, "new")


@pytest.mark.parametrize("host", HOSTS)
def test_a_page_tells_version_events_facts_and_limits(host: str) -> None:
    book, page = contract(host), pages.page(host)
    assert page.startswith(f"# {book.title}\n")
    assert f"Version {book.version}, {book.date}" in page
    for title in ("Events", "Files and trust", "What drops hooks", "How a hook runs", "Limits"):
        assert page.count(f"\n## {title}\n") == 1
    for event in book.events:
        assert f"\n| {event} |" in page
    for label in labels().values():
        assert f"\n| {label} |" in page
    for item in book.words("facts/unhooked"):
        assert item.split("*")[0].split("|")[0] in page


def test_the_page_quotes_what_the_model_reads_word_for_word() -> None:
    assert "`Command blocked by PreToolUse hook: REASON. Command: CALL`" in pages.page("codex")
    assert '`Denied by preToolUse hook from "FILE" (hook errored)`' in pages.page("copilot")


def test_the_index_links_every_page() -> None:
    index = pages.index()
    for host in HOSTS:
        assert f"]({host}.md)" in index
        assert (ROOT / "docs" / "hosts" / f"{host}.md").is_file()


def test_the_readme_shows_picture_and_pages() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "](docs/matrix.svg)" in readme and "](docs/hosts/README.md)" in readme
