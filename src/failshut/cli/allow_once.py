"""Let one refused call through, once: a person picks it from the list of what was refused."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from failshut import paths
from failshut.cli.person import need_person
from failshut.exits import NothingLookedAt, UsageError
from failshut.hosts import words
from failshut.hot.leave import once_file
from failshut.wire import apply
from failshut.wire.manifest import Manifest

WORD = "allow"
MINUTES = 5
RECENT = 3600
"""Seconds for which a refusal stays on the list."""
MOST = 12


@click.command("allow-once")
@click.option("--home", default="", metavar="DIR", help="Home folder whose record is read.")
@click.option("--minutes", type=click.IntRange(1, 60), default=MINUTES, show_default=True)
def command(home: str, minutes: int) -> int:
    """Let exactly one refused call through, the next time the agent makes it.

    Shows what was refused of late; a person picks a number and confirms by typing a word.  Holds for
    that call in that repository alone, for a few minutes.  What guards the guard itself can't be
    allowed.  Exit 1: declined.
    """
    home = os.path.abspath(home or os.path.expanduser("~"))
    refused = recent(home)
    if not refused:
        raise NothingLookedAt("nothing was refused in the last hour that could be allowed.")
    for number, row in enumerate(refused, 1):
        clock = time.strftime("%H:%M:%S", time.localtime(float(row["time"])))
        click.echo(f"{number:3}  {clock}  {row['host']}  {row['rule']}  in {row['root']}")
        click.echo(f"     {shown(row['what'])}")
    need_person()
    row = refused[_picked(len(refused)) - 1]
    click.echo(shown(row["what"]))
    click.echo(f"Type the word {WORD} to let this call through once, anything else to leave it: ", err=True,
               nl=False)  # fmt: skip
    if sys.stdin.readline().strip() != WORD:
        click.echo("Nothing was allowed.", err=True)
        return 1
    path = once_file(home, row["id"])
    apply.make_folders(Path(path).parent, Manifest(), 0o700)
    for old in Path(path).parent.glob(f"{Path(path).name}.*"):
        old.unlink(missing_ok=True)  # marks of an earlier permission for this call
    apply.write(path, b"%d\n" % (time.time() + 60 * minutes), 0o600)
    click.echo(f"Allowed once, for {minutes} minutes. Tell the agent to repeat the call.")
    return 0


def shown(text: str) -> str:
    """Return a call's text on one line, so that it can't look like rows of the list."""
    return words.clean(text).replace("\n", "⏎ ")


def recent(home: str) -> list[dict[str, str]]:
    """Return the refused calls of the last hour that may be allowed, the newest first, each once."""
    rows: dict[str, dict[str, str]] = {}
    for row in sorted(_rows(home), key=lambda row: float(row["time"])):
        rows.pop(row["id"], None)
        rows[row["id"]] = row
    return list(reversed(rows.values()))[:MOST]


def _rows(home: str) -> Iterator[dict[str, str]]:
    since = time.time() - RECENT
    for path in Path(paths.log_dir(home)).glob("*.jsonl"):
        if path.stat().st_mtime < since:
            continue
        for line in path.read_text("utf-8", "replace").splitlines()[-1000:]:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if not isinstance(row, dict) or not row.get("id") or row.get("verdict") == "pass":
                continue
            if row.get("cut"):
                continue  # nobody can allow what can't be shown as a whole
            if float(row.get("time", 0)) >= since and not str(row.get("source", "")).startswith(
                "pack self"
            ):
                yield {key: str(row.get(key, "")) for key in ("id", "time", "host", "rule", "root", "what")}


def _picked(most: int) -> int:
    click.echo(f"Number of the call (1 to {most}): ", err=True, nl=False)
    text = sys.stdin.readline().strip()
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise UsageError(f"{text!r} is no number from 1 to {most}. Nothing was allowed.")
    return int(text)
