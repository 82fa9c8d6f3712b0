"""Place a path among the folders a rule can name (hot: imports nothing).

A place is ``(absolute, relative, homes)``: the absolute segments, those under the session
root (None = outside), and those under each home folder that holds the path.
"""

from __future__ import annotations

from failshut.model import Context

Place = tuple[tuple[str, ...], tuple[str, ...] | None, tuple[tuple[str, ...], ...]]


def absolute(path: str, ctx: Context, cwd: str = "") -> str:
    """Return the path absolute and lexically normalised; ``~`` is the first home."""
    if path == "~" or path.startswith("~/"):
        home = ctx.homes[0] if ctx.homes else "/"
        path = home + path[1:]
    elif not path.startswith("/"):
        path = (cwd or ctx.cwd or ctx.root) + "/" + path
    return "/" + "/".join(split(path))


def split(path: str) -> tuple[str, ...]:
    """Return the segments of an absolute path, ``.`` and ``..`` resolved lexically."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return tuple(parts)


def place(path: str, ctx: Context) -> Place:
    """Place an absolute (or cwd-relative) path among root and homes."""
    segments = split(absolute(path, ctx))
    homes = tuple(
        rest for home in ctx.homes if home and (rest := under(segments, split(home))) is not None
    )
    return (segments, under(segments, split(ctx.root)), homes)


def under(segments: tuple[str, ...], base: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the segments below ``base``, or None when the path lies outside it."""
    return segments[len(base) :] if segments[: len(base)] == base else None
