"""`.failshut/lint.toml` is taken as it says, or refused with the line that is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lint.desk import found, lint, tree

CASES = tomllib.loads((Path(__file__).parent / "configurations.toml").read_text("utf-8"))["case"]


def configured(top: Path, text: str | bytes) -> Path:
    """Write the configuration of a tree."""
    path = top / ".failshut" / "lint.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("case", CASES, ids=[repr(case["text"]) for case in CASES])
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, case: dict[str, object]) -> None:
    top = tree(tmp_path)
    configured(top, str(case["text"]))
    done = lint(top, "--format", "json")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"failshut: .failshut/lint.toml:{case['line']}: ")
    assert str(case["says"]) in done.stderr


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    top = tree(tmp_path)
    configured(top, b"persona = 'regular'\n# \xff\n")
    done = lint(top)
    assert (done.code, done.stderr) == (2, "failshut: .failshut/lint.toml:2: not UTF-8.\n")


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    top = tree(tmp_path)
    (top / ".failshut" / "lint.toml").mkdir(parents=True)
    done = lint(top)
    assert done.code == 2 and "lint.toml: it can't be read" in done.stderr


def test_a_dangling_link_in_its_place_is_told(tmp_path: Path) -> None:
    top = tree(tmp_path)
    (top / ".failshut").mkdir()
    (top / ".failshut" / "lint.toml").symlink_to("gone.toml")
    assert lint(top).code == 2


def test_the_file_of_another_folder_is_named_as_it_was_asked_for(tmp_path: Path) -> None:
    top = tree(tmp_path)
    configured(top, "x = 1\n")
    assert lint(tmp_path, "project").stderr.startswith("failshut: project/.failshut/lint.toml:1: ")


def test_keys_have_their_effect_and_the_command_line_stands_above_them(tmp_path: Path) -> None:
    top = tree(tmp_path)
    configured(top, 'select = ["exit-one-refusal"]\n')
    assert {row.rpartition(": ")[2] for row in found(top)} == {"exit-one-refusal"}
    assert {row.rpartition(": ")[2] for row in found(top, "--select", "no-timeout")} == {"no-timeout"}
    assert lint(top, "--ignore", "exit-one-refusal").code == 2
    configured(top, 'persona = "auditor"\n')
    everything = set(found(top))
    assert everything > set(found(top, "--persona", "regular"))


def test_a_host_that_no_file_shows_can_be_named(tmp_path: Path) -> None:
    top = tree(tmp_path)
    before = lint(top, "--format", "json").stdout
    configured(top, 'hosts = ["copilot"]\n')
    assert '"copilot"' not in before
    assert (
        lint(top, "--format", "json").stdout == lint(top, "--hosts", "copilot", "--format", "json").stdout
    )
