"""The grid says what ``interpret`` says of the contracts, and nothing of its own."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import pytest

import failshut.matrix
from failshut.interpret import HOSTS, Outcome, Run, contract, interpret
from failshut.matrix import grid, probes
from failshut.matrix.events import EventRow, events
from failshut.matrix.facts import facts, labels
from failshut.matrix.grid import in_order, rows, square

SQUARES = {(one.host, one.probe.id): one for row in rows(HOSTS) for one in row.squares}
EVENTS = [row for host in HOSTS for row in events(host)]
ALL = [*SQUARES.values(), *(one for row in EVENTS for one in row.squares.values())]
UNMEASURED = ("antigravity", "cursor")
WIRING = {"type": "command", "command": "HOOK", "name": "HOOK", "where": "FILE"}
NESTED = (
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    '"permissionDecisionReason":"REASON"}}'
)
FLAT = '{"decision":"deny","reason":"REASON"}'
# Runs written by hand, as the probes of these names must make them.
BY_HAND = [
    ("claude-code", "exit-1", Run(exit=1, stderr="REASON\n")),
    ("claude-code", "exit-2", Run(exit=2, stderr="REASON\n")),
    ("claude-code", "held-pipe", Run(exit=2, stderr="REASON\n", timed_out=True, holds_pipe=True)),
    ("claude-code", "late-deny", Run(exit=None, stdout=NESTED + "\n", timed_out=True)),
    ("claude-code", "failing-exit-1", Run(exit=1, stderr="REASON\n", wiring={"onFailure": "block"})),
    ("codex", "deny", Run(stdout=NESTED + "\n")),
    ("codex", "deny-extra-key", Run(stdout=NESTED[:-1] + ',"extra":true}\n')),
    ("codex", "async-exit-2", Run(exit=2, stderr="REASON\n", wiring={"async": True})),
    ("copilot", "killed", Run(exit=None, signal=9)),
    ("copilot", "as-claude-code", Run(stdout=NESTED + "\n")),
    ("gemini", "deny-line-before", Run(stdout=f"debug: 1 rule loaded\n{FLAT}\n")),
    ("gemini", "deny-bom", Run(stdout=f"\ufeff{FLAT}\n")),
    ("kimi", "deny-twice", Run(stdout=f"{NESTED}\n{NESTED}\n")),
    ("kimi", "no-start", Run(exit=None, spawn_error="no such file: HOOK")),
    ("antigravity", "deny-no-reason", Run(stdout='{"decision":"deny"}\n')),
    ("cursor", "silent", Run()),
    ("cursor", "as-gemini", Run(stdout=FLAT + "\n")),
]


def test_there_are_enough_probes_and_each_has_its_own_name() -> None:
    names = [probe.id for probe in probes.all_probes()]
    assert len(names) == len(set(names)) >= 35
    assert {table for probe in probes.all_probes() for table in probe.tables} == {
        "grid",
        "small",
        "events",
    }
    raw = tomllib.loads((Path(failshut.matrix.__file__).parent / "probes.toml").read_text())["probe"]
    fields = {field.name for field in dataclasses.fields(probes.Probe)} - {"tables"} | {"in"}
    assert all(set(one) <= fields for one in raw)


@pytest.mark.parametrize("host,name,run", BY_HAND, ids=[f"{host}-{name}" for host, name, _ in BY_HAND])
def test_a_square_is_what_interpret_says_of_the_run(host: str, name: str, run: Run) -> None:
    run = dataclasses.replace(run, wiring={**WIRING, **run.wiring})
    event = probes.pre_tool(contract(host))
    said = interpret(host, event, [run], tool=grid.shell_tool(host), call_text="CALL")
    found = SQUARES[host, name]
    assert (found.effect, found.model_text, found.cell) == (said.effect, said.model_text, said.cell)
    assert (found.evidence, found.version, found.date) == (said.evidence, said.version, said.date)


def test_another_interpreter_gives_another_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def other(host: str, event: str, runs: list[Run], **_: object) -> Outcome:
        asked.append((host, event))
        return Outcome("replaced", "REASON of another", None, f"{host}/none/at-all", "source")

    monkeypatch.setattr(grid, "interpret", other)
    found = [one for row in rows(HOSTS) for one in row.squares if one.effect is not None]
    assert len(asked) >= len(found) > 150
    assert {(one.effect, one.evidence, one.model_reads) for one in found} == {("replaced", "source", True)}
    kinds = {row.failing("late").effect for host in HOSTS for row in events(host)}
    assert kinds == {"replaced"}


@pytest.mark.parametrize("host", HOSTS)
def test_every_square_names_a_cell_with_its_effect(host: str) -> None:
    mine = [one for one in ALL if one.host == host and one.effect is not None]
    assert len(mine) > 50
    for one in mine:
        cell = contract(host).cells[one.cell.removeprefix(f"{host}/")]
        assert (cell.effect, cell.evidence, cell.version) == (one.effect, one.evidence, one.version), one


def test_an_empty_square_says_why_and_where_that_stands() -> None:
    empty = [one for one in ALL if one.effect is None]
    assert len(empty) > 20
    for one in empty:
        assert one.note and one.refused is None and one.model_text is None
        assert one.cell.removeprefix(f"{one.host}/") in contract(one.host).cells
    assert SQUARES["codex", "ask"].note == "no answer `ask` here"
    assert SQUARES["codex", "as-codex"].note == "its own form"
    assert SQUARES["gemini", "failing-late"].cell == "gemini/facts/failure-switch"


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_has_the_switch_exactly_when_its_facts_name_one(host: str) -> None:
    told = contract(host).phrase("facts/failure-switch")
    key = probes.switch_key("failing", host)
    assert bool(key) == (not told.startswith("None"))
    if key:
        assert key in told
        assert SQUARES[host, "failing-exit-1"].refused
        assert not SQUARES[host, "exit-1"].refused


@pytest.mark.parametrize("host", UNMEASURED)
def test_nothing_of_an_unmeasured_host_counts_as_measured(host: str) -> None:
    words = {one.evidence for one in ALL if one.host == host} | {one.evidence for one in facts(host)}
    assert words and "measured" not in words


def test_measured_hosts_come_first() -> None:
    assert set(in_order()) == set(HOSTS)
    assert set(in_order()[-2:]) == set(UNMEASURED)


def test_reads_means_the_hooks_own_words() -> None:
    assert SQUARES["codex", "exit-2"].model_reads
    assert not SQUARES["copilot", "exit-2"].model_reads  # it reads "hook exited with code 2"
    assert SQUARES["copilot", "exit-2"].model_text
    assert SQUARES["codex", "deny-exit-2"].model_text == (
        "Command blocked by PreToolUse hook: STDERR. Command: CALL"
    )
    assert SQUARES["codex", "deny-exit-2"].model_reads


def test_another_version_is_only_assumed() -> None:
    probe = next(one for one in probes.all_probes() if one.id == "failing-exit-1")
    old = square("claude-code", "PreToolUse", probe, {"claude-code": "2.1.290"})
    assert (old.effect, old.refused, old.cell) == ("ran", False, "claude-code/pre-tool/on-failure-unknown")
    deny = next(one for one in probes.all_probes() if one.id == "deny")
    newer = square("claude-code", "PreToolUse", deny, {"claude-code": "2.1.400"})
    assert newer.evidence == "assumed" and "2.1.400: not measured" in newer.note
    assert {one.evidence for one in facts("codex", {"codex": "0.200.0"})} == {"assumed"}


def row(host: str, event: str) -> EventRow:
    return next(one for one in EVENTS if (one.host, one.event) == (host, event))


def test_an_event_says_what_stops_it_and_who_reads_why() -> None:
    assert row("claude-code", "Stop").as_json() == {
        "host": "claude-code",
        "event": "Stop",
        "usual": "ended",
        "stops": {"exit-2": "model", "deny": "model", "stop": "nobody"},
        "changes": {"tell": "context-added"},
        "failing": "ended",
        "late": "ended",
    }
    assert row("gemini", "BeforeAgent").as_json()["stops"] == {
        "exit-2": "person",
        "deny": "person",
        "stop": "person",
    }
    assert row("codex", "SessionEnd").stops() == []
    assert row("claude-code", "PermissionRequest").as_json()["changes"] == {
        "allow": "ran",
        "replace": "replaced",
    }


def test_nobody_refused_where_a_person_decides_or_nobody_knows() -> None:
    assert SQUARES["claude-code", "ask"].effect == "asked"
    assert SQUARES["claude-code", "ask"].refused is None
    assert SQUARES["cursor", "as-gemini"].effect == "unknown"
    assert SQUARES["cursor", "as-gemini"].refused is None
    assert (SQUARES["kimi", "exit-1"].refused, SQUARES["kimi", "exit-2"].refused) == (False, True)
    assert SQUARES["gemini", "stop"].refused is True


def test_an_end_refuses_where_a_silent_hook_would_not_bring_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(host: str, event: str, runs: list[Run], **_: object) -> Outcome:
        return Outcome("ended" if runs[0].exit == 2 else "ran", None, None, f"{host}/x/y", "source")

    monkeypatch.setattr(grid, "interpret", ends)
    exit_two = next(probe for probe in probes.all_probes() if probe.id == "exit-2")
    assert square("codex", "PreToolUse", exit_two).refused is True


def test_a_usual_end_is_no_refusal_and_a_person_who_is_asked_anyway_none_either() -> None:
    assert row("claude-code", "Stop").failing("exit-1").refused is False
    assert "ask" not in row("kimi", "PermissionRequest").as_json()["stops"]  # type: ignore[operator]


def test_what_nobody_knows_is_not_called_nothing() -> None:
    unsure = row("copilot", "preMcpToolCall")
    assert [one.probe.id for one in unsure.unsure()] == ["exit-2"]
    assert not row("cursor", "postToolUse").unsure()


@pytest.mark.parametrize("host", HOSTS)
def test_every_fact_and_every_event_is_there(host: str) -> None:
    found = facts(host)
    names = [fact.name for fact in found]
    assert names[: len(labels())] == [f"facts/{name}" for name in labels()]
    plain = {name for name in contract(host).cells if name.startswith("spawn/") and "@" not in name}
    assert set(names[len(labels()) :]) == plain
    assert [one.event for one in EVENTS if one.host == host] == list(contract(host).events)
