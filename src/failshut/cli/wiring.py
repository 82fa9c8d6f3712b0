"""Share between ``init`` and ``uninstall``: options, where to work, the one question."""

import contextlib
import difflib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from failshut import hosts as registry
from failshut.exits import NothingLookedAt, UsageError, WiringError
from failshut.wire import ground, places
from failshut.wire.entries import is_here
from failshut.wire.ground import Base
from failshut.wire.line import LAUNCHER_NAME
from failshut.wire.plan import MANAGED, PROJECT, USER, Change, targets

LEAVE_OUT = "Or leave that agent out: name the others with --hosts."


@dataclass(frozen=True)
class Where:
    """Where to work: absolute ``home`` and ``root`` ("" = no root is fixed).

    ``prefix`` stands before the machine's paths while a package is built.
    """

    hosts: tuple[str, ...]
    scope: str
    home: str
    root: str
    prefix: str = ""

    @property
    def base(self) -> Base:
        """Return the ground of the guard's own files."""
        return ground.machine(self.prefix) if self.scope == MANAGED else self.home

    @property
    def top(self) -> str:
        """Return what stands before the hosts' files of a user or the machine."""
        return self.prefix if self.scope == MANAGED else self.home

    @property
    def launcher(self) -> str:
        """Return the launcher's path in use."""
        return ground.of(self.base).final + "/" + LAUNCHER_NAME

    def files(self) -> dict[str, bytes | None]:
        """Read the hosts' files; raises one ``WiringError`` that names all that can't be read."""
        found, problems = dict[str, bytes | None](), []
        for host in self.hosts:
            for path in targets(host, self.scope, self.top, self.root):
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
        click.option("--prefix", default="", metavar="DIR", help="With --scope managed: work below DIR."),
        click.option("--scope", type=scopes, default=USER, show_default=True),
        click.option("--hosts", default="", help="a,b · all · detected", metavar="LIST"),
    ):
        function = option(function)
    return function


def where(hosts: str, scope: str, root: str, home: str, prefix: str = "") -> Where:
    """Resolve the options; raises ``UsageError`` or ``NothingLookedAt``."""
    if scope == MANAGED:
        if root or home:
            raise UsageError("--scope managed is about the whole machine. Leave --root and --home out.")
        return Where(chosen(hosts or "all", "", {}), scope, "", "", of_machine(prefix))
    if prefix:
        raise UsageError("--prefix is for --scope managed.")
    place = os.path.abspath(home or os.path.expanduser("~"))
    top = os.path.abspath(root) if root else _project() if scope == PROJECT else ""
    for folder in (place, top):
        if folder and not os.path.isdir(folder):
            raise UsageError(f"{folder} isn't a folder. Create it or name another one.")
    if scope == PROJECT and os.path.realpath(top) == os.path.realpath(place):
        raise UsageError(f"{top} is the home folder, not a project. Use --scope user or --root DIR.")
    return Where(chosen(hosts, place, os.environ), scope, place, top)


def of_machine(prefix: str) -> str:
    """Return the absolute prefix of the machine's files; raises ``UsageError`` for who can't write them."""
    if not prefix and os.geteuid() != 0:
        raise UsageError(
            "--scope managed writes files of root's. Run it as root (`sudo`), or build a package with "
            "--prefix DIR."
        )
    place = os.path.abspath(prefix) if prefix else ""
    if place and not os.path.isdir(place):
        raise UsageError(f"{place} isn't a folder. Create it or name another one.")
    return "" if place == "/" else place


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


@contextlib.contextmanager
def shared(place: Where) -> Iterator[None]:
    """Write what everybody has to read, whatever the umask, where it is the machine's."""
    old = os.umask(0o022) if place.scope == MANAGED else None
    try:
        yield
    finally:
        if old is not None:
            os.umask(old)


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
