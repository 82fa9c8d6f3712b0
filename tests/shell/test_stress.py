"""Answer any text with bounded work, and with work that grows as the text does.

Work is counted in calls of functions, which a busy machine doesn't change; on a quiet one 100,000
of them take about 9 ms.  ``make growth`` prints and draws milliseconds.
"""

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from stress import GROWING, HOSTILE, KB

from failshut.shell import commands
from failshut.shell.parse.grammar import parse
from failshut.shell.syntax import Unparsable
from failshut.shell.walk.walk import script

MOST = 1_100_000


def calls(job: Callable[[], object]) -> int:
    """Return how many functions a job calls."""
    count = 0

    def seen(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        job()
    finally:
        sys.setprofile(None)
    return count


def work(text: str) -> int:
    """Return the work of the parser and the walk."""
    return calls(lambda: script(text))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_gets_an_answer_soon(name: str) -> None:
    assert calls(lambda: commands(HOSTILE[name])) < MOST


@pytest.mark.parametrize("name", HOSTILE)
def test_a_parser_stops_inside_the_text_and_says_why(name: str) -> None:
    text = HOSTILE[name][: 64 * KB]
    try:
        parse(text)
    except Unparsable as error:
        assert 0 <= error.position <= len(text) + 1 and error.why


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_as_the_text_does(name: str) -> None:
    small, large, most = (work(GROWING[name](size * KB)) for size in (2, 8, 63))
    assert large < 4.6 * small + 2000
    assert most < MOST and most < 8.5 * large + 2000
