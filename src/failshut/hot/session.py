"""Look at the guard itself when a session starts: what makes it weaker than it was set up to be.

Hot, loaded at that event only.  No other process is started; each finding is one sentence that says what
holds and what the person types.
"""

from __future__ import annotations

import posix
import time

from failshut import paths
from failshut.errors import PolicyError, Unreadable
from failshut.hot import judge, leave, strictjson
from failshut.model import OTHER, PASS, Call, Verdict
from failshut.policy import cache
from failshut.policy.files import read
from failshut.policy.find import MANAGED, candidates

MYPY = False
if MYPY:
    from collections.abc import Iterator

    from failshut.hosts.base import Host

LAUNCHER = paths.SHARE + "/launcher.sh"
"""Stands once in each wired line."""
AGAIN = "the person types `failshut init --hosts {host}`."
AGAIN_HERE = "the person types `failshut init --hosts {host} --scope project`."
PAUSED = "a person paused the guard until {clock}; `failshut resume` ends that."
UNUSABLE = "the policy can't be used, so every call is refused: {error} The person corrects that line."
OBSERVES = (
    "the policy {path} only observes, so what its rules would refuse runs; to have it refused the person "
    'sets `mode = "enforce"` there.'
)
WAITS = "what {path} loosens has no effect until a person has read it and typed `failshut trust`."
UNREAD = "the record of what `failshut init` wrote can't be read; the person types `failshut doctor`."
GONE = "its file {path} is gone; "
EMPTY = "{path} no longer holds its entry, so calls may run unchecked; "
FEWER = "{path} holds {held} of its {wanted} entries, so calls may run unchecked; "
OTHER_PYTHON = (
    "the Python that it was installed with is gone ({path}) and another one answers; the person reinstalls "
    "Failshut the way it was installed and types `failshut init`."
)


def verdict(
    payload: dict[str, object], speaker: Host, module: Host, entry: str, root: str, home: str
) -> Verdict:
    """Return what was found for ``speaker``, which runs the line of ``module``; no words when all is well.

    Nothing is said where another line says it: through another host's file when the sender has one of its
    own, and by a project's ``entry`` when the user's file has one.
    """
    place, cwd = where(payload, speaker, root)
    rows = records(home)
    others = [row for row in rows or () if row.get("host") == speaker.NAME]
    if entry in ("project", "managed"):
        others = [row for row in others if row.get("scope") == "user"]
    elif speaker is module:
        others = []
    if others:
        return Verdict(PASS)
    said = [*paused(home), *policy(place, cwd, home), *python(home)]
    said += [UNREAD] if rows is None else files(rows, module, place)
    return Verdict(PASS, tell="\n".join(["Failshut: " + one for one in said]))


def where(payload: dict[str, object], speaker: Host, root: str) -> tuple[str, str]:
    """Return the session's root, and the folder that it starts in."""
    folders = payload.get("workspace_roots")
    roots = tuple([one for one in folders if isinstance(one, str)]) if isinstance(folders, list) else ()
    place = root or judge.session_root(Call(speaker.NAME, OTHER, "", roots=roots), speaker)
    cwd = payload.get("cwd")
    return place, cwd if isinstance(cwd, str) and cwd.startswith("/") and "\0" not in cwd else place


def paused(home: str) -> Iterator[str]:
    """Yield that a person paused the guard; with a managed policy a pause has no effect."""
    until = leave.paused(home)
    if until and not judge.is_there(MANAGED):
        yield PAUSED.format(clock=time.strftime("%H:%M", time.localtime(until)))


def policy(root: str, cwd: str, home: str) -> Iterator[str]:
    """Yield why the policy can't be used, or what of it only observes or waits for trust."""
    memory = paths.policy_memory_dir(home)
    try:
        cache.policy_for(root, cwd, home, memory, paths.cache_dir(home))
        sources = cache.gather(candidates(root, cwd, home), memory)
        if not sources:
            return
        from failshut.policy import rebuild, state

        for one, _ in rebuild.remembered(sources):
            if one.mode == "observe" and one.trusted:
                yield OBSERVES.format(path=one.path)
        for layer, path, *_ in sources:
            if layer != "managed" and state.changes(memory, layer, path):
                yield WAITS.format(path=path)
    except PolicyError as error:
        yield UNUSABLE.format(error=error)


def records(home: str) -> list[dict[str, object]] | None:
    """Return the rows of what ``init`` wrote, [] when it wrote nothing, None when they can't be read."""
    data = read(paths.state_dir(home) + "/manifest.json")
    if data is None:
        return []
    try:
        rows = strictjson.loads(data, "the record").get("files")
    except Unreadable:
        return None
    if not isinstance(rows, list):
        return None
    return [row for row in rows if isinstance(row, dict)]


def files(rows: list[dict[str, object]], module: Host, root: str) -> Iterator[str]:
    """Yield the host's files that no longer hold what ``init`` wrote there."""
    for row in rows:
        path, wanted, project = str(row.get("path")), row.get("entries"), row.get("scope") == "project"
        if row.get("host") != module.NAME or (project and not path.startswith(root.rstrip("/") + "/")):
            continue
        again = (AGAIN_HERE if project else AGAIN).format(host=module.NAME)
        data = content(path)
        held = data.count(LAUNCHER.encode()) if data is not None else 0
        if data is None:
            yield GONE.format(path=path) + again
        elif isinstance(wanted, int) and held < wanted:
            yield (FEWER if held else EMPTY).format(path=path, held=held, wanted=wanted) + again


def content(path: str) -> bytes | None:
    """Return a file's bytes, None when it is gone or can't be read."""
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    try:
        return posix.read(handle, posix.fstat(handle).st_size + 1)
    except OSError:
        return None
    finally:
        posix.close(handle)


def python(home: str) -> Iterator[str]:
    """Yield that the launcher's first interpreter is gone, so that the second one runs this."""
    for row in (content(home + LAUNCHER) or b"").decode("utf-8", "surrogateescape").split("\n"):
        parts = row.split("'")
        if (
            row.strip().startswith("for p in '")
            and len(parts) > 3
            and not posix.access(parts[1], posix.X_OK)
        ):
            yield OTHER_PYTHON.format(path=parts[1])
