"""Predict what a host does with a hook's answer."""

import json
from collections.abc import Iterable

import click

from failshut.exits import NothingLookedAt, UsageError
from failshut.interpret import HOSTS, Run, contract, interpret
from failshut.interpret.versions import readable
from failshut.simulate import rows, show

USAGE = 2


@click.command("simulate", short_help="Predict what a host does after a hook's answer.")
@click.argument("HOST", required=False, type=click.Choice(HOSTS))
@click.argument("EVENT", required=False, default="")
@click.option("--version", metavar="V", help="The host's version (default: the one its contract holds).")
@click.option("--tool", default="", metavar="NAME", help="Tool of the call (default: the host's shell).")
@click.option("--call", default="", metavar="TEXT", help="The command, for hosts that repeat it.")
@click.option("--exit", "code", type=click.IntRange(0, 255), default=0, help="The hook's exit code.")
@click.option("--signal", type=click.IntRange(1, 64), help="It died of this signal instead.")
@click.option("--stdout", default="", metavar="TEXT", help="What it printed (@FILE: from a file).")
@click.option("--stderr", default="", metavar="TEXT", help="The same for its errors.")
@click.option("--timed-out", is_flag=True, help="The host's timer ended first.")
@click.option("--holds-pipe", is_flag=True, help="It ended; a child kept its pipes open past the timer.")
@click.option("--spawn-error", metavar="TEXT", help="It could not be started.")
@click.option("--wiring", default="{}", metavar="JSON", help='The entry, such as {"onFailure": "block"}.')
@click.option("--switches", default="{}", metavar="JSON", help="Flags and permissions of the host.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--jsonl", metavar="FILE", help="Answer a file of rows, one object a line (- = stdin).")
def command(
    host: str | None,
    event: str,
    version: str | None,
    tool: str,
    call: str,
    code: int,
    signal: int | None,
    stdout: str,
    stderr: str,
    timed_out: bool,
    holds_pipe: bool,
    spawn_error: str | None,
    wiring: str,
    switches: str,
    form: str,
    jsonl: str | None,
) -> int:
    """Predict what HOST does after a hook of EVENT answered like this, from its contract.

    Without EVENT: the event before a tool call.  Exit 0: predicted.  Exit 2: rows that can't be
    read (each has an `error` in its place).
    """
    if jsonl is not None:
        return _rows(jsonl)
    if host is None:
        raise UsageError(f"name a HOST ({', '.join(HOSTS)}) or give --jsonl FILE.")
    book = contract(host)
    if version is not None and not readable(version):
        raise UsageError(f"--version {version!r} is no version number.")
    event = event or next(name for name, table in book.events.items() if table == "pre-tool")
    if event not in book.events:
        raise UsageError(f"{book.title} has no event {event!r}. It has: {', '.join(book.events)}.")
    ended = signal is None and spawn_error is None and (not timed_out or holds_pipe)
    run = Run(
        exit=code if ended else None,
        signal=signal,
        stdout=_content(stdout),
        stderr=_content(stderr),
        timed_out=timed_out or holds_pipe,
        spawn_error=spawn_error,
        holds_pipe=holds_pipe,
        wiring={"type": "command", "command": "HOOK", **_object(wiring, "--wiring")},
    )
    tool = tool or book.phrase("facts/shell-tool")
    outcome = interpret(
        host,
        event,
        [run],
        tool=tool,
        switches=_object(switches, "--switches"),
        call_text=call,
        version=version,
    )
    if form == "json":
        click.echo(_line({"host": host, "event": event, **rows.told(outcome)}))
    else:
        click.echo("\n".join(show.lines(book.title, version or book.version, event, outcome)))
    return 0


def _content(text: str) -> str:
    if not text.startswith("@"):
        return text
    try:
        with open(text[1:], encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"{text[1:]}: {error.strerror}") from error


def _object(text: str, option: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{option}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise UsageError(f"{option} takes one JSON object.")
    return value


def _rows(name: str) -> int:
    """Answer every row of a file; returns the exit code."""
    try:
        with click.open_file(name, encoding="utf-8", errors="replace") as source:
            seen, wrong = _print(name, source)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    if not seen:
        raise NothingLookedAt(f"{name} holds no rows.")
    return USAGE if wrong else 0


def _line(answer: object) -> str:
    """Return an answer on one line; half a surrogate pair is written as its escape."""
    text = json.dumps(answer, ensure_ascii=False)
    return text if text.isascii() or _is_text(text) else json.dumps(answer)


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _print(name: str, source: Iterable[str]) -> tuple[int, int]:
    seen = wrong = 0
    for number, answer in rows.answers(source):
        seen += 1
        click.echo(_line(answer))
        if "error" in answer:
            wrong += 1
            click.echo(f"failshut: {name}:{number}: {answer['error']}", err=True)
    return seen, wrong
