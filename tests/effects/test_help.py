"""Compare the tool tables and the families' options with what installed programs say of themselves."""

import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from failshut.effects import table
from failshut.effects.families import copies, delete, gitpush, gittree, readers
from failshut.effects.families import git as gitfamily
from failshut.effects.programs import TABLES, tabled
from help_text import listed, options, told

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

from options import merged as completed  # noqa: E402

REASONS = tomllib.loads((HERE / "help.toml").read_text())
NEVER = ("help", "version", "h", "V")


def specs() -> dict[str, str]:
    """Return the options of every program that is in a table or in a family's own list."""
    found: dict[str, str] = {}
    for name in " ".join(TABLES.values()).split():
        if not (stem := tabled(name)):
            continue
        spec, *_, rows = table.program(stem, name)[1]
        found[name] = " ".join([spec, *[row[1] for row in rows]])
    for family in (copies, delete):
        found.update(family.SPECS)
    found.update({name: spec for name, spec in readers.SPECS.items() if spec})
    for name, spec in {**gittree.SPECS, **gitfamily.SPECS, "push": gitpush.SPEC}.items():
        found[f"git {name}"] = spec
    return found


SPECS = specs()
INSTALLED = sorted(
    name for name in SPECS if shutil.which(name.split()[0]) and name not in REASONS["skipped"]
)


def reasons(program: str) -> dict[str, str]:
    """Return the options of a program that needn't agree, those of its table's own name among them."""
    stem = tabled(program)
    own = table.program(stem, program)[0] if stem else program
    return {**REASONS.get(own, {}), **REASONS.get(program, {})}


def disagree(program: str) -> dict[str, str]:
    """Return the options of the help that the table doesn't know, or reads otherwise."""
    ask = "-h" if program.startswith("git ") else "--help"
    given, known = options(told(program, ask)), listed(SPECS[program])
    if not given:
        pytest.skip(f"the help of {program} lists no options")
    wrong = {}
    for name, kind in given.items():
        plain = name.removeprefix("[no-]").removeprefix("no-")
        found = known.get(name, "" if name != plain and plain in known else None)
        if name not in NEVER and plain not in NEVER and (
            found is None or (kind != "=?" and found != "=?" and bool(kind) != bool(found))
        ):  # fmt: skip
            wrong[name] = f"{kind or 'flag'}, table: {found}"
    return wrong


@pytest.mark.parametrize("program", INSTALLED)
def test_the_table_knows_every_option(program: str) -> None:
    assert set(disagree(program)) - set(reasons(program)) == set()


@pytest.mark.parametrize("program", [name for name in INSTALLED if name in REASONS])
def test_reasons_are_given_and_needed(program: str) -> None:
    assert set(REASONS[program]) <= set(disagree(program))
    assert all(len(reason) > 10 for reason in REASONS[program].values())


def test_most_basic_tools_are_compared() -> None:
    assert {"rm", "cp", "mv", "chmod", "date", "git clean", "grep"} <= {*INSTALLED}


def test_completing_a_table_keeps_what_it_says() -> None:
    told_of = [
        {"a": "", "all": "", "every": ""},
        {"o": "=", "output": "="},
        {"q": "", "o": ""},
        {"h": "", "help": ""},
    ]
    assert completed("a,all o= f", told_of) == "every,a,all output,o= f q"
    assert completed("a every all", [{"a": "", "all": ""}]) == "a every all"
