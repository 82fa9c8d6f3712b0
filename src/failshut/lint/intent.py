"""Tell what an answer is meant to say, whether or not a host reads it."""

from __future__ import annotations

import json
import re

from failshut.lint.answers import HOLE, Answer

NO = ("deny", "block", "reject", "denied", "blocked", "refuse")
YES = ("allow", "approve", "allowed", "approved", "accept")
WORDS = re.compile(
    r"\b(?:block(?:ed|ing)?|den(?:y|ied|ying)|refus(?:e|ed|ing)|forbid(?:den)?|prohibit(?:ed)?"
    r"|not allowed|disallowed"
    r"|not permitted|must not|do not|don'?t|never|cannot|can'?t be|protected|dangerous|unsafe"
    r"|violat\w+|stop)\b|[⛔🚫🛑❌]",
    re.I,
)
"""Words of a refusal."""
USAGE = re.compile(r"\s*usage\b", re.I)
"""Begins what a program says about wrong arguments."""
NOTHING_WRONG = re.compile(
    r"\bno (?:\w+ ){0,2}(?:problem|issue|error|violation|danger)|\ball (?:good|clear|fine)|\ballowed\b",
    re.I,
)
_DECISIONS = ("decision", "permissionDecision", "permission", "behavior", "action")


def objects(text: str) -> list[object]:
    """Return the JSON values that stand one after another in a text, until one can't be read."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while at < len(text):
        while at < len(text) and text[at].isspace():
            at += 1
        if at >= len(text):
            break
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        found.append(value)
    return found


def decisions(value: object) -> list[tuple[str, object]]:
    """Return the decision keys of an answer, at any depth, with their values."""
    found: list[tuple[str, object]] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found += [(key, one[key]) for key in _DECISIONS if isinstance(one.get(key), str)]
            found += [("continue", False)] if one.get("continue") is False else []
            found += [("ok", False)] if one.get("ok") is False else []
            waiting += list(one.values())
        elif isinstance(one, list):
            waiting += one
    return found


def denies(text: str) -> bool:
    """Say whether a text holds a JSON answer that refuses, in any host's form."""
    for value in objects(text.strip()):
        for key, word in decisions(value):
            if word is False or (isinstance(word, str) and word.lower() in NO and key != "action"):
                return True
    return False


def allows(text: str) -> bool:
    """Say whether a text holds a JSON answer that allows, in any host's form."""
    for value in objects(text.strip()):
        if any(isinstance(word, str) and word.lower() in YES for _, word in decisions(value)):
            return True
    return False


def refuses(answer: Answer) -> bool:
    """Say whether an answer is meant as a refusal: exit 2, or a JSON refusal on either stream."""
    usage = USAGE.match(answer.stderr) or USAGE.match(answer.stdout)
    return (answer.exit == 2 and not usage) or denies(answer.stdout) or denies(answer.stderr)


def warns(answer: Answer) -> bool:
    """Say whether an answer holds a refusal's words and is none."""
    text = answer.stderr + ("" if objects(answer.stdout.strip()) else answer.stdout)
    return (
        not refuses(answer)
        and not allows(answer.stdout)
        and bool(WORDS.search(text))
        and not NOTHING_WRONG.search(text)
    )


def known(text: str) -> str:
    """Return a printed text with a plain word for each part that can't be told."""
    return text.replace(HOLE, "x")


def refusing(answer: Answer) -> bool:
    """Say whether a guard's check ends in words and a code that isn't 0: it is meant as a refusal."""
    told = (answer.stderr + answer.stdout).replace(HOLE, "").strip()
    return warns(answer) or (answer.exit not in (0, None) and bool(told))


def asks(text: str) -> bool:
    """Say whether a text holds a JSON answer that leaves the decision to a person or to the host."""
    words = ("ask", "defer", "force_ask")
    return any(
        isinstance(word, str) and word.lower() in words
        for value in objects(text.strip())
        for _, word in decisions(value)
    )
