"""Judge the commands that stand in opaque text, and nothing that only is data there."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import judge

from failshut.effects.mentions import mentioned
from failshut.shell import commands as parse

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


@pytest.mark.parametrize("name", ["archives", "databases", "mentions", "more", "kinds", "windows", "case"])
def test_each_text_gets_the_fitting_rule(name: str) -> None:
    wrong = [
        (row, judge(row["command"]))
        for row in rows(f"{name}.jsonl")
        if judge(row["command"])[1] != row["rule"]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "programs", "unread"),
    [
        ("(ls); alias ll=rm\ngit push (x", ["ls", "alias"], "git push (x"),
        ("ls\ngit push 'x", ["ls", "git"], ""),
        ("&& git reset --hard", ["git"], ""),
        ('ls\nmkfs /dev/sda "x', ["ls", "mkfs"], ""),
        ("ls; )", [], "ls; )"),
    ],
)
def test_what_stays_unreadable_is_given_back(text: str, programs: list[str], unread: str) -> None:
    script = parse(text)
    assert script.opaque
    found, rest = mentioned(text, script)
    assert [command.argv[0].text for command in found] == programs
    assert rest.strip() == unread


PIECES = (
    "$( ) ( { } ` \" ' \\ ; & | && || \n << <<< EOF EOF\n <( >( ${ $(( (( )) [[ ]] if then fi for x in do"
    " done case esac while true function f() f rm -rf / ~ $x a=( $'x' # bash -c sh cat > x , ;; ! {a,b}"
).split(" ")


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " ", "\n"])), max_size=14))
def test_reading_never_fails(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece.replace("\\n", "\n") + gap for piece, gap in pieces)
    mentioned(text, parse(text))
    judge(text)
