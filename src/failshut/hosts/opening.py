"""Say at a session's start what makes the guard weaker than it should be.  Hot, loaded at that event only.

Nothing can be refused there, so a fault is a note and the session goes on; when all is well nothing is
said.
"""

from failshut.hosts import words
from failshut.model import Answer, Verdict

FAULT = (
    "Failshut's check at the session's start couldn't run ({fault}). The session goes on; before each call "
    "Failshut checks anew, and refuses what it can't check. Please {repair}"
)
FAULT_NOTE = (
    "Failshut's check at the session's start couldn't run ({fault}). The session goes on; before each call "
    "Failshut checks anew, and refuses what it can't check. `failshut doctor` says what mends it."
)
TELL = "Tell the person so. What is named here is theirs to type, not yours."


def news(verdict: Verdict) -> tuple[str, str]:
    """Return what the model reads and what the person reads, both "" when there is nothing to say."""
    if verdict.fault:
        fault = words.tame(words.clean(verdict.fault).strip()) or "unknown fault"
        said = FAULT.format(fault=fault, repair=verdict.instead or words.REPAIR)
        return words.clipped(words.clean(said)), words.clean(FAULT_NOTE.format(fault=fault))
    found = words.tame(words.clean(verdict.tell).strip())
    if not found:
        return "", ""
    found = words.clipped(found, words.LIMIT - len(TELL) - 1)
    return f"{found}\n{TELL}", found


def nested(verdict: Verdict) -> Answer:
    """Say it in the form of Claude Code, Codex CLI and Gemini CLI, with a note for the person."""
    model, person = news(verdict)
    start = '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":'
    body = start + words.quoted(model) + '},"systemMessage":' + words.quoted(person) + "}"
    return _answer(verdict, model, body)


def flat(verdict: Verdict, key: str) -> Answer:
    """Say it under one ``key``."""
    model, _ = news(verdict)
    return _answer(verdict, model, '{"' + key + '":' + words.quoted(model) + "}")


def _answer(verdict: Verdict, model: str, body: str) -> Answer:
    """Return the answer: at any other exit code than 0 most hosts read no word of it."""
    if not model:
        return Answer(0, "", "")
    return Answer(0, body, model if verdict.fault else "")
