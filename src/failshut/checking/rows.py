"""Answer one JSON object per line: commands and native payloads, in input order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from failshut.checking import examine, force, said
from failshut.checking.force import InForce, Place, Unusable
from failshut.checking.waiting import waiting
from failshut.errors import FailshutError, PolicyError, Unreadable
from failshut.exits import UsageError
from failshut.hot import answer, strictjson
from failshut.model import PASS, Call, Verdict

Row = dict[str, object]


@dataclass
class Bench:
    """Hold what rows share: defaults, the policies already read, and what went wrong.

    ``policy`` gives the policy in force at a place and raises ``Unusable``; ``cwd`` is "" when
    the command line named none, ``fallback`` the folder that commands without one run in.
    """

    host: str
    cwd: str
    fallback: str
    home: str
    policy: Callable[[Place], InForce]
    explain: bool = False
    problems: list[PolicyError] = field(default_factory=list)
    known: dict[Place, InForce] = field(default_factory=dict)
    count: int = 0
    bad: int = 0

    def policy_at(self, where: Place) -> InForce:
        """Return the policy in force at a place, read once."""
        if where not in self.known:
            self.known[where] = self.policy(where)
        return self.known[where]


def answers(lines: Iterable[bytes], bench: Bench) -> Iterator[Row]:
    """Yield an answer for each line that isn't blank; a bad one is counted and says why."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        bench.count += 1
        name: object = None
        try:
            row = strictjson.loads(line.strip(), "the line")
            name = _id(row)
            yield {"id": name, **_answer(row, bench)}
        except (UsageError, Unreadable) as error:
            bench.bad += 1
            yield {"id": name, "error": f"line {number}: {error}"}


def written(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row, ensure_ascii=True)


def _answer(row: Row, bench: Bench) -> Row:
    """Judge a row; a fault is the refusal that a hook run gives, a bad row ``UsageError``."""
    host = examine.known_host(_text(row, "host") or bench.host)
    cwd = _folder(row, "cwd") or bench.cwd
    home = _folder(row, "home") or bench.home
    where = force.place(cwd or bench.fallback, home)
    call: Call | None
    if ("command" in row) == ("payload" in row):
        raise UsageError("it needs either `command` or `payload`.")
    if "command" in row:
        command = row["command"]
        if not isinstance(command, str):
            raise UsageError("`command` isn't text.")
        call = examine.call_of(host, command, where)
        return _judged(host, call, where, bench)
    payload = row["payload"]
    if not isinstance(payload, dict) or "host" not in row:
        raise UsageError("`payload` isn't an object, or `host` doesn't say whose it is.")
    try:
        call, where = examine.received(host, payload, cwd, home)
    except Unreadable as error:
        return _object(examine.Checked(host, None, where, answer.fault(error)), bench)
    return _judged(host, call, where, bench)


def _judged(host: str, call: Call | None, where: Place, bench: Bench) -> Row:
    if call is None:
        return _object(examine.Checked(host, None, where, Verdict(PASS)), bench)
    try:
        force = bench.policy_at(where)
        checked = examine.check(call, where, force.compiled)
        return _object(checked, bench, waiting(call, where, force, checked.verdict))
    except Unusable as error:
        bench.problems += [one for one in error.problems if str(one) not in map(str, bench.problems)]
        verdict = answer.fault(error.problems[0])
    except FailshutError as error:
        verdict = answer.fault(error)
    return _object(examine.Checked(host, call, where, verdict), bench)


def _object(checked: examine.Checked, bench: Bench, waits: tuple[str, ...] = ()) -> Row:
    row = said.as_object(checked, bench.explain, waits)
    if bench.explain:
        row["model"] = said.model_object(checked)
    return row


def _id(row: Row) -> object:
    if "id" not in row or isinstance(row["id"], (dict, list)):
        raise UsageError("it has no `id` that is text or a number.")
    return row["id"]


def _text(row: Row, key: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"`{key}` isn't text.")
    return value


def _folder(row: Row, key: str) -> str:
    value = _text(row, key)
    if value and not value.startswith("/"):
        raise UsageError(f"`{key}` isn't an absolute path.")
    return value
