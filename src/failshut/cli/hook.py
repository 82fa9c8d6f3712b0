"""Answer one native payload as the wired line would."""

import os
import sys

import click

from failshut import hosts
from failshut.checking.examine import known_host
from failshut.exits import UsageError
from failshut.hot import answer


@click.command("hook", short_help="Answer a payload on stdin as the wired line would.")
@click.argument("HOST")
@click.argument("EVENT", required=False, default="")
def command(host: str, event: str) -> int:
    """Answer the payload on stdin as HOST's wired line would: a door for looking into it.

    Hosts never run this: their line runs the launcher.  EVENT is the host's own name of the
    pre-tool event.  Exit 2 refuses, 0 doesn't.
    """
    module = hosts.load(known_host(host))
    _known_event(event, module.TITLE, {*module.PRE_TOOL}, module.OTHER_EVENTS)
    home = os.path.abspath(os.path.expanduser("~"))
    said = answer.respond(host, event or module.EVENT, "", home, answer.read_stdin)
    if said.stdout:
        sys.stdout.write(said.stdout + "\n")
        sys.stdout.flush()
    if said.exit:
        sys.stderr.write(said.stderr + "\n")
    return said.exit


def _known_event(event: str, title: str, asked: set[str], others: frozenset[str]) -> None:
    """Raise ``UsageError`` for a name that is no event of the host."""
    if event and event not in asked | others:
        raise UsageError(
            f"{event!r} is no event of {title}. The guard is asked at: {', '.join(sorted(asked))}; "
            f"it also knows {', '.join(sorted(others - asked))}."
        )
