"""Tell what a drill found: tables, verdicts in words, JSON, JUnit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from failshut.drill import judge
from failshut.drill.session import Report, Result, Unbroken
from failshut.interpret import HOSTS, contract, interpret
from failshut.output.junit import ERROR, FAILED, PASSED, SKIPPED, Case
from failshut.output.tables import BAD, GOOD, PLAIN, QUIET, WARN, Cell, Table

KINDS = {
    judge.REFUSED: GOOD,
    judge.UNREAD: WARN,
    judge.ASKED: WARN,
    judge.OPEN: BAD,
    judge.EXECUTED: BAD,
    judge.LIMIT: WARN,
    judge.INCONCLUSIVE: WARN,
    judge.ABSENT: QUIET,
    judge.ENDS: GOOD,
    judge.KEPT: WARN,
}
SHORT = {
    judge.REFUSED: "",
    judge.UNREAD: "unread",
    judge.ASKED: "asked",
    judge.OPEN: "OPEN",
    judge.EXECUTED: "EXECUTED",
    judge.LIMIT: "limit",
    judge.INCONCLUSIVE: "unclear",
    judge.ABSENT: "",
    judge.ENDS: "",
    judge.KEPT: "kept going",
}
SLOW = 1.0
LEGEND = (
    "✓ refused, and the model reads why (at a stop event: the turn ends) · unread: refused, but the model "
    "reads none of the hook's words · OPEN: the call goes through · EXECUTED: the payload itself was run · "
    "limit: the simplest refusals there are (exit 2 with a reason, JSON at exit 0) are open here too · "
    "unclear: nothing shows that the fault happened · a dot: nothing to break. Seconds stand where the "
    "host waited longer than one; + means that something kept its pipes open after the hook had ended."
)


def title(host: str) -> str:
    """Return a host's name for people."""
    return contract(host).title


def tables(report: Report, *, details: bool) -> list[Table]:
    """Return the tables of a report: unbroken, then faults by host, or one table per host."""
    found = [_unbroken(report)]
    places = list(dict.fromkeys((result.host, result.event) for result in report.results))
    if details:
        found += [_of_host(report, *place) for place in places]
    elif places:
        found.append(_overview(report, places))
    return found


def _unbroken(report: Report) -> Table:
    columns = (
        "host",
        "event",
        f"refuses `{report.call}`?",
        "passes a harmless call?",
        "host waits",
        "timer",
    )
    table = Table("Unbroken", columns, notes=list(report.notes))
    for one in report.unbroken:
        passes = _passes(one)
        table.rows.append(
            (
                Cell(title(one.host)),
                Cell(one.event),
                Cell(
                    SHORT[one.refuses.verdict] or judge.WORDS[one.refuses.verdict].partition(",")[0],
                    KINDS[one.refuses.verdict],
                    one.refuses.cell,
                ),
                Cell("passes" if passes else "refused", GOOD if passes else WARN, one.passes.cell),
                Cell(_seconds(one.waited, one.refuses.held), WARN if one.refuses.held else PLAIN),
                Cell(f"{one.timeout:g} s"),
            )
        )
    return table


def _overview(report: Report, places: Sequence[tuple[str, str]]) -> Table:
    several = len({event for _, event in places}) > len({host for host, _ in places})
    names = [f"{host}\n{event}" if several else host for host, event in places]
    table = Table("Faults", ("fault", *names), notes=[LEGEND])
    by_place = {
        (result.host, result.event, result.fault.id): result for result in report.results if result.fault
    }
    for fault in dict.fromkeys(result.fault for result in report.results if result.fault):
        results = (by_place.get((*place, fault.id)) for place in places)
        table.rows.append((Cell(fault.title), *(_cell(result) for result in results)))
    return table


def _cell(result: Result | None) -> Cell:
    if result is None:
        return Cell("")
    waited = result.seconds > SLOW or result.held
    seconds = _seconds(result.seconds, result.held) if waited else ""
    return Cell(f"{SHORT[result.verdict]} {seconds}".strip(), KINDS[result.verdict], result.proof)


def _seconds(seconds: float, held: bool) -> str:
    return f"{seconds:.1f}s" + ("+" if held else "")


