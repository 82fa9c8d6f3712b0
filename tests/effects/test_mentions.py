"""Judge the commands that stand in opaque text, and nothing that only is data there."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import context, judge, verdict

from failshut.effects.mentions import mentions, read
from failshut.shell.plain import parse

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


@pytest.mark.parametrize("row", rows("mentions.jsonl"), ids=lambda row: row["command"])
def test_opaque_text_gets_the_fitting_rule(row: dict[str, str]) -> None:
    assert parse(row["command"]).opaque
    assert verdict(list(mentions(row["command"], context())))[1] == row["rule"]


@pytest.mark.parametrize("row", rows("more.jsonl"), ids=lambda row: row["command"])
def test_plain_text_gets_the_fitting_rule(row: dict[str, str]) -> None:
    assert not parse(row["command"]).opaque
    assert judge(row["command"])[1] == row["rule"]


def test_what_stays_unreadable_is_given_back() -> None:
    found = read("(ls); alias ll=rm; git push 'x", context())
    assert [command.argv[0].text for command in found.commands] == ["ls"]
    assert found.unread == ["alias ll=rm", "git push 'x"]


PIECES = (
    "$( ) ( { } ` \" ' \\ ; & | && || \n << <<< EOF EOF\n <( >( ${ $(( (( )) [[ ]] if then fi for x in do"
    " done case esac while true function f() f rm -rf / ~ $x a=( $'x' # bash -c sh cat > x , ;; ! {a,b}"
).split(" ")


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " ", "\n"])), max_size=14))
def test_reading_never_fails(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece.replace("\\n", "\n") + gap for piece, gap in pieces)
    read(text, context())
