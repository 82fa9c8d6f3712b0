"""Recognize a refused deed that comes again in another spelling (hot, after a refusal).

A deed is what an effect does and to what: deleting a folder is one, whether `rm`, `find`, a program or
`git clean` does it.  What was refused before stands in the session's record; a record that can't be read
changes nothing.
"""

import posix

from failshut.errors import FailshutError
from failshut.hosts.words import shown
from failshut.hot import record, strictjson
from failshut.model import Call, Effect, Verdict

FAMILIES = {
    "fs.delete": "destroy",
    "fs.move": "destroy",
    "git.discard": "destroy",
    "fs.write": "write",
    "fs.read": "read",
    "git.rewrite-remote": "rewrite",
}
"""Effects → the deed they are; others are deeds of their own name."""
TAIL = 65_536
"""Bytes of a session's record that are looked at."""
MOST = 6
"""Deeds of one call that are kept, and spellings that a reason names."""
FIRM = "what is refused is the deed, not its spelling: don't look for another one."
SPENT = "Refused so far: {tried}. Stop here, and tell the person what you need and why."


def told(verdict: Verdict, call: Call, root: str, folder: str) -> Verdict:
    """Return a refusal that knows of those before it, and notes its deeds for the record.

    ``folder`` holds the records; ``again`` of the verdict is how many other spellings were refused.
    """
    verdict.deeds = deeds(verdict.about, root)
    tried = earlier(call, verdict.deeds, folder) if verdict.deeds and call.session else []
    verdict.again = len(tried)
    if tried:
        verdict.instead = f"{FIRM} {verdict.instead}".rstrip()
    if len(tried) > 1:
        names = ", ".join([shown(one) for one in tried[-MOST:]])
        verdict.instead += " " + SPENT.format(tried=names)
    return verdict


def deeds(about: tuple[Effect, ...], root: str) -> tuple[str, ...]:
    """Return the deeds of some effects: a family, a blank, a target."""
    found = []
    for effect in about:
        family = FAMILIES.get(effect.name, effect.name)
        found += [family + " " + one for one in _targets(effect, root) if "\n" not in one]
    return tuple(dict.fromkeys(found))[:MOST]


def _targets(effect: Effect, root: str) -> list[str]:
    if effect.paths:
        return [path for path in effect.paths if path]
    if effect.name == "git.discard":
        return [root]
    remote = effect.param("remote")
    if remote:
        return [remote + " " + (effect.param("branch") or "*")]
    target = effect.param("target")
    return [target] if target else []


def earlier(call: Call, mine: tuple[str, ...], folder: str) -> list[str]:
    """Return the other spellings of these deeds that were refused in the session, oldest first."""
    try:
        lines = _tail(folder + "/" + record.name(call)).split("\n")
    except OSError:
        return []
    own, found = record.spelled(call), []
    for line in lines:
        if '"deeds":' not in line or '"verdict":"pass"' in line:
            continue
        try:
            row = strictjson.loads(line.encode("utf-8", "replace"), "a record")
        except FailshutError:
            continue  # a line that was cut
        what, held = row.get("what"), row.get("deeds")
        if isinstance(what, str) and isinstance(held, str) and what != own:
            old = held.split("\n")
            if any([same(one, two) for one in mine for two in old]):
                found.append(what)
    return list(dict.fromkeys(found))


def _tail(path: str) -> str:
    fd = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC)
    try:
        size = posix.fstat(fd).st_size
        data = posix.pread(fd, TAIL, max(0, size - TAIL))
    finally:
        posix.close(fd)
    text = data.decode("utf-8", "replace")
    return text if size <= TAIL else text.partition("\n")[2]


def same(new: str, old: str) -> bool:
    """Say whether a deed is one that was refused: the same, or one that holds it."""
    if new == old:
        return True
    family, _, target = new.partition(" ")
    before, _, held = old.partition(" ")
    if family != before:
        return False
    if family == "rewrite":
        remote, _, branch = target.partition(" ")
        other, _, held = held.partition(" ")
        return remote == other and "*" in (branch, held)
    return target.startswith("/") and held.startswith(target.rstrip("/") + "/")