def _of_host(report: Report, host: str, event: str) -> Table:
    columns = ("fault", "blocked?", "model reads why?", "host waits", "pipe held?", "how it is known")
    table = Table(f"{title(host)} · {event}", columns)
    for result in report.results:
        if (result.host, result.event) != (host, event) or result.fault is None:
            continue
        shut = result.verdict in judge.SHUT
        known = result.verdict not in (judge.INCONCLUSIVE, judge.ABSENT)
        blocked = "yes" if shut else SHORT[result.verdict]
        read = "yes" if result.verdict == judge.REFUSED else "no"
        table.rows.append(
            (
                Cell(result.fault.title),
                Cell(blocked, GOOD if shut else KINDS[result.verdict]),
                Cell(read if known else "–", GOOD if read == "yes" else QUIET),
                Cell(f"{result.seconds:.1f} s" if known else "–"),
                Cell(("yes" if result.held else "no") if known else "–", WARN if result.held else PLAIN),
                Cell(result.proof),
            )
        )
    return table


def fares(report: Report, host: str, event: str) -> str:
    """Say in a sentence or two how the hook fares on one host."""
    results = [one for one in report.results if (one.host, one.event) == (host, event)]
    tried = [one for one in results if one.verdict not in (judge.ABSENT, judge.INCONCLUSIVE)]
    count = {word: sum(one.verdict == word for one in results) for word in SHORT}
    opened = count[judge.OPEN] + count[judge.EXECUTED]
    parts = [f"{_where(report, results)}: {_count(len(tried), 'fault')}, {opened} open"]
    if count[judge.LIMIT]:
        parts.append(f"{count[judge.LIMIT]} open for any hook here")
    if count[judge.UNREAD]:
        parts.append(f"{count[judge.UNREAD]} refused without a word that the model reads")
    if count[judge.INCONCLUSIVE]:
        parts.append(f"{count[judge.INCONCLUSIVE]} inconclusive")
    return ", ".join(parts) + "."


def sentences(report: Report) -> Iterator[str]:
    """Yield the verdicts in words: unbroken, per host, then what is open and how to mend it."""
    yield from _about_unbroken(report)
    for host, event in dict.fromkeys((result.host, result.event) for result in report.results):
        yield fares(report, host, event)
    yield from _fixes(report)
    yield from report.problems


def _about_unbroken(report: Report) -> Iterator[str]:
    for one in report.unbroken:
        if one.refuses.proof.startswith("not loaded: "):
            why = one.refuses.proof.partition(": ")[2]
            yield f"NOT LOADED by {title(one.host)}: {why} Every call goes through there."
    never = [
        one
        for one in report.unbroken
        if one.refuses.verdict in (judge.OPEN, judge.INCONCLUSIVE) and one.waited
    ]
    if never:
        yield (
            f"NEVER REFUSES on {_where(report, never)}: the call `{report.call}` goes through unbroken. "
            "The hook doesn't read that host's payload, or answers in a form that it doesn't take. "
            "No faults were tried there."
        )
    for one in never:
        yield from _form(one, "deny", "refuses when it reads, at exit 0")
    for one in report.unbroken:
        if one.refuses.verdict == judge.UNREAD:
            text = f" It reads: {one.refuses.model_text!r}." if one.refuses.model_text else ""
            yield f"{title(one.host)}: the reason is never read by the model ({one.refuses.cell}).{text}"
    shy = [one for one in report.unbroken if not _passes(one) and one not in never]
    if shy:
        yield f"A harmless call is refused too on {_where(report, shy)}: every call would be."
    for one in shy:
        if one.passes.cell.endswith(("not-json", "silence")):
            yield from _form(one, "allow", "takes silence for a fault; it lets a call pass when it reads")
    held = [one for one in report.unbroken if one.refuses.held]
    if held:
        longest = max(one.waited for one in held)
        late = max(one.waited - one.usual for one in held)
        yield (
            f"Every call waits {late:.1f} s longer than the hook runs on {_where(report, held)}: "
            "something that it started keeps the pipes open. "
            f"Where the entry's timeout is shorter than {longest:.1f} s, its "
            "answer comes too late."
        )


