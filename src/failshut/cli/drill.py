"""Break a hook in many ways and say on which hosts it opens."""

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from failshut.drill import faults, report
from failshut.drill.own import OwnGuard
from failshut.drill.session import HARMLESS, Report, Session
from failshut.drill.subject import Command, Subject
from failshut.exits import UsageError
from failshut.interpret import HOSTS, contract
from failshut.output import junit, tables

KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "SHELL", "USER", "LOGNAME", "TERM")


@click.command("drill", short_help="Break a hook in many ways: is the call still refused?")
@click.option("--hosts", default="all", metavar="A,B", help="Hosts to drill under (default: all).")
@click.option("--events", default="", metavar="A,B", help="Their events (default: before a tool call).")
@click.option("--faults", "names", default="", metavar="A,B", help="Faults or groups (default: all).")
@click.option("--call", default="", metavar="COMMAND", help="A command that the hook refuses.")
@click.option("--harmless", default=HARMLESS, metavar="COMMAND", help="One that it lets pass.")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), metavar="SECONDS", help="The entry's timeout, in seconds."
)
@click.option("--patience", type=click.FloatRange(min=0.1), default=6.0, show_default=True,
              help="Longest wait in seconds where no timeout is given.")  # fmt: skip
@click.option("--entry", default="{}", metavar="JSON", help='Further keys, such as {"onFailure": "block"}.')
@click.option("--env", "variables", multiple=True, metavar="NAME[=VALUE]", help="Give it a variable.")
@click.option("--service", multiple=True, metavar="NAME", help="Variable with the URL of its service.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose wiring and `~` count.")
@click.option("--details", is_flag=True, help="One table per host, with the proof of each fault.")
@click.option("--list", "listing", is_flag=True, help="List the faults and stop.")
@click.option("--format", "form", type=click.Choice(["text", "json", "junit", "markdown", "html"]),
              default="text")  # fmt: skip
@click.argument("COMMAND", nargs=-1, type=click.UNPROCESSED)
def command(
    hosts: str,
    events: str,
    names: str,
    call: str,
    harmless: str,
    timeout: float | None,
    patience: float,
    entry: str,
    variables: tuple[str, ...],
    service: tuple[str, ...],
    home: str,
    details: bool,
    listing: bool,
    form: str,
    command: tuple[str, ...],
) -> int:
    """Break a hook in many ways, on every host: is the call still refused, does the model read why?

    Without COMMAND: the own guard.  With `-- COMMAND…`: any hook, in any language.  It really runs,
    in a throw-away home and a copy of this folder.  Exit 0: shut.  Exit 1: open somewhere.  Exit
    4: a fault could not be shown to have happened.
    """
    chosen = faults.select(_list(names))
    if listing:
        click.echo("\n".join(f"{fault.group:<13} {fault.id:<20} {fault.title}" for fault in chosen))
        return 0
    wanted = _hosts(hosts)
    if timeout is not None and not timeout < float("inf"):
        raise UsageError("--timeout takes a number of seconds.")
    environment = _environment(variables)
    person = Path(os.path.abspath(home or os.path.expanduser("~")))
    extra = _object(entry)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    with tempfile.TemporaryDirectory(prefix="failshut-drill-") as folder:
        room = Path(folder).resolve()
        subject: Subject = OwnGuard(wanted, home=person, environment=environment)
        if command:
            subject = Command(
                command,
                cwd=Path.cwd(),
                home=person,
                room=room,
                environment=environment,
                hosts=wanted,
                services=service,
                extra=extra,
                timeout=timeout,
            )
        with _progress(form) as progress:
            found = Session(
                subject,
                chosen,
                room,
                events=_events(events, wanted),
                call=call,
                harmless=harmless,
                patience=patience,
                environment=environment,
                progress=progress,
            ).run()
    _show(found, form, details or len(wanted) == 1)
    return found.exit_code()


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _show(found: Report, form: str, details: bool) -> None:
    if form == "json":
        click.echo(json.dumps(report.as_json(found), ensure_ascii=False, indent=2))
        return
    if form == "junit":
        click.echo(junit.xml("failshut drill", report.cases(found)), nl=False)
        return
    shown = report.tables(found, details=details)
    words = list(report.sentences(found))
    head = f"Drill of {found.subject}"
    if form == "html":
        tables.write(tables.page(head, shown, words))
    elif form == "markdown":
        tables.write(f"# {head}\n\n{tables.markdown(shown)}\n" + "".join(f"- {word}\n" for word in words))
    else:
        tables.write(f"{head}\n\n{tables.text(shown)}\n" + tables.paragraphs(words))


@contextmanager
def _progress(form: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr while it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with click.progressbar(length=1, label="drilling", file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield progress


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _hosts(text: str) -> tuple[str, ...]:
    named = _list(text)
    if not named:
        raise UsageError(f"--hosts names no host. Known: {', '.join(HOSTS)}, all.")
    strange = [name for name in named if name not in HOSTS and name != "all"]
    if strange:
        raise UsageError(f"{strange[0]!r} is no host of ours. Known: {', '.join(HOSTS)}, all.")
    return tuple(named) if "all" not in named else HOSTS


def _events(text: str, hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the named events; raises UsageError for one that none of the hosts has."""
    named = _list(text)
    known = {event for host in hosts for event in contract(host).events}
    for name in named:
        if name not in known and name != "all":
            raise UsageError(
                f"none of these hosts has an event {name!r}. Known: {', '.join(sorted(known))}."
            )
    return tuple(sorted(known)) if "all" in named else tuple(named)


def _environment(variables: Sequence[str]) -> dict[str, str]:
    """Return what hooks get besides HOME: a few names of ours, and those that were asked for."""
    found = {name: os.environ[name] for name in KEPT if name in os.environ}
    found.setdefault("PATH", os.defpath)
    found.setdefault("LANG", "C.UTF-8")
    for pair in variables:
        name, equals, value = pair.partition("=")
        if not equals and name not in os.environ:
            raise UsageError(f"--env {name}: this variable isn't set. Write {name}=VALUE.")
        found[name] = value if equals else os.environ[name]
    return found


def _object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"--entry: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise UsageError("--entry takes one JSON object.")
    return value
