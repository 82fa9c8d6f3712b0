"""Let everything through for a while."""

import os
import re
import sys
import time
from pathlib import Path

import click

from failshut.cli.person import need_person
from failshut.exits import UsageError
from failshut.hot.leave import LONGEST, pause_file
from failshut.wire import apply
from failshut.wire.manifest import Manifest

WORD = "pause"
_UNITS = {"s": 1, "m": 60, "h": 3600}


@click.command("pause")
@click.argument("TIME")
@click.option("--home", default="", metavar="DIR", help="Home folder whose guard is paused.")
def command(time: str, home: str) -> int:
    """Let calls through for TIME (such as 15m or 1h), as a person confirms by typing a word.

    What guards the guard itself, and a managed policy, hold all the same.  Each answer says that
    the guard is paused, and until when.  Exit 1: declined.
    """
    seconds = _seconds(time)
    home = os.path.abspath(home or os.path.expanduser("~"))
    need_person()
    click.echo(f"Type the word {WORD} to let every agent of this user do anything for {time}: ", err=True,
               nl=False)  # fmt: skip
    if sys.stdin.readline().strip() != WORD:
        click.echo("The guard stays on.", err=True)
        return 1
    until = _now() + seconds
    path = pause_file(home)
    apply.make_folders(Path(path).parent, Manifest(), 0o700)
    apply.write(path, b"%d\n" % until, 0o600)
    click.echo(f"Paused until {clock(until)}. `failshut resume` ends it.")
    return 0


def _now() -> float:
    return time.time()


def clock(until: float) -> str:
    """Return the time of day for a person."""
    return time.strftime("%H:%M", time.localtime(until))


def _seconds(text: str) -> int:
    """Read a time; raises ``UsageError``."""
    found = re.fullmatch(r"(\d{1,5})([smh])", text)
    seconds = int(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < seconds <= LONGEST:
        raise UsageError(f"{text!r} is no time. Write 15m or 2h, at most {LONGEST // 3600}h.")
    return seconds
