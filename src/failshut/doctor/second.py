"""Say what holds behind the guard: the host's own permission rules that ``init`` wrote."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.checking import force
from failshut.doctor.findings import NOTE, WEAK, Finding
from failshut.exits import WiringError
from failshut.permissions import files
from failshut.wire import places
from failshut.wire.plan import PROJECT

AGAIN = "failshut init{} --hosts {} --permission-rules"


def rules(host: str, home: str, root: str) -> Iterator[Finding]:
    """Yield what became of the rules that were written for ``host``, compared with the policies of now."""
    try:
        kept = [row for row in files.load(home).values() if row.host == host and row.root in ("", root)]
    except WiringError as error:
        yield Finding(host, WEAK, str(error), "Move the record away")
        return
    for row in kept:
        fix = AGAIN.format(" --scope project" if row.scope == PROJECT else "", host)
        try:
            planned = files.plan(row.scope, (host,), home, row.root)
        except (WiringError, force.Unusable):
            continue  # a broken policy or file is a finding of its own
        changed = [change for change in planned.changes if change.before != change.after]
        if places.read(row.path) is None:
            yield Finding(host, WEAK, "the file with its permission rules is gone", fix, row.path)
        elif changed:
            problem = "its permission rules aren't those that the policies now make"
            yield Finding(host, WEAK, problem, fix, row.path)
        else:
            count = planned.counts[host]
            problem = f"{count} permission rules of its own hold without hooks, also while paused"
            yield Finding(host, NOTE, problem, "Nothing to mend", row.path)
