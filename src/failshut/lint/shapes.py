"""Say what is wrong with a refusal on a host: the call runs, or the model doesn't read why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from failshut.interpret import Outcome, Run
from failshut.lint.answers import CHECK, END, HOLE, Answer
from failshut.lint.hook import Hook
from failshut.lint.intent import NO, refuses
from failshut.lint.outcome import filled, of_run, stops
from failshut.lint.ways import WAY

EXIT, TWO, NOISE = "json-nonzero-exit", "two-json-values", "output-before-json"
NAME, CASE, EXTRA = "missing-event-name", "wrong-case", "extra-fields"
FOREIGN, STREAM, NOTHING = "foreign-deny-shape", "stdout-reason", "refusal-without-reason"
"""Why a refusal isn't one."""
STDERR, PERSON, AGENT, UNREAD = (
    "stderr-only-reason",
    "reason-for-person",
    "agent-message-only",
    "unread-reason",
)
"""Why the model doesn't read a refusal's words."""
DECIDING = ("decision", "permissiondecision", "permission", "behavior")
REASONS = ("reason", "permissiondecisionreason", "message", "followup_message")
PERSONAL = ("systemmessage", "stopreason", "user_message", "usermessage")
SHORTEST = 5
"""Letters of a piece of a reason that tell it from other texts."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a refusal: its ``kind`` is the rule's id."""

    kind: str
    answer: Answer
    outcome: Outcome


def faults(hook: Hook) -> Iterator[Fault]:
    """Yield what is wrong with each refusal of a hook's checks.

    A script that serves several hosts has a refusal in each one's form: where one is right, the other
    forms of that script aren't this host's.
    """
    if not hook.guards or hook.type != "command" or not hook.table:
        return
    told = [one for one in hook.answers if one.exit is not None and refuses_anyhow(one)]
    judged = [(one, fault(hook, one)) for one in told]
    right = {one.document.path for one, found in judged if found is None and one.why in (CHECK, END)}
    for one, found in judged:
        if found is None or one.why not in (CHECK, END):
            continue
        if one.document.path in right and found.kind in (FOREIGN, NAME, EXIT, STDERR, STREAM):
            continue
        yield found


def refuses_anyhow(answer: Answer) -> bool:
    """Say whether an answer is meant as a refusal, however it is spelled."""
    if refuses(answer):
        return True
    return any(_denying(value) for value in parts(answer.stdout)[1])


def fault(hook: Hook, answer: Answer) -> Fault | None:
    """Return what is wrong with a refusal on the hook's host, None where it refuses and is read."""
    stdout, stderr = filled(answer.stdout), filled(answer.stderr)
    outcome = of_run(hook, Run(answer.exit, stdout=stdout, stderr=stderr))
    if not stops(outcome):
        kind = _why_open(hook, answer, stdout, stderr)
        if kind == NOTHING and _elsewhere(hook, answer):
            return None
        return Fault(kind, answer, outcome) if kind else None
    if outcome.effect == "asked":
        return None
    if reads(outcome, answer):
        return Fault(AGENT, answer, outcome) if _instructs_apart(answer, outcome) else None
    kind = _why_unread(answer)
    return None if kind == NOTHING and _elsewhere(hook, answer) else Fault(kind, answer, outcome)


def _instructs_apart(answer: Answer, outcome: Outcome) -> bool:
    """Say whether ``agent_message`` holds words that the model doesn't read, beside others that it does."""
    seen = " ".join((outcome.model_text or "").split())
    for value in parts(answer.stdout)[1]:
        told = value.get("agent_message") if isinstance(value, dict) else None
        if isinstance(told, str) and len(told) >= SHORTEST and " ".join(told.split()) not in seen:
            person = str(value.get("user_message", "")) if isinstance(value, dict) else ""
            return HOLE not in told and len(told) > len(person) and bool(WAY.search(told))
    return False


def _elsewhere(hook: Hook, answer: Answer) -> bool:
    """Say whether the words may come from a program or a script that isn't read: `check || exit 2`."""
    inline = answer.document is hook.document and bool(hook.scripts)
    return inline or not QUIET_TEST.match(answer.under.strip())


QUIET_TEST = re.compile(
    r"$|!?\s*(?:\[|test\b|\(\(|grep\b|e?grep -|case\b|echo\b|printf\b|<)"
    r"|[\w.\s\"'()\[\]]*(?:\bin\b|==|!=|\.)"
    r"|\"?\$\{?\w+\}?\"?\s+in\b"
)
"""Conditions that print nothing themselves."""


def reads(outcome: Outcome, answer: Answer) -> bool:
    """Say whether the model reads a piece of the refusal's words."""
    seen = " ".join(" ".join([outcome.model_text or "", *outcome.model_extra]).split())
    words = [piece for text in said(answer) for piece in text]
    return any(piece in seen for piece in words)


