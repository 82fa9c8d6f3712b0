"""The parser's rooms declare what the grammar supplies: nothing declared is left without a body."""

from __future__ import annotations

import pytest

from failshut.shell.compound import Compounds
from failshut.shell.grammar import Parser

DECLARED = [
    (base.__name__, name)
    for base in Compounds.__mro__
    for name, member in vars(base).items()
    if "NotImplementedError" in getattr(getattr(member, "__code__", None), "co_names", ())
]


def test_the_declarations_are_found() -> None:
    assert ("Compounds", "command") in DECLARED


@pytest.mark.parametrize(("base", "name"), DECLARED)
def test_each_has_its_body(base: str, name: str) -> None:
    assert "NotImplementedError" not in getattr(Parser, name).__code__.co_names
