"""End a pause."""

import os
from pathlib import Path

import click

from failshut.hot.leave import pause_file


@click.command("resume")
@click.option("--home", default="", metavar="DIR", help="Home folder whose guard is paused.")
def command(home: str) -> int:
    """End a pause before its time; anybody may."""
    path = Path(pause_file(os.path.abspath(home or os.path.expanduser("~"))))
    was = path.exists()
    path.unlink(missing_ok=True)
    click.echo("The guard is on again." if was else "The guard wasn't paused.")
    return 0