def said(answer: Answer) -> Iterator[list[str]]:
    """Yield the pieces of each text that an answer says: JSON strings, and plain text on both streams."""
    before, values, _ = parts(answer.stdout)
    texts = [*_strings(values), *([] if values else [answer.stdout]), answer.stderr, before]
    for text in texts:
        pieces = [" ".join(piece.split()) for piece in text.split(HOLE)]
        good = [piece for piece in pieces if len(piece) >= SHORTEST]
        if good:
            yield good
        elif HOLE in text and text.strip():
            yield [HOLE]


@cache
def parts(text: str) -> tuple[str, tuple[object, ...], str]:
    """Return what stands before the first JSON object of a text, its JSON values, and what follows."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at = text.find("{", at + 1)
            continue
        values = [value]
        while True:
            rest = text[end:].lstrip()
            skipped = len(text) - end - len(rest)
            try:
                value, more = decoder.raw_decode(rest, 0)
            except ValueError:
                return text[:at], tuple(values), rest
            values.append(value)
            end += skipped + more
    return text, (), ""


def _strings(values: tuple[object, ...]) -> list[str]:
    found: list[str] = []
    waiting = list(values)
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [
                value for key, value in one.items() if key.lower() not in (*DECIDING, "hookeventname")
            ]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            found.append(one)
    return found


def _denying(value: object) -> bool:
    """Say whether a JSON value holds a refusal, whatever the case of its keys and words."""
    if isinstance(value, dict):
        return any(
            (key.lower() in DECIDING and isinstance(one, str) and one.lower() in NO) or _denying(one)
            for key, one in value.items()
        )
    return isinstance(value, list) and any(_denying(one) for one in value)


def _why_open(hook: Hook, answer: Answer, stdout: str, stderr: str) -> str:
    """Return what keeps a refusal from being one ("" = it isn't certain that it is none)."""
    before, values, _ = parts(stdout)
    denying = [value for value in values if _denying(value)]
    if not denying:
        if answer.exit != 2 or stderr.strip():
            return ""
        return STREAM if stdout.strip() else NOTHING

    def refused(value: object, code: int | None = 0) -> bool:
        return stops(of_run(hook, Run(code, stdout=json.dumps(value), stderr=stderr if code else "")))

    value = denying[-1]
    if refused(value):
        if answer.exit:
            return EXIT
        return TWO if len(values) > 1 else NOISE
    if answer.exit and refused(value, answer.exit):
        return TWO if len(values) > 1 else NOISE
    if refused(_named(value, hook.event)):
        return NAME
    if refused(_lowered(value)) or refused(_named(_lowered(value), hook.event)):
        return CASE
    if refused(_bare(value)) or refused(_named(_bare(value), hook.event)):
        return EXTRA
    return FOREIGN if before is not None else ""


def _named(value: object, event: str) -> object:
    inner = value.get("hookSpecificOutput") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(inner, dict):
        return value
    return {**value, "hookSpecificOutput": {**inner, "hookEventName": event}}


CANONICAL = tuple(
    "hookSpecificOutput hookEventName permissionDecision permissionDecisionReason decision reason"
    " behavior message permission user_message agent_message systemMessage stopReason".split()
)
"""Keys as hosts spell them."""


def _lowered(value: object) -> object:
    """Return a value with its keys in the hosts' spelling and its decisions in lower case."""
    if not isinstance(value, dict):
        return value
    spelled: dict[str, str] = {name.replace("_", "").lower(): name for name in CANONICAL}
    found = {}
    for key, one in value.items():
        name = spelled.get(str(key).replace("_", "").lower(), str(key))
        found[name] = one.lower() if name.lower() in DECIDING and isinstance(one, str) else _lowered(one)
    return found


def _bare(value: object) -> object:
    """Return a value with nothing but decisions and reasons."""
    if not isinstance(value, dict):
        return value
    kept = (*DECIDING, *REASONS, "hookspecificoutput", "hookeventname")
    return {key: _bare(one) for key, one in value.items() if key.lower() in kept}


def _why_unread(answer: Answer) -> str:
    """Return the channel that holds the words that the model doesn't read."""
    _, values, _ = parts(answer.stdout)
    spelled = {key for value in values for key in _keys(value)}
    keys = {key.lower() for key in spelled}
    canonical = {name.replace("_", "").lower() for name in CANONICAL}
    if any(key not in CANONICAL and key.replace("_", "").lower() in canonical for key in spelled):
        return CASE
    if values:
        if "agent_message" in keys:
            return AGENT
        if keys & set(REASONS):
            return UNREAD
        if keys & set(PERSONAL):
            return PERSON
        return STDERR if answer.stderr.strip() else NOTHING
    if answer.stderr.strip():
        return STDERR
    return STREAM if answer.stdout.strip() else NOTHING


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if isinstance(one, str) and one.strip():
                yield key
            yield from _keys(one)
