"""Show the record of decisions."""

import json
import os
import re
import time

import click

from failshut.checking import recorded
from failshut.checking.recorded import Row
from failshut.exits import NothingLookedAt, UsageError
from failshut.hosts import words
from failshut.output import prose

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@click.command("log")
@click.option(
    "--since", default="24h", show_default=True, metavar="TIME", help="How far back: 30m, 2h, 7d."
)
@click.option("--refused", is_flag=True, help="Only what was refused or asked about.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose record is read.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(since: str, refused: bool, home: str, form: str) -> int:
    """Show what was decided of late, the oldest first; what looks like a secret was never written.

    Exit 3: nothing was recorded in that time.
    """
    home = os.path.abspath(home or os.path.expanduser("~"))
    found = recorded.rows(home, _now() - _seconds(since))
    found = [row for row in found if recorded.refused(row)] if refused else found
    if form == "json":
        click.echo(json.dumps({"version": 1, "rows": found}, indent=2, ensure_ascii=False))
    width = prose.columns()
    for row in found if form == "text" else ():
        line = words.clean(_line(row))
        click.echo(f"{line[: width - 1]}…" if 0 < width < len(line) else line)
    if not found:
        raise NothingLookedAt(f"nothing {'was refused' if refused else 'is recorded'} in the last {since}.")
    return 0


def _line(row: Row) -> str:
    """Return one decision as a line: when, where, what became of it, by which rule, the call."""
    at = row.get("time")
    clock = time.localtime(float(at) if isinstance(at, int | float) else 0)
    said = str(row.get("rule") or "") or ("-" if not row.get("fault") else "fault")
    marks = "".join(f"  [{row[key]}]" for key in ("fault", "marks") if row.get(key))
    what = " ".join(str(row.get("what") or row.get("tool") or "").split())
    when = time.strftime("%Y-%m-%d %H:%M:%S", clock)
    return f"{when}  {row.get('host', ''):<11}  {row.get('verdict', ''):<4}  {said}  {what}{marks}"


def _now() -> float:
    return time.time()


def _seconds(text: str) -> int:
    """Read a time; raises ``UsageError``."""
    found = re.fullmatch(r"(\d{1,5})([smhd])", text)
    if found is None or not int(found[1]):
        raise UsageError(f"{text!r} is no time. Write 30m, 2h or 7d.")
    return int(found[1]) * _UNITS[found[2]]
