"""Turn a payload on stdin into one framed answer: bytes → Call → Verdict → Answer → bytes.

Holds the only catch-all of the hot path, and it refuses.
"""

from __future__ import annotations

import posix

from failshut import hosts
from failshut.errors import FailshutError, PolicyError, Unreadable
from failshut.hot import frame, strictjson
from failshut.model import DENY, Answer, Verdict

MYPY = False
if MYPY:
    from collections.abc import Callable

    from failshut.hosts.base import Host

    Reader = Callable[[], bytes]

CAP = 8 * 1024 * 1024
"""Bytes of payload that are read at most."""

SEND_AGAIN = "tell the person which call it was, so that the guard can learn to read it."
FIX_POLICY = "tell the person to correct that line (`failshut check true` shows it again)."
ASK_DOCTOR = "tell the person to run `failshut doctor`, which says what mends it."
FIX_GUARD = "tell the person to run `failshut check true` in a terminal and to report what it says."


def main(host: str, event: str, root: str, home: str) -> int:
    """Answer one run; returns the exit code after the frame is out."""
    out = take_stdout()
    answer = respond(host, event, root, home, read_stdin)
    frame.write(out, answer)
    return 42 if answer.exit else 40


def take_stdout() -> int:
    """Move the answer's pipe out of reach: fds 1 and 2 become /dev/null; returns the new fd.

    A stray print or a child of ours then can't spoil or hold the answer (the duplicate isn't
    inherited by programs that are started).
    """
    out = posix.dup(1)
    null = posix.open("/dev/null", posix.O_RDWR)
    posix.dup2(null, 1)
    posix.dup2(null, 2)
    posix.close(null)
    return out


def read_stdin() -> bytes:
    """Read the payload to its end; raises ``Unreadable`` when stdin is closed or above ``CAP``."""
    parts: list[bytes] = []
    size = 0
    while True:
        try:
            part = posix.read(0, 1 << 20)
        except OSError:
            raise Unreadable("standard input is closed") from None
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
        if size > CAP:
            raise Unreadable(f"the payload is larger than {CAP >> 20} MiB")


def respond(host: str, event: str, root: str, home: str, read: Reader) -> Answer:
    """Return the answer for one run; a fault of any kind is a refusal in the host's dialect.

    ``event`` is the word of the wired line: the event, and behind a slash which entry it is.
    ``read`` gives the payload's bytes.
    """
    event, _, entry = event.partition("/")
    module = hosts.load(host)
    speaker = module
    try:
        payload = strictjson.loads(read(), "the payload", bom=module.BOM)
        speaker = speaker_of(payload, module)
        call = speaker.decode(payload, event)
        if call is None:
            if event not in module.SESSION:
                from failshut.hot import moment

                return moment.answer(payload, speaker, module, event, root, home)
            from failshut.hot import session

            return speaker.render(session.verdict(payload, speaker, module, entry, root, home), host, event)
        if event in module.SESSION:
            event = call.event  # the line was moved to where calls are refused
        call.host, call.entry = host, entry
        from failshut.hot import judge

        return speaker.render(judge.verdict(call, speaker, root, home), host, event)
    except Exception as error:
        found = fault(error)
        if event != module.EVENT and event not in module.PRE_TOOL:
            from failshut.hosts import moments

            if moments.kind(speaker.NAME, event):
                return moments.render(speaker.NAME, event, found)
        if event in module.SESSION:
            found.instead = ASK_DOCTOR
        return speaker.render(found, host, event)


def speaker_of(payload: dict[str, object], module: Host) -> Host:
    """Return the host whose form the payload has: ``module``, or one that reads its file."""
    dialect = hosts.dialect_of(payload)
    return hosts.load(dialect) if dialect in module.READ_BY else module


def fault(error: Exception) -> Verdict:
    """Return the refusal of a call that couldn't be judged."""
    if isinstance(error, Unreadable):
        from failshut.hot.redact import redacted

        return Verdict(DENY, fault=f"input can't be read: {redacted(str(error))}", instead=SEND_AGAIN)
    if isinstance(error, PolicyError):
        return Verdict(DENY, fault=f"policy can't be used: {error}", instead=FIX_POLICY)
    if isinstance(error, FailshutError):
        return Verdict(DENY, fault=str(error), instead=getattr(error, "fix", "") or FIX_GUARD)
    return Verdict(DENY, fault=f"the checker failed, {type(error).__name__}", instead=FIX_GUARD)
