"""Run a verb on a terminal of its own and type answers at its questions."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from failshut.cli.person import agent_above

AGENT = agent_above(os.getpid())
"""The agent that these tests run under ("" = none): a person's verbs refuse then."""


def typed(
    argv: Sequence[str],
    answers: Sequence[tuple[str, str]],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    meanwhile: Callable[[], object] = lambda: None,
) -> tuple[int, str]:
    """Run ``argv``; type each answer once its question stands on the screen.

    ``meanwhile`` is called before the last answer.  Returns exit code and screen.
    """
    master, slave = pty.openpty()
    child = subprocess.Popen(
        argv,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=cwd,
        env=dict(environment),
        start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    screen, until, waiting, seen = "", time.monotonic() + 60, list(answers), 0
    while time.monotonic() < until:
        if not select.select([master], [], [], 1)[0]:
            continue
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        screen += part.decode()
        if waiting and waiting[0][0] in screen[seen:]:
            seen = len(screen)
            if len(waiting) == 1:
                meanwhile()
            os.write(master, waiting.pop(0)[1].encode() + b"\n")
    code = child.wait(10)
    os.close(master)
    return code, screen.replace("\r\n", "\n")
