"""Tell a hook entry that `failshut init` wrote from one that only looks so: the whole text has to match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from failshut.wire.entries import WIRINGS
from failshut.wire.line import INNER, LAUNCHER, OUTER_FAULT, quoted

_QUOTED = r"'(?:[^']|'\\'')*'"
"""One word in a shell's single quotes: it is text, whatever it holds."""
_PROJECT = '"${HOME:-/nonexistent}/' + LAUNCHER + '"'
MILD = frozenset(
    ("type", "event", "matcher", "name", "id", "description", "statusMessage", "timeout", "timeoutSec")
)
"""Keys of a handler that run nothing; an entry of ours may differ in them."""


def is_line(host: str, text: str, launchers: Iterable[str]) -> bool:
    """Say whether ``text`` is the wired line of ``host`` with one of these launchers, and nothing else."""
    places = "|".join(re.escape(one) for one in (*map(quoted, launchers), _PROJECT))
    outer = "|".join(
        re.escape(quoted(one)) for one in (OUTER_FAULT, OUTER_FAULT.replace("exit $x", "exit 0"))
    )
    frame = (
        rf"t={_QUOTED} j={_QUOTED}; \{{ /bin/sh -c {re.escape(quoted(INNER))} failshut {re.escape(host)} "
        rf'[\w/-]+ (?:{places}) "\$j" "\$t" {_QUOTED} 2>&3 3>&-; \}} 3>&2 2>/dev/null '
        rf"\|\| case \$\? in 42\) /bin/sh -c 'exit \d+';; "
        rf'\*\) /bin/sh -c (?:{outer}) failshut "\$j" "\$t";; esac'
    )
    return re.fullmatch(frame, text) is not None


def is_ours(host: str, handler: dict[str, object], launchers: Iterable[str]) -> bool:
    """Say whether all that a handler runs is a wired line of ours, in the form that ``init`` writes."""
    places = tuple(launchers)
    runs = {key: value for key, value in handler.items() if key not in MILD}
    for text in dict.fromkeys(_texts(runs)):
        if is_line(host, text, places):
            forms = (
                form.handler(text, event)
                for form in WIRINGS[host].files
                if form.listed is None
                for event in form.events
            )
            return any(runs == {key: one for key, one in made.items() if key not in MILD} for made in forms)
    return False


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        yield from _texts([*value.values()])
