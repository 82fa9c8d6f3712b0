"""Read the script files that a call runs, within bounds.

Only regular files below the session root or a folder for temporary files, behind links too; what may
hold secrets isn't read.  Hot.
"""

import posix

from failshut.effects.places import normal, real, under, where
from failshut.effects.secrets import secret
from failshut.model import Context

LARGEST = 65536  # bytes of one file
TOGETHER = 262144  # bytes of all files of a call
MOST = 8  # files of a call
_KIND, _REGULAR = 0o170000, 0o100000
_PROGRAMS = ("/bin/", "/sbin/")


class Files:
    """Give the text of a script file by its path: absolute, below ``$HOME``, or from the call's folder.

    ``marks`` says which files were left unread, and why.
    """

    __slots__ = ("ctx", "left", "marks", "seen")

    def __init__(self, ctx: Context, marks: list[str] | None = None) -> None:
        self.ctx = ctx
        self.left = TOGETHER
        self.marks = [] if marks is None else marks
        self.seen: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        """Return the file's text, None when it isn't read."""
        if path.startswith("$HOME/") and self.ctx.homes:
            path = self.ctx.homes[0] + path[5:]
        if not path or path[0] in "$?" or "\0" in path:
            return None
        place = normal(path if path[0] == "/" else f"{self.ctx.cwd or self.ctx.root}/{path}")
        if place not in self.seen:
            self.seen[place] = self.text(place)
        return self.seen[place]

    def text(self, path: str) -> str | None:
        """Return what a file holds; leaves a mark where a script stays unread."""
        try:
            found = posix.stat(path)
        except (OSError, ValueError):
            return None
        if found.st_mode & _KIND != _REGULAR:
            return None
        why = ""
        if not self.inside(path):
            why = "" if any([one in path for one in _PROGRAMS]) else "outside the workspace"
        elif secret(path, self.ctx):
            why = "may hold secrets"
        elif found.st_size > LARGEST:
            why = "too large"
        elif (
            len([one for one in self.seen.values() if one is not None]) >= MOST or found.st_size > self.left
        ):
            why = "too many"
        else:
            return self.content(path)
        if why:
            self.marks.append(f"unread: {path[-200:]} ({why})")
        return None

    def inside(self, path: str) -> bool:
        """Tell whether a path, links followed, lies in the workspace or a folder for temporary files."""
        behind = real(path)
        root = real(normal(self.ctx.root))
        if root != "/" and under(behind, root):
            return True
        return where(behind, self.ctx) == "tmp"

    def content(self, path: str) -> str | None:
        """Return a regular file's text; never waits for a pipe or a device."""
        pieces: list[bytes] = []
        try:
            handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
        except (OSError, ValueError):
            return None
        try:
            if posix.fstat(handle).st_mode & _KIND != _REGULAR:
                return None
            size = 0
            while size <= LARGEST:
                piece = posix.read(handle, LARGEST + 1 - size)
                if not piece:
                    break
                pieces.append(piece)
                size += len(piece)
        except OSError:
            return None
        finally:
            posix.close(handle)
        whole = b"".join(pieces)
        self.left -= len(whole)
        if len(whole) > LARGEST or b"\0" in whole:
            return None
        return whole.decode("utf-8", "replace").removeprefix("\ufeff")
