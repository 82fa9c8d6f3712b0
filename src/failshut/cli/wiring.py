"""Share between ``init`` and ``uninstall``: options, where to work, the one question."""

import difflib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from failshut import hosts as registry
from failshut.exits import NothingLookedAt, UsageError, WiringError
from failshut.wire import places
from failshut.wire.entries import is_here
from failshut.wire.plan import PROJECT, USER, Change, targets

MANAGED = "managed"
LEAVE_OUT = "Or leave that agent out: name the others with --hosts."


@dataclass(frozen=True)
class Where:
    """Where to work: absolute ``home`` and ``root`` ("" = no root is fixed)."""

    hosts: tuple[str, ...]
    scope: str
    home: str
    root: str

    def files(self) -> dict[str, bytes | None]:
        """Read the hosts' files; raises one ``WiringError`` that names all that can't be read."""
        found, problems = dict[str, bytes | None](), []
        for host in self.hosts:
            for path in targets(host, self.scope, self.home, self.root):
                try:
                    found[path] = places.read(path)
                except WiringError as error:
                    problems.append(str(error))
        if problems:
            raise WiringError("\n".join([*problems, LEAVE_OUT]))
        return found


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that both verbs have."""
    scopes = click.Choice([USER, PROJECT, MANAGED])
    for option in (
        click.option("--format", "form", type=click.Choice(["text", "json"]), default="text"),
        click.option("--yes", is_flag=True, help="Don't ask."),
        click.option("--dry-run", is_flag=True, help="Show what would change and change nothing."),
        click.option("--home", default="", help="Home folder to work in.", metavar="DIR"),
        click.option("--root", default="", help="Project folder.", metavar="DIR"),
        click.option("--scope", type=scopes, default=USER, show_default=True),
        click.option("--hosts", default="", help="a,b · all · detected", metavar="LIST"),
    ):
        function = option(function)
    return function


def where(hosts: str, scope: str, root: str, home: str) -> Where:
    """Resolve the options; raises ``UsageError`` or ``NothingLookedAt``."""
    if scope == MANAGED:
        raise UsageError("--scope managed isn't available yet. Use --scope user or --scope project.")
    place = os.path.abspath(home or os.path.expanduser("~"))
    top = os.path.abspath(root) if root else _project() if scope == PROJECT else ""
    for folder in (place, top):
        if folder and not os.path.isdir(folder):
            raise UsageError(f"{folder} isn't a folder. Create it or name another one.")
    if scope == PROJECT and os.path.realpath(top) == os.path.realpath(place):
        raise UsageError(f"{top} is the home folder, not a project. Use --scope user or --root DIR.")
    return Where(chosen(hosts, place, os.environ), scope, place, top)


def chosen(text: str, home: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the hosts that ``--hosts`` names."""
    if text == "all":
        return tuple(registry.HOSTS)
    if text not in ("", "detected"):
        return named(tuple(dict.fromkeys(name.strip() for name in text.split(","))))
    found = tuple(host for host in registry.HOSTS if is_here(host, home, environment))
    if not found:
        raise NothingLookedAt(
            f"no coding agent found in {home} or on PATH. Name them: --hosts all, or --hosts claude-code."
        )
    return found


def agreed(yes: bool, question: str) -> bool:
    """Ask once; raises ``UsageError`` where nobody can answer."""
    if yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here. Look at the changes above and add --yes.")
    return click.confirm(question, err=True)


WIDE = 240
"""Characters of a diff line above which its middle is left out for a reader."""


def show_diffs(changes: tuple[Change, ...], err: bool) -> None:
    """Print the unified diffs, long lines (the wired line has over 1,000 characters) shortened."""
    for change in changes:
        text = change.diff()
        if text:
            click.echo("\n".join(shortened(line) for line in text.split("\n")), err=err)


def shortened(line: str) -> str:
    """Return a diff line without its middle when it is very long."""
    left_out = len(line) - WIDE
    if left_out <= 0:
        return line
    return f"{line[: WIDE // 2]} … {left_out} characters … {line[-WIDE // 2 :]}"


def _project() -> str:
    """Return the git top folder above the current one, or the current one."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    return str(here)


def project(home: str) -> str:
    """Return the git top folder above this one ("" = this is no project, or the home folder)."""
    here = os.getcwd()
    while True:
        if os.path.exists(os.path.join(here, ".git")):
            return "" if os.path.realpath(here) == os.path.realpath(home) else here
        above = os.path.dirname(here)
        if above == here:
            return ""
        here = above


def named(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return hosts by their names; raises ``UsageError`` that names a near one."""
    for name in names:
        if name not in registry.HOSTS:
            near = difflib.get_close_matches(name, registry.HOSTS, 1, 0.4)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UsageError(f"{name!r} is no host of ours.{hint} Known: {', '.join(registry.HOSTS)}.")
    return names
