"""Find what makes a host drop its file or switch its hooks off without a word.

The causes stand in the hosts' files (``CHECKS`` or ``BLOCK`` in ``wire/hosts``), measured unless
a file says otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from failshut.wire import tomledit
from failshut.wire.checks import Handler
from failshut.wire.hosts import load
from failshut.wire.jsondoc import decode, read
from failshut.wire.line import LAUNCHER


@dataclass(frozen=True)
class Finding:
    """One cause: the host would not load our entry because of ``path:line``.

    With the state ``not alone`` it would, and run another home's guard too.
    """

    host: str
    path: str
    line: int
    problem: str
    fix: str
    state: str = "not alive"


REMOVE = "Remove or repair it"
OTHERS = "Delete the entry by hand, or run `failshut uninstall --home` with that home"


def findings(host: str, path: str, data: bytes) -> list[Finding]:
    """Return what keeps ``host`` from loading our entry in the file ``path`` that holds ``data``."""
    text, own = decode(data, path), load(host)
    if own.WIRING.toml:
        return list(_blocks(host, path, text, own.BLOCK))
    document = read(text, path, own.WIRING.comments)
    if document.root is None:
        return []
    found = [item for check in own.CHECKS for item in check(document, document.root)]
    return [Finding(host, path, document.line(at), problem, REMOVE) for at, problem in sorted(set(found))]


def strangers(host: str, path: str, data: bytes, ours: str) -> list[Finding]:
    """Return the entries in ``data`` that run a launcher of another home beside ``ours``."""
    found = []
    for number, row in enumerate(decode(data, path).split("\n"), 1):
        for place in launchers(row):
            if place not in ours:
                problem = (
                    f"an entry runs the guard of another home ({place}); if that breaks, it refuses all"
                )
                found.append(Finding(host, path, number, problem, OTHERS, "not alone"))
    return found


def launchers(text: str) -> list[str]:
    """Return the absolute paths of launchers that ``text`` names, each once."""
    found = []
    for piece in text.split(LAUNCHER)[:-1]:
        start = max(piece.rfind(mark) for mark in (*" \t'\"`=(:", "\\")) + 1
        if piece[start:].startswith("/") and piece.endswith("/"):
            found.append(piece[start:] + LAUNCHER)
    return list(dict.fromkeys(found))


def _blocks(host: str, path: str, text: str, rule: Handler) -> Iterator[Finding]:
    hooks = tomledit.parse(text, path).get("hooks", [])
    lines = tomledit.block_lines(text)
    for index, hook in enumerate(hooks if isinstance(hooks, list) else []):
        problem = rule.problem(hook) or (
            "" if isinstance(hook, dict) and "event" in hook else "a hook without event"
        )
        if problem:
            line = lines[index] if index < len(lines) else 1
            yield Finding(host, path, line, f"{problem} makes the host drop all hooks", REMOVE)
