"""Contracts are whole: every cell has its evidence, and mistakes are named with their place."""

from __future__ import annotations

import ast
import datetime
import re
from pathlib import Path

import pytest

import failshut.interpret
from failshut.exits import UsageError
from failshut.interpret import HOSTS, Contract, Run, contract, interpret
from failshut.interpret.contracts import EVIDENCE, ContractError
from failshut.interpret.contracts import read as read_all
from failshut.interpret.dispatch import tables
from outcomes import FILES, load
from outcomes import HOSTS as MEASURED

SOURCE = Path(failshut.interpret.__file__).parent
CONTRACTS = SOURCE.parent / "hosts" / "contracts"
READERS = ("outcome", "phrase", "number", "words", "lookup", "say")
GOOD = """
host = "h"
title = "H"
version = "1"
date = 2026-01-02
[events]
E = "t"
[cells]
"t/x" = { effect = "ran", evidence = "measured", source = "s" }
"""


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_every_cell_has_evidence_version_and_date(host: str) -> None:
    book = contract(host)
    assert len(book.cells) > 10
    for cell in book.cells.values():
        assert cell.evidence in EVIDENCE
        assert cell.version and cell.source
        assert isinstance(cell.date, datetime.date)


def read(name: str, text: str) -> Contract:
    return read_all({name: text})


def test_each_contract_has_a_module_and_the_other_way_round() -> None:
    modules = {path.parent.name.replace("_", "-") for path in SOURCE.glob("*/__init__.py")}
    assert modules == set(HOSTS)
    for host in HOSTS:
        assert tables(host).keys() <= set(contract(host).events.values())


@pytest.mark.parametrize("host", ["cursor", "antigravity"])
def test_unmeasured_hosts_claim_no_measurement(host: str) -> None:
    assert "measured" not in {cell.evidence for cell in contract(host).cells.values()}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('evidence = "measured", ', ""), "cell 't/x': `evidence`"),
        (('"measured"', '"guessed"'), "cell 't/x': `evidence`"),
        (('source = "s"', 'source = "s", colour = 1'), "cell 't/x': unknown keys colour"),
        (('host = "h"', 'host = "h"\nflavour = 1'), "top level: unknown keys flavour"),
        (('effect = "ran"', 'effect = "flew"'), "cell 't/x': unknown effect 'flew'"),
        (('effect = "ran", ', ""), "cell 't/x' says nothing"),
        ((', source = "s"', ""), "cell 't/x': `date` must be a date and `source`"),
        (("date = 2026-01-02\n", ""), "`date` must be a TOML date"),
        (('E = "t"', 'E = "u"'), "event 'E' names the table 'u'"),
        (("[cells]", "[cells"), "not TOML"),
        (('"t/x"', '"t/x@1"'), "cell 't/x@1': '1' is no condition"),
        (('"t/x"', '"t/x@<1"'), "cell 't/x' has variants and no form of its own"),
    ],
)
def test_mistakes_are_named_with_their_place(change: tuple[str, str], complaint: str) -> None:
    assert read("h.toml", GOOD).cells["t/x"].id == "h/t/x"
    broken = GOOD.replace(*change)
    assert broken != GOOD
    with pytest.raises(ContractError, match=re.escape(complaint)) as caught:
        read("h.toml", broken)
    assert "h.toml" in str(caught.value)


def test_cells_that_the_code_names_exist() -> None:
    """Look every literal cell name of the host modules up in that host's contract."""
    looked = 0
    for path in SOURCE.glob("*/*.py"):
        host = path.parent.name.replace("_", "-")
        cells = contract(host).cells
        known = {*cells, *(cell.partition("/")[2] for cell in cells)}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in READERS or not node.args:
                continue
            for name in _literals(node.args[0]):
                assert name in known, (path, name)
                looked += 1
    assert looked > 100


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_interpret_is_independent() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) failshut\.(hosts|hot|policy)", text, re.M), path


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_an_event_without_a_table_is_unknown(host: str) -> None:
    outcome = interpret(host, "NoSuchEvent", [Run(exit=2, stderr="R")])
    assert (outcome.effect, outcome.model_text) == ("unknown", None)
    assert outcome.cell == f"{host}/events/undescribed"


def test_an_unknown_host_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no host named 'emacs'; known: antigravity, claude-code"):
        interpret("emacs", "PreToolUse", [])


def test_another_version_than_the_measured_one_is_no_measurement() -> None:
    deny = [Run(exit=2, stderr="R\n", wiring={"command": "c"})]
    assert interpret("kimi", "PreToolUse", deny, version="2.1.0").evidence == "measured"
    assert interpret("kimi", "PreToolUse", deny, version="2.2.0").evidence == "assumed"


def test_a_cell_may_differ_by_version() -> None:
    other = '"t/x@<1.10" = { effect = "blocked", evidence = "reported", source = "s" }'
    book = read("h.toml", GOOD + other)
    effects = {version: book.cell("t/x", version).effect for version in ("1.9.9", "1.10", "2", None)}
    assert effects == {"1.9.9": "blocked", "1.10": "ran", "2": "ran", None: "blocked"}


# Names of sections, of lists and of single cases of the runs: nobody who reads a contract has them.
PRIVATE = re.compile(
    r"^[A-Z]\.?\d*(, [A-Z]\.?\d*)*:|\b[A-Z]\.\d|\b(matrix|FACTS|seed|recipe|addenda|notes:)"
    r"|\b[a-z]{1,3}\d{1,2}[a-z]?\b|\b(?!recorded\b)\w+ rows\b"
)


def test_private_names_are_found() -> None:
    told = ("D: exit 2", "matrix: exit 2", "D.1, D.3: deny", "p36", "notes: size", "c20 to c24", "tr1")
    assert all(PRIVATE.search(text) for text in (*told, "G2: x", "aa rows", "z03a: names", "FACTS table"))
    fine = ("exit 2 with a reason on stderr", "Node's shell", "MCP tools: by prefix", "A BOM is refused")
    assert not any(PRIVATE.search(text) for text in (*fine, "0, -1 and 1e12", "words of recorded rows"))


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_a_source_is_a_phrase_that_a_reader_understands(host: str) -> None:
    cases = {row["case"] for file in FILES for row in load(host, file)} if host in MEASURED else set()
    named = {case for case in cases if re.search(r"[_/\d]", case)}
    for name, cell in contract(host).cells.items():
        assert not PRIVATE.search(cell.source), (name, cell.source)
        assert not named & set(re.findall(r"[\w/@-]+", cell.source)), (name, cell.source)
        assert 3 <= len(cell.source) <= 200, (name, cell.source)
