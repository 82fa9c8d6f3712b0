"""Run any hook command as a host would: its shell, its environment, its timer, its pipes.

The facts come from the ``[spawn]`` table of the host's contract; what comes back is what the host saw,
ready for ``interpret``.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from failshut.drill.spawn import Spawn, spawn_of

CHUNK = 65536
STARTING = threading.Lock()
"""Held while a hook starts and while files that will be run are written: a child that was forked
in between would keep such a file open for writing, and the system refuses to run it then."""
GRACE = 0.3
MOST_OUTPUT = 32 * 1024 * 1024
"""Bytes of output that are kept; the rest is read and dropped."""


@dataclass(frozen=True)
class HookRun:
    """What the host saw of one run.

    ``seconds`` is wall time until the host stopped looking, ``ended`` until the hook's own
    process ended (None: it hadn't); ``fed`` counts the bytes that its stdin took.
    """

    exit: int | None
    signal: int | None
    stdout: str
    stderr: str
    timed_out: bool
    spawn_error: str | None
    holds_pipe: bool
    seconds: float
    left: tuple[str, ...] = ()
    """Programs of the hook's session that still lived ``GRACE`` seconds after its end."""
    ended: float | None = None
    fed: int = 0


def run_hook(
    host: str,
    entry: Mapping[str, object],
    payload: bytes,
    *,
    project: str,
    environment: Mapping[str, str],
    timeout: float | None = None,
    preexec: Callable[[], None] | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    prefix: Sequence[str] = (),
    while_running: Callable[[int], None] | None = None,
) -> HookRun:
    """Run the ``entry`` of ``host``'s configuration on ``payload``.

    ``timeout`` (seconds) replaces the entry's own.  ``stdin``, ``stdout`` and ``stderr`` replace
    the pipes by file descriptors (a stalled pipe, ``/dev/full``).  ``prefix`` is an argv that
    starts the rest (``unshare …``).  ``while_running`` is called once with the process id,
    before the payload is written.  Never raises for what the hook does.
    """
    spawn = spawn_of(host)
    limit = timeout if timeout is not None else spawn.seconds(entry)
    start = time.monotonic()
    try:
        with STARTING:
            process = subprocess.Popen(
                [*prefix, *spawn.argv(entry)],
                cwd=spawn.folder(project, environment),
                env=spawn.environment(entry, project, environment),
                stdin=subprocess.PIPE if stdin is None else stdin,
                stdout=subprocess.PIPE if stdout is None else stdout,
                stderr=subprocess.PIPE if stderr is None else stderr,
                preexec_fn=preexec,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        return HookRun(None, None, "", "", False, str(error), False, time.monotonic() - start)
    start = time.monotonic()
    if while_running is not None:
        while_running(process.pid)
    return _watch(process, payload, limit, spawn, start)


def _watch(
    process: subprocess.Popen[bytes], payload: bytes, limit: float, spawn: Spawn, start: float
) -> HookRun:
    """Feed and drain the process until the host would stop looking; ends its group."""
    buffers: dict[str, bytearray] = {"out": bytearray(), "err": bytearray()}
    watched = _pump(process, payload, start + limit, buffers, spawn.waits_for_eof)
    seconds = time.monotonic() - start
    timed_out = not watched.done
    code = process.poll()
    left = () if timed_out else _left(process.pid)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    return HookRun(
        exit=code if code is not None and code >= 0 else None,
        signal=-code if code is not None and code < 0 else None,
        stdout=bytes(buffers["out"]).decode("utf-8", "replace"),
        stderr=bytes(buffers["err"]).decode("utf-8", "replace"),
        timed_out=timed_out,
        spawn_error=None,
        holds_pipe=watched.held,
        seconds=seconds,
        left=left,
        ended=None if watched.ended is None else watched.ended - start,
        fed=len(payload) - watched.left,
    )


def _left(session: int) -> tuple[str, ...]:
    """Return what still lives in ``session`` (Linux; elsewhere nothing can be told)."""
    until = time.monotonic() + GRACE
    while True:
        names = tuple(_living(session))
        if not names or time.monotonic() > until:
            return names
        time.sleep(0.01)


def _living(session: int) -> Iterator[str]:
    for number in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if not number.isdigit():
            continue
        try:
            with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
                head, _, rest = file.read().rpartition(") ")
        except OSError:
            continue
        fields = rest.split()
        if int(fields[3]) == session and fields[0] not in "ZX":
            yield head.partition("(")[2]


@dataclass(frozen=True)
class _Watched:
    """``done``: in time; ``held``: a pipe was held after the end; ``left``: bytes not taken."""

    done: bool
    held: bool
    ended: float | None
    left: int


def _pump(
    process: subprocess.Popen[bytes],
    payload: bytes,
    until: float,
    buffers: dict[str, bytearray],
    to_eof: bool,
) -> _Watched:
    """Move bytes until the hook is done or late."""
    left = memoryview(payload)
    held = False
    ended_at: float | None = None
    with selectors.DefaultSelector() as selector:
        _register(selector, process)
        while True:
            now = time.monotonic()
            if ended_at is None and process.poll() is not None:
                ended_at = now
            open_outputs = [key for key in selector.get_map().values() if key.data != "in"]
            if ended_at is not None:
                if not open_outputs:
                    return _Watched(True, held, ended_at, len(left))
                held = now - ended_at > 0.1
                if held and not to_eof:
                    return _Watched(True, True, ended_at, len(left))
            if now >= until:
                return _Watched(False, held, ended_at, len(left))
            wait = 0.02 if ended_at is not None or not open_outputs else min(0.05, until - now)
            for key, _ in selector.select(wait):
                left = _move(selector, key, buffers, left)


def _register(selector: selectors.BaseSelector, process: subprocess.Popen[bytes]) -> None:
    for pipe, name in ((process.stdin, "in"), (process.stdout, "out"), (process.stderr, "err")):
        if pipe is not None:
            os.set_blocking(pipe.fileno(), False)
            event = selectors.EVENT_WRITE if name == "in" else selectors.EVENT_READ
            selector.register(pipe, event, name)


def _move(
    selector: selectors.BaseSelector,
    key: selectors.SelectorKey,
    buffers: dict[str, bytearray],
    left: memoryview,
) -> memoryview:
    """Move one portion; closes what is finished; returns what is still to be written."""
    done = False
    if key.data == "in":
        try:
            left = left[os.write(key.fd, left[:CHUNK]) :] if left else left
        except BlockingIOError:
            return left
        except OSError:
            done = True
        done = done or not left
    else:
        try:
            data = os.read(key.fd, CHUNK)
        except BlockingIOError:
            return left
        if len(buffers[key.data]) < MOST_OUTPUT:
            buffers[key.data] += data
        done = not data
    if done:
        selector.unregister(key.fileobj)
        key.fileobj.close()  # type: ignore[union-attr]
    return left
