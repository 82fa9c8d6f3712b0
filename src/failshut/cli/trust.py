"""Let a person make exceptions, removals and Python guards of a policy take effect."""

import os
import sys

import click

from failshut import paths
from failshut.checking import force
from failshut.checking.trusting import Change, chosen, pending
from failshut.cli.person import need_person
from failshut.errors import FailshutError
from failshut.hosts import words
from failshut.policy import state

WORD = "trust"
QUESTION = f"Type the word {WORD} to let this take effect, anything else to leave it: "


@click.command("trust", short_help="Let what policy files loosen take effect.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose memory is changed.")
@click.option("--cwd", default="", metavar="DIR", help="Folder whose policies are looked at.")
@click.argument("PATH", nargs=-1)
def command(home: str, cwd: str, path: tuple[str, ...]) -> int:
    """Let what policy files loosen take effect: exceptions, removed rules, observing, guards.

    Without PATH all policy files of this folder and this user count.  Shows the changes in
    words; a person confirms by typing a word.  Exit 1: declined.
    """
    home = os.path.abspath(home or os.path.expanduser("~"))
    where = force.place(force.folder(cwd), home)
    memory = paths.policy_memory_dir(home)
    changes = pending(chosen(path, where), where, memory)
    if not changes:
        click.echo("Nothing to trust: no policy file here loosens anything that isn't trusted yet.")
        return 0
    for change in changes:
        for sentence in change.sentences:
            click.echo(words.clean(sentence))
    need_person()
    return _confirmed(changes, memory)


def _confirmed(changes: list[Change], memory: str) -> int:
    """Ask for the word; write the states that were shown, nothing newer."""
    click.echo(QUESTION, err=True, nl=False)
    if sys.stdin.readline().strip() != WORD:
        click.echo("Nothing was trusted.", err=True)
        return 1
    for change in changes:
        try:
            state.settle(memory, change.path, change.state)
        except OSError as error:
            raise FailshutError(str(error)) from None
    click.echo(f"Trusted: {', '.join(change.path for change in changes)}.")
    return 0
