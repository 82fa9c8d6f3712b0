"""Measure one host: the command line of tools/measure.py."""

from __future__ import annotations

import argparse
import datetime
import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from failshut.doctor import surroundings
from failshut.interpret import contract
from failshut.prove import recipes, session
from failshut.wire.entries import WIRINGS
from measuring import calls, events, files, install, judge
from measuring.found import CHANGED, SKIPPED, UNCHANGED, Measured, Row, proposal, summary

FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "fixtures"
CACHE = FIXTURES.parents[1] / ".agents-cache"
KINDS: dict[str, tuple[str, Callable[[session.Order, Row, str], Measured]]] = {
    "calls": ("pre-tool.jsonl", calls.measured),
    "events": ("events.jsonl", events.measured),
    "files": ("config.jsonl", files.measured),
}
"""The kinds of rows: their file, and what runs one."""


def recorded(host: str, file: str) -> Iterator[Row]:
    """Yield the recorded rows of a file that were recorded on the contract's version."""
    for line in (FIXTURES / "outcomes" / host / file).read_text("utf-8").splitlines():
        row: Row = json.loads(line)
        if row["host_version"] == contract(host).version:
            yield row


def measure(order: session.Order, version: str, kinds: list[str], only: str) -> Iterator[Measured]:
    """Yield what comes of every row of these kinds whose name holds ``only``."""
    for kind, (file, one) in KINDS.items():
        for row in recorded(order.host, file) if kind in kinds else ():
            if only in str(row["case"]):
                yield one(order, row, version)
    if judge.KIND in kinds and order.host in judge.HOSTS:
        yield from judge.measured(order, version, FIXTURES / "judged", only)


def main(arguments: list[str]) -> int:
    """Measure a host; returns the exit code."""
    parser = argparse.ArgumentParser(prog="measure.py", description="Run recorded outcomes anew.")
    parser.add_argument("host", choices=[host for host in WIRINGS if host not in recipes.UNPROVED])
    parser.add_argument("--agent", default="", help="the agent's program; default: the one on PATH")
    parser.add_argument("--version", default="", help="install this version first (latest = the newest)")
    parser.add_argument(
        "--folder", type=Path, default=CACHE, help="where it is installed, and all is written"
    )
    parser.add_argument("--kinds", default=",".join((*KINDS, judge.KIND)), help="what is measured")
    parser.add_argument("--only", default="", help="cases whose name holds this text")
    parser.add_argument("--out", type=Path, help="file for the proposal")
    parser.add_argument("--rows", type=Path, help="file for the runs as rows, one a line")
    parser.add_argument("--keep-judge", action="store_true", help="keep the requests to a judging model")
    given = parser.parse_args(arguments)
    environment, place = dict(os.environ), given.folder / f"{given.host}-{given.version}"
    program = os.path.abspath(given.agent) if given.agent else ""
    if given.version:
        try:
            program, node = install.install(given.host, given.version, place.resolve())
        except install.InstallError as error:
            parser.error(str(error))
        environment["PATH"] = os.pathsep.join(filter(None, (node, environment.get("PATH", os.defpath))))
        given.out = given.out or place / "proposal.toml"
        given.rows = given.rows or place / "rows.jsonl"
    program = program or session.program_of(given.host, environment)
    if not program:
        parser.error("its program isn't on PATH: name it with --agent, or a --version")
    order = session.order(given.host, program, "", False, environment, ())
    version = surroundings.version_of(order.start, order.environment)
    if not version:
        parser.error(f"{program} doesn't tell its version")
    found = list(told(measure(order, version, given.kinds.split(","), given.only)))
    print(summary(given.host, version, found))
    if given.version:
        print("To pin in tools/agents.toml:", *install.to_pin(given.host, place), sep="\n  ")
    write(given, version, found)
    return 1 if any(one.state == CHANGED for one in found) else 0


def told(found: Iterable[Measured]) -> Iterator[Measured]:
    """Pass on what was found, and print what isn't as foretold."""
    for one in found:
        yield one
        if one.state not in (UNCHANGED, SKIPPED):
            print(f"{one.state} ({one.kind}): {one.case} ({one.cell})")
            print(f"  interpret: {one.says}\n  seen:      {one.saw}", flush=True)


def write(given: argparse.Namespace, version: str, found: list[Measured]) -> None:
    """Write the files that were asked for."""
    if given.out:
        given.out.write_text(proposal(given.host, version, found, datetime.date.today()), "utf-8")
        print(f"proposal: {given.out}")
    if given.rows:
        runs = [one.row for one in found if one.row and one.kind != judge.KIND]
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in runs]
        given.rows.write_text("".join(lines), "utf-8")
        print(f"rows: {given.rows}")
    if given.keep_judge:
        judge.keep(given.host, version, found, FIXTURES / "judged")
