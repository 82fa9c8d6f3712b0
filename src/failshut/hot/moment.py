"""Answer at a host's other moments: rules for prompts and results, gates, second tries.

Hot, loaded at these events only.  The policy is the one that holds for calls; a rule counts here only when
it names the event.
"""

from __future__ import annotations

from failshut import paths
from failshut.hosts import moments
from failshut.hot import judge, leave, record, session
from failshut.model import OTHER, PASS, Answer, Call, Verdict
from failshut.policy.cache import policy_for

MYPY = False
if MYPY:
    from failshut.hosts.base import Host


def answer(
    payload: dict[str, object], speaker: Host, module: Host, event: str, root: str, home: str
) -> Answer:
    """Return the answer at an event that is no call; silence at one that nothing is said at."""
    if not moments.kind(speaker.NAME, event):
        return speaker.render(Verdict(PASS), module.NAME, event)
    one = moments.read(speaker.NAME, event, payload)
    place, cwd = session.where(payload, speaker, root)
    if leave.paused(home):
        return moments.render(speaker.NAME, event, Verdict(PASS))
    call = called(one, speaker.NAME, cwd)
    if one.kind in (moments.TURN, moments.AGENT):
        from failshut.hot import gate

        found = gate.verdict(one, speaker.NAME, place, cwd, home)
    elif one.kind == moments.DENIED:
        from failshut.hot import again

        granted = again.granted(payload, one, speaker, place, home)
        record.append(paths.log_dir(home), call, granted, place)
        return moments.retry(speaker.NAME, event) if granted.tell else Answer(0, "", "")
    else:
        found = ruled(call, place, home)
        if found.action != PASS and not moments.can(speaker.NAME, one.kind, "deny"):
            found = Verdict(
                PASS,
                tell=found.reason,
                rule=found.rule,
                source=found.source,
                marks=("host can't refuse here",),
            )
    call.tool = call.tool or event
    if found.tell and not found.marks:
        found.marks = (found.tell,)
    record.append(paths.log_dir(home), call, found, place)
    return moments.render(speaker.NAME, event, found)


def called(one: moments.Moment, host: str, cwd: str) -> Call:
    """Return the moment as rules look at it: a text, and the tool that gave it."""
    return Call(
        host,
        OTHER,
        one.tool,
        event=one.event,
        entry="moment",
        text=one.text,
        arguments=one.arguments,
        cwd=cwd,
        session=one.session,
        agent=one.agent,
    )


def ruled(call: Call, place: str, home: str) -> Verdict:
    """Return what the rules that name the event say."""
    policy = policy_for(place, call.cwd, home, paths.policy_memory_dir(home), paths.cache_dir(home))
    if judge.built_in_only(policy):
        return Verdict(PASS)
    return judge.examined(call, policy, place, judge.homes(home))[0]
