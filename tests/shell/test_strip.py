"""Clear by prefilter only what has no effects."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent.parent / "effects"))
from judge import context

from failshut.effects.infer import effects_of
from failshut.effects.programs import WORDS
from failshut.model import Call, Script
from failshut.shell import commands as parse
from failshut.shell.plain import plain
from failshut.shell.strip import prefilter, stripped
from failshut.shell.walk.walk import script

CLEARED = ("pytest -q", "make test", "ninja build | tee-log", "go build && go test",
"ls -la",
           "go list", "go test 'a b'", "printf-x one; two", "mypy src")  # fmt: skip
KEPT = ("rm x", "'r'm x", "r\\m x", "/bin/rm x", "p > x", "cd x", ". x", "$X", "p;rm x",
"python3.11 x",
        "mkfs.ext4 x", "git push", "*", "a=b sudo x", "ls `x`", "\"g\"it x")  # fmt: skip
PIECES = [*WORDS.split()[::3], "rm", "git", "push", "-f", "/", "~", "x", "ls", "'",
'"', ";", "|", "&&", " ", " ", " ",
          "sh -c", "curl", "A=", ".", "cd", "\n", "-", "/bin/", "#"]  # fmt: skip


@pytest.mark.parametrize("text", CLEARED)
def test_clears(text: str) -> None:
    assert not prefilter(text, WORDS)


@pytest.mark.parametrize("text", KEPT)
def test_keeps(text: str) -> None:
    assert prefilter(text, WORDS)


def test_stripped_joins_what_quotes_part() -> None:
    assert stripped("g'i't \"push\" --for\\\nce") == "git push --force"


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_cleared_means_no_effect(text: str) -> None:
    if not prefilter(text, WORDS):
        script = parse(text)
        call = Call("claude", "shell", "Bash", command=text)
        assert script.opaque or effects_of(call, script, context()) == ()


LITERAL = st.text(alphabet="ab1=-/.*'\" ;&|>2\n\t#x", max_size=30)
SPACED = st.lists(st.sampled_from([*PIECES, "a=b", ">/dev/null", "2>&1", "1>", ">x", "<y", "&", "|&", ";;",
                                   "if", "time", "export", "''", '"a b"', "*", "!", "~", "\\",
    "printf", "./x"]),
                  max_size=9).map(" ".join)  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(LITERAL | SPACED)
def test_the_short_way_says_what_the_long_one_does(text: str) -> None:
    found = plain(text)
    if found is not None:
        assert Script(found) == script(text)


def test_most_calls_take_the_short_way() -> None:
    for text in (
        "git status",
        "npm test && git diff | head",
        "git push --force origin main",
        "ls 2>&1 | wc -l",
    ):
        assert plain(text) is not None
