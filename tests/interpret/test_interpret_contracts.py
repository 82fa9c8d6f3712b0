"""Contracts are whole: every cell has its evidence, and mistakes are named with their place."""

from __future__ import annotations

import ast
import datetime
import re
from pathlib import Path

import pytest

import failshut.interpret
from failshut.errors import UsageError
from failshut.interpret import HOSTS, Run, contract, interpret
from failshut.interpret.contracts import EVIDENCE, ContractError, read

SOURCE = Path(failshut.interpret.__file__).parent
CONTRACTS = SOURCE.parent / "hosts" / "contracts"
GOOD = """
host = "h"
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


def test_each_contract_has_a_module_and_the_other_way_round() -> None:
    assert {path.stem for path in CONTRACTS.glob("*.toml")} == set(HOSTS)


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
    hosts = {"claude": "claude-code", **{host: host for host in HOSTS}}
    looked = 0
    for path in SOURCE.glob("*.py"):
        host = hosts.get(path.stem.partition("_")[0])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if host else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in ("outcome", "phrase", "number", "words", "lookup", "say"):
                continue
            for name in _literals(node.args[0]):
                assert f"pre-tool/{name}" in contract(str(host)).cells, (path.name, name)
                looked += 1
    assert looked > 100


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_interpret_is_independent() -> None:
    for path in SOURCE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) failshut\.(hosts|hot|policy)", text, re.M), path


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_an_event_without_a_table_is_unknown(host: str) -> None:
    outcome = interpret(host, "NoSuchEvent", [Run(exit=2, stderr="R")])
    assert (outcome.effect, outcome.model_text) == ("unknown", None)
    assert outcome.cell == f"{host}/events/undescribed"


def test_an_unknown_host_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no host named 'emacs'; known: claude-code"):
        interpret("emacs", "PreToolUse", [])


def test_another_version_than_the_measured_one_is_no_measurement() -> None:
    deny = [Run(exit=2, stderr="R\n", wiring={"command": "c"})]
    assert interpret("kimi", "PreToolUse", deny, version="2.1.0").evidence == "measured"
    assert interpret("kimi", "PreToolUse", deny, version="2.2.0").evidence == "reported"
