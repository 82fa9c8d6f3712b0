"""Make the guard a folder of its own, for images and machines without pip."""

import os
import sys
from pathlib import Path

import click

from failshut.exits import UsageError
from failshut.wire import vendor


@click.command("vendor")
@click.argument("DIR")
@click.option("--python", default="", metavar="PATH", help="Interpreter that runs it (3.11 or later).")
@click.option("--prefix", default="", metavar="ROOT", help="Write below ROOT; DIR is its place in use.")
def command(dir: str, python: str, prefix: str) -> int:
    """Make the guard one read-only folder DIR, which needs a Python and a shell and no package.

    DIR is written into it, so it works there and nowhere else.  It serves every user of a machine:
    policy and record are below the HOME of whoever runs an agent.
    """
    final = os.path.abspath(dir)
    folder = Path(os.path.abspath(prefix) + final if prefix else final)
    if python and not os.path.isabs(python):
        raise UsageError(f"{python!r} is no absolute path. Name the interpreter by its whole path.")
    vendor.make(folder, final, python or os.path.realpath(sys.executable))
    click.echo(f"{folder}: written. Its README.txt says which file goes where.")
    return 0
