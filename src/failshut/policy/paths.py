"""Place a path among the folders a rule can name, as written and with links followed (hot).

A place is ``(absolute, relative, homes)``: the absolute segments, those under the session
root (None = outside), and those under each home folder that holds the path.
"""

from __future__ import annotations

import posix

from failshut.model import Context
from failshut.policy.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    Segments = tuple[str, ...]
    Place = tuple[Segments, Segments | None, tuple[Segments, ...]]

MAX_LINKS = 40
NOT_A_LINK = 22


def absolute(path: str, ctx: Context, cwd: str = "") -> str:
    """Return the path absolute and lexically normalised; ``~`` is the first home."""
    if path == "~" or path.startswith("~/"):
        home = ctx.homes[0] if ctx.homes else "/"
        path = home + path[1:]
    elif not path.startswith("/"):
        path = (cwd or ctx.cwd or ctx.root) + "/" + path
    return "/" + "/".join(split(path))


def split(path: str) -> Segments:
    """Return the segments of an absolute path, ``.`` and ``..`` resolved lexically."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return tuple(parts)


def under(segments: Segments, base: Segments) -> Segments | None:
    """Return the segments below ``base``, or None when the path lies outside it."""
    return segments[len(base) :] if segments[: len(base)] == base else None


class Bases:
    """Hold the session root and the homes, each as written and with links followed."""

    __slots__ = ("ctx", "homes", "roots")

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.roots = _both(ctx.root)
        self.homes = tuple(base for home in ctx.homes if home for base in _both(home))

    def places(self, path: str, follow_last: bool) -> list[Place]:
        """Return the place of a path as written and, when they differ, where its links lead.

        ``follow_last`` is False for deletions: removing a link leaves what it points to.
        """
        segments = split(absolute(path, self.ctx))
        resolved = real(segments, follow_last)
        found = [self._place(segments)]
        if resolved != segments:
            found.append(self._place(resolved))
        return found

    def _place(self, segments: Segments) -> Place:
        inside = None
        for root in self.roots:
            if inside is None:
                inside = under(segments, root)
        homes = [under(segments, home) for home in self.homes]
        return (segments, inside, tuple(rest for rest in homes if rest is not None))


def _both(folder: str) -> tuple[Segments, ...]:
    written = split(folder)
    resolved = real(written, True)
    return (written,) if resolved == written else (written, resolved)


def real(segments: Segments, follow_last: bool) -> Segments:
    """Return the segments with symbolic links followed as far as the path exists."""
    done: list[str] = []
    todo = list(segments[::-1])
    links = 0
    while todo:
        part = todo.pop()
        if part == "..":
            del done[-1:]
            continue
        if part in ("", "."):
            continue
        done.append(part)
        if not todo and not follow_last:
            break
        try:
            target = posix.readlink("/" + "/".join(done))
        except OSError as error:
            if error.errno != NOT_A_LINK:
                return split("/".join(done + todo[::-1]))
            continue
        except ValueError:
            return segments
        links += 1
        if links > MAX_LINKS:
            return segments
        done = [] if target.startswith("/") else done[:-1]
        todo += target.split("/")[::-1]
    return tuple(done)
