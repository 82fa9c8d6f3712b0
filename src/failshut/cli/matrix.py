"""Show what every host does with every kind of hook."""

import json
import re
import sys

import click

from failshut.exits import UsageError
from failshut.interpret import HOSTS
from failshut.matrix import facts, sheets, show
from failshut.matrix.events import EventRow, events
from failshut.matrix.grid import Row, in_order, rows
from failshut.output import tables

PRE_TOOL, ALL = "pre-tool", "all"
TITLE = "What becomes of a call"
LEAD = "Computed from the contracts of the hosts: what each does before a tool call."
PIPED = 120
"""Columns of text where no terminal says how many there are."""


@click.command("matrix", short_help="Show what every host does with every kind of hook.")
@click.option("--hosts", default=ALL, metavar="A,B", help="Hosts to show (default: all).")
@click.option("--events", "kinds", type=click.Choice([PRE_TOOL, ALL]), default=PRE_TOOL,
              help="Only the event before a tool call, or all of them.")  # fmt: skip
@click.option("--facts", "wanted", is_flag=True, help="Also what each host is like besides its events.")
@click.option("--version", "versions", multiple=True, metavar="HOST=V", help="Ask about this version.")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "html", "json"]), default="text")
def command(hosts: str, kinds: str, wanted: bool, versions: tuple[str, ...], form: str) -> int:
    """Show what every host does with every kind of hook: hosts × behaviours, with evidence.

    Computed from the contracts, by the same code as `failshut simulate`.
    """
    named = _hosts(hosts)
    asked = _versions(versions, named)
    grid = rows(named, asked)
    listed = [(host, events(host, asked)) for host in named] if kinds == ALL else []
    known = [(host, facts.facts(host, asked)) for host in named] if wanted else []
    if form == "json":
        click.echo(json.dumps(_json(grid, listed, known), ensure_ascii=False, indent=2))
        return 0
    letters = form != "html"
    shown = [show.grid(TITLE, grid, asked, letters=letters)]
    for host, found in listed:
        title = f"{sheets.title(host, asked.get(host))} · events"
        shown.append(sheets.events(found, title, letters=letters))
    for host, told in known:
        title = f"{sheets.title(host, asked.get(host))} · facts"
        shown.append(sheets.facts(told, title, letters=letters))
    _print(shown, form)
    return 0


def _print(shown: list[tables.Table], form: str) -> None:
    if form == "html":
        tables.write(tables.page("Failshut matrix", shown, [LEAD]))
    elif form == "markdown":
        tables.write(tables.markdown(shown))
    else:
        tables.write(tables.text(shown, 0 if sys.stdout.isatty() else PIPED))


def _json(
    grid: list[Row],
    listed: list[tuple[str, list[EventRow]]],
    known: list[tuple[str, list[facts.Fact]]],
) -> dict[str, object]:
    """Return everything as one object; a run that both tables have stands there once."""
    squares = [square for row in grid for square in row.squares]
    seen = {(square.host, square.event, square.probe.id) for square in squares}
    more = [
        square
        for _, found in listed
        for row in found
        for square in row.squares.values()
        if (square.host, square.event, square.probe.id) not in seen
    ]
    return {
        "version": 1,
        "cells": [square.as_json() for square in squares + more],
        "events": [row.as_json() for _, found in listed for row in found],
        "facts": [fact.as_json() for _, told in known for fact in told],
    }


def _hosts(text: str) -> tuple[str, ...]:
    named = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    known = f"Known: {', '.join(HOSTS)}, all."
    if not named:
        raise UsageError(f"--hosts names no host. {known}")
    for name in named:
        if name not in HOSTS and name != ALL:
            raise UsageError(f"{name!r} is no host of ours. {known}")
    return in_order() if ALL in named else tuple(named)


def _versions(pairs: tuple[str, ...], hosts: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for pair in pairs:
        host, equals, version = pair.partition("=")
        if not equals or not re.match(r"\d", version):
            raise UsageError(f"--version {pair}: write HOST=V, such as {hosts[0]}=1.2.3.")
        if host not in hosts:
            raise UsageError(f"--version {pair}: {host!r} isn't shown. Shown: {', '.join(hosts)}.")
        found[host] = version
    return found
