r"""Write the frame that the launcher and the wired line read.

Four lines: ``failshut/1``, the host's stdout, its stderr (both with ``\`` doubled and newlines
as ``\n``, for ``printf %b``), and an end mark ``.40`` or ``.42`` that the launcher adds once the
program has ended with that code.
"""

import posix

from failshut.model import Answer

TOKEN = "failshut/1"


def escaped(text: str) -> str:
    """Return ``text`` on one line for ``printf %b``."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "")


def body(answer: Answer) -> bytes:
    """Return the three lines that the program writes."""
    text = f"{TOKEN}\n{escaped(answer.stdout)}\n{escaped(answer.stderr)}\n"
    return text.encode("utf-8", "replace")


def write(fd: int, answer: Answer) -> None:
    """Write the frame's body to ``fd`` whole; raises OSError when nobody reads it."""
    data = body(answer)
    while data:
        data = data[posix.write(fd, data) :]
