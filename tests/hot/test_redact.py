"""Secrets leave a text before it is written or quoted; other texts stay as they are."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from failshut.hot.redact import redacted

TABLE = tomllib.loads((Path(__file__).parent / "redact.toml").read_text())


@pytest.mark.parametrize("text,shown", TABLE["masked"].items(), ids=list(TABLE["masked"]))
def test_a_secret_is_masked(text: str, shown: str) -> None:
    assert redacted(text) == shown
    assert redacted(redacted(text)) == shown


@pytest.mark.parametrize("text", TABLE["same"])
def test_what_is_no_secret_stays(text: str) -> None:
    assert redacted(text) == text


PIECES = st.sampled_from(
    ["password", "=", ":", " ", '"', "'", "\\", "\n", "-p", "mysql", "curl", "-u", "a:b", "://", "@", "x",
     "$", "-----BEGIN", "-----END", "-----", "bearer", "{", "}", ";", "token", "é"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_can_be_masked(text: str) -> None:
    assert isinstance(redacted(text), str)


@given(
    st.sampled_from(["--password {}", "PASS={}", '{{"password": "{}"}}', "https://u:{}@h/", "mysql -p{}"])
)
def test_no_part_of_a_secret_stays(form: str) -> None:
    assert "hunter" not in redacted("make x && " + form.format("hunter,2<3"))
