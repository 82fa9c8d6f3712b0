"""The README's tables of hosts leave none out."""

import pytest
from pages import ROOT

from failshut import hosts

TEXT = (ROOT / "README.md").read_text()
TABLES = [part.split("\n\n", 1)[0] for part in TEXT.split("\n| host |")[1:]]
TITLES = {hosts.load(host).TITLE.removeprefix("GitHub ") for host in hosts.HOSTS}


def test_there_are_tables() -> None:
    assert len(TABLES) >= 3


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.split("|")[1].strip())
def test_a_table_has_a_row_for_each_host(table: str) -> None:
    named = {row.split("|")[1].strip() for row in table.splitlines()[2:]}
    assert named >= TITLES
