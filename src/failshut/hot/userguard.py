"""Run a person's own Python guard in a forked child that can't spoil, hold or outlive the answer.

The child has its own process group and /dev/null on fds 0-2; its verdict comes over a private
pipe; the parent stops waiting at ``LIMIT`` and ends the whole group.
"""

import _signal
import posix
import select
import time

from failshut.errors import FailshutError
from failshut.model import Call

LIMIT = 2.0
"""Seconds that a user guard may take; stays below the program's own deadline."""
SIGKILL = 9
MOST = 65536


MOST_REASON = 300
"""Characters of a guard's own reason that are used."""


class GuardFault(FailshutError):
    """A user guard crashed, hung or answered nonsense; ``str()`` says which, ``fix`` what to do."""

    def __init__(self, problem: str, fix: str) -> None:
        self.fix = fix
        super().__init__(problem)


def correct(path: str, line: str = "") -> str:
    """Return what the model is to tell the person of a guard that failed (at a line)."""
    where = f"{path}:{line}" if line.isdigit() and line != "0" else path
    return f"tell the person to correct {where} and to type `failshut trust`."


def ask(path: str, function: str, source: bytes, call: Call, limit: float = LIMIT) -> str | None:
    """Run ``function`` of the guard ``source`` (the trusted bytes of ``path``) on ``call``.

    The function gets a dict with the call's fields and returns None (no opinion), True (the
    rule's own reason holds) or a reason.  Returns None, "" for True, or the reason; raises
    ``GuardFault``.  ``limit`` is seconds.
    """
    reader, writer = posix.pipe()
    child = posix.fork()
    if child == 0:
        _child(path, function, source, call, writer, limit)
    posix.close(writer)
    try:
        data = _read(reader, limit, path)
    finally:
        posix.close(reader)
        _end(child)
    return _verdict(data, path, call)


def _read(reader: int, limit: float, path: str) -> bytes:
    until = time.monotonic() + limit
    data = b""
    while not data.endswith(b"\n"):
        left = until - time.monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            raise GuardFault(f"guard {path} gave no answer within {limit:g} s", correct(path))
        part = posix.read(reader, MOST)
        if not part or len(data) > MOST:
            raise GuardFault(f"guard {path} ended without an answer", correct(path))
        data += part
    return data[:-1]


def _end(child: int) -> None:
    for end in (posix.killpg, posix.kill):
        try:
            end(child, SIGKILL)
        except OSError:
            continue
    try:
        posix.waitpid(child, 0)
    except OSError:
        return


def _verdict(data: bytes, path: str, call: Call) -> str | None:
    kind, text = data[:1], harmless(data[1:].decode("utf-8", "replace"), call)
    if kind == b"N":
        return None
    if kind == b"Y":
        return text if len(text) <= MOST_REASON else text[: MOST_REASON - 2] + " …"
    if kind != b"E":
        raise GuardFault(f"guard {path} answered nonsense", correct(path))
    line, _, what = text.partition(" ")
    raise GuardFault(f"guard {path} failed: {what}", correct(path, line))


def harmless(text: str, call: Call) -> str:
    """Return a guard's words without secrets, markup and long quotes of the call."""
    if not text:
        return ""
    from failshut.hosts import words
    from failshut.hot.redact import redacted

    quotes = (call.command, call.tool, *call.writes, *call.reads, *call.deletes, *call.urls, call.text)
    for quote in quotes:
        if quote and len(quote) > words.QUOTED:
            for form in (quote, quote.replace("\n", " ")):
                text = text.replace(form, words.clipped(form, words.QUOTED))
    return words.tame(words.clean(redacted(text)))


def _child(path: str, function: str, source: bytes, call: Call, writer: int, limit: float) -> None:
    """Answer over ``writer`` and leave; never returns.  Its own timer ends it if the parent dies."""
    try:
        posix.setpgid(0, 0)
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.setitimer(_signal.ITIMER_REAL, limit + 0.5)
        null = posix.open("/dev/null", posix.O_RDWR)
        for fd in (0, 1, 2):
            posix.dup2(null, fd)
        # Everything else the parent has open (the answer's pipe above all) is out of reach.
        posix.dup2(writer, 3)
        posix.closerange(4, 1024)
        data = _answer(path, function, source, call)
        posix.write(3, data.replace(b"\n", b" ") + b"\n")
    except BaseException:
        posix._exit(1)
    posix._exit(0)


def _answer(path: str, function: str, source: bytes, call: Call) -> bytes:
    """Return N, Y with a reason, or E with the guard's line (0 = unknown) and what went wrong."""
    try:
        space: dict[str, object] = {"__name__": "failshut_guard", "__file__": path}
        exec(compile(source, path, "exec"), space)
        if function not in space:
            return f"E0 it has no function {function}".encode()
        result = space[function](view(call))  # type: ignore[operator]
    except Exception as error:
        said = f"E{_line(error, path)} {type(error).__name__}: {error}"
        return said[:100].encode("utf-8", "replace")
    if result is None or result is False:
        return b"N"
    if result is True:
        return b"Y"
    if isinstance(result, str):
        return b"Y" + result[: MOST // 8].encode("utf-8", "replace")
    said = f"E{_first(space[function])} returned {type(result).__name__}, not None, True or text"
    return said.encode("utf-8", "replace")


def _line(error: Exception, path: str) -> int:
    """Return the last line of the guard that an error came through; 0 = unknown."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _first(function: object) -> int:
    """Return the line where a function begins; 0 = unknown."""
    line = getattr(getattr(function, "__code__", None), "co_firstlineno", 0)
    return line if isinstance(line, int) else 0


def view(call: Call) -> dict[str, object]:
    """Return what a guard sees of a call: plain values only."""
    names = (
        "host", "kind", "tool", "command", "writes", "reads", "deletes", "urls", "server",
        "mcp_tool", "cwd", "session", "agent", "arguments",
    )  # fmt: skip
    return {name: getattr(call, name) for name in names}
