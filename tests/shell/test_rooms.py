"""A builtin that ``follow`` follows is one for which ``execute`` imports it."""

import ast
from pathlib import Path

from failshut.shell.builtins import follow
from failshut.shell.walk import execute, rewrites

SOURCE = Path(follow.__file__ or "")


def followed() -> set[str]:
    """Return the names with which ``follow`` and what it calls compare a command's."""
    found = {*follow.DECLARE, *follow._SETTERS}
    for node in ast.walk(ast.parse(SOURCE.read_text())):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "name":
            for one in ast.walk(node.comparators[0]):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found.add(one.value)
    return found


def test_the_names_are_found() -> None:
    assert {"trap", "unset", "export", "mapfile"} <= followed()


def test_each_is_known_to_execute() -> None:
    assert followed() == {*execute._CHANGES, "printf"}


def test_each_program_that_rewrites_files_is_known_to_execute() -> None:
    named = {*rewrites._COPIES, *rewrites._EDITS, *rewrites._FETCHES}
    assert {*named, "dd", "patch", "truncate"} == {*execute._REWRITES}
