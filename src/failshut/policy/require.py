"""Check at each call what a rule requires: branch, a path, the environment (hot).

Everything is read by file system calls; a state that can't be read is one that isn't met.
"""

from __future__ import annotations

import posix

from failshut.model import Command, Context
from failshut.policy.globs import any_text
from failshut.policy.paths import absolute


def unmet(require: tuple[tuple[object, ...], ...], ctx: Context, command: Command | None) -> str:
    """Return "" when all is as required, else a sentence with what was expected and found.

    ``require`` holds ``("branch", text, globs)``, ``("exists", path)``, ``("env", name, value)``.
    """
    for need in require:
        if need[0] == "branch":
            problem = _branch(str(need[1]), need[2], ctx, command)
        elif need[0] == "exists":
            problem = _exists(str(need[1]), ctx)
        elif need[0] == "env":
            problem = _env(str(need[1]), str(need[2]), command)
        else:
            problem = f"Required: {need[0]}; this version can't check it."
        if problem:
            return problem
    return ""


def _branch(expected: str, globs: object, ctx: Context, command: Command | None) -> str:
    folder: str | None = ctx.cwd or ctx.root
    if command is not None:
        folder = None if command.cwd is None else (command.cwd or folder)
    if folder is None:
        return f"Required: git branch {_quote(expected)}; found: a folder that stays unknown."
    found = branch_of(absolute(folder, ctx))
    if found is not None and any_text(globs, found):  # type: ignore[arg-type]
        return ""
    shown = "no branch that can be read" if found is None else _quote(found)
    return f"Required: git branch {_quote(expected)}; found: {shown}."


def branch_of(folder: str) -> str | None:
    """Return the branch checked out at ``folder``; None = no repository, detached, unreadable."""
    while True:
        base = folder.rstrip("/") + "/.git"
        git = _git_dir(base)
        if git is not None:
            head = read_small(git + "/HEAD")
            if head is None or not head.startswith("ref: refs/heads/"):
                return None
            return head[len("ref: refs/heads/") :].strip() or None
        if _stat(base) or folder in ("", "/"):
            return None
        folder = folder.rsplit("/", 1)[0]


def _git_dir(base: str) -> str | None:
    """Return the git folder behind ``.git``: itself, or what a worktree's file points to."""
    if _stat(base + "/HEAD"):
        return base
    text = read_small(base)
    if text is None or not text.startswith("gitdir:"):
        return None
    target = text[len("gitdir:") :].strip()
    return target if target.startswith("/") else base.rsplit("/", 1)[0] + "/" + target


def read_small(path: str, cap: int = 4096) -> str | None:
    """Return the first ``cap`` bytes of a regular file as text, or None."""
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    try:
        return posix.read(handle, cap).decode("utf-8", "strict")
    except (OSError, UnicodeDecodeError):
        return None
    finally:
        posix.close(handle)


def _stat(path: str) -> bool:
    try:
        posix.stat(path)
    except (OSError, ValueError):
        return False
    return True


def _exists(path: str, ctx: Context) -> str:
    if _stat(absolute(path, ctx, ctx.root)):
        return ""
    return f"Required: {_quote(path)} exists; found: nothing there."


def _env(name: str, value: str, command: Command | None) -> str:
    found: str | None
    raw = posix.environ.get(name.encode())
    found = None if raw is None else raw.decode("utf-8", "replace")
    for key, word in command.assigns if command is not None else ():
        if key == name:
            found = word.text if word.literal else None
    if found == value:
        return ""
    shown = "nothing that can be read" if found is None else _quote(found)
    return f"Required: {name}={_quote(value)}; found: {shown}."


def _quote(text: str) -> str:
    """Return at most 80 characters as a quoted, harmless string."""
    safe = "".join(
        char if char.isprintable() and char not in '<>"\\' else f"\\u{ord(char):04x}" for char in text[:80]
    )
    return f'"{safe}"'