def _form(one: Unbroken, verdict: str, words: str) -> Iterator[str]:
    """Tell the host's own form of an answer."""
    book = contract(one.host)
    name = f"{book.events[one.event]}/answers"
    form = book.table(name).get(verdict) if book.has(name) else None
    if form:
        text = str(form).replace("@REASON@", "REASON").replace("@EVENT@", one.event)
        yield f"{title(one.host)} {words}: {text}"


def _passes(one: Unbroken) -> bool:
    """Say whether a harmless call goes on as without a hook (or with a text for the model)."""
    without = interpret(one.host, one.event, []).effect
    return one.passes.effect in (without, "ran", "context-added")


def _where(report: Report, ones: Iterable[Unbroken | Result]) -> str:
    """Name the places of some results, with their event where a host was drilled at several."""
    events = {host: {one.event for one in report.unbroken if one.host == host} for host in HOSTS}
    names = (
        f"{title(one.host)} {one.event}" if len(events[one.host]) > 1 else title(one.host) for one in ones
    )
    return ", ".join(dict.fromkeys(names))


def _fixes(report: Report) -> Iterator[str]:
    for fault in dict.fromkeys(result.fault for result in report.results if result.fault):
        results = [result for result in report.results if result.fault == fault]
        for verdict, word in ((judge.EXECUTED, "EXECUTED"), (judge.OPEN, "OPEN")):
            found = [one for one in results if one.verdict == verdict]
            if found:
                yield f"{word} when {fault.title}, on {_where(report, found)}. {_sentence(fault.fix)}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def as_json(report: Report) -> dict[str, object]:
    """Return the report as one object."""
    return {
        "version": 1,
        "subject": report.subject,
        "call": report.call,
        "tools": list(report.tools),
        "exit": report.exit_code(),
        "unbroken": [
            {
                "host": one.host,
                "event": one.event,
                "refuses": _told(one.refuses),
                "passes": _told(one.passes),
                "usual_seconds": round(one.usual, 3),
                "waited_seconds": round(one.waited, 3),
                "timeout_seconds": one.timeout,
            }
            for one in report.unbroken
        ],
        "results": [
            {
                "host": result.host,
                "event": result.event,
                "fault": result.fault.id,
                "group": result.fault.group,
                "title": result.fault.title,
                **_told(result),
                "fix": result.fault.fix if result.verdict in (judge.OPEN, judge.EXECUTED) else "",
            }
            for result in report.results
            if result.fault
        ],
        "notes": list(report.notes),
        "problems": list(report.problems),
        "verdicts": list(sentences(report)),
    }


def _told(result: Result) -> dict[str, object]:
    return {
        "verdict": result.verdict,
        "blocked": result.verdict in judge.SHUT,
        "model_reads": result.verdict == judge.REFUSED,
        "effect": result.effect,
        "cell": result.cell,
        "model_text": result.model_text,
        "seconds": round(result.seconds, 3),
        "pipe_held": result.held,
        "left_running": list(result.left),
        "proof": result.proof,
    }


def cases(report: Report) -> Iterator[Case]:
    """Yield one JUnit case for each host and fault, the unbroken hook first."""
    for one in report.unbroken:
        suite = f"{one.host}.{one.event}"
        shut = one.refuses.verdict in judge.SHUT
        message = "" if shut else f"`{report.call}` goes through unbroken"
        yield Case(suite, "unbroken", PASSED if shut else FAILED, message, "", one.waited)
    states = {
        judge.OPEN: FAILED,
        judge.EXECUTED: FAILED,
        judge.INCONCLUSIVE: ERROR,
        judge.ABSENT: SKIPPED,
        judge.LIMIT: SKIPPED,
    }
    for result in report.results:
        assert result.fault is not None
        state = states.get(result.verdict, PASSED)
        detail = f"{result.proof}\n{result.cell}\n{result.fault.fix}"
        message = f"{result.fault.title}: {judge.WORDS[result.verdict]}"
        yield Case(f"{result.host}.{result.event}", result.fault.id, state, message, detail, result.seconds)
