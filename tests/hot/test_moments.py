"""What we say at a host's other moments has the effect that the host's contract gives it, and is read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from failshut.hosts import moments
from failshut.hosts.moments import AGENT, DENIED, FAILURE, PERMISSION, PROMPT, RESULT, TURN
from failshut.interpret import Run, contract, interpret
from failshut.interpret.types import Outcome
from failshut.model import DENY, PASS, Verdict

NO = Verdict(DENY, reason="The tests fail.", instead="Mend them first.", rule="team/tests")
TOLD = Verdict(PASS, tell="Mind the change log.")
BROKEN = Verdict(DENY, fault="the policy can't be used")
HOLDS = {
    PROMPT: ("blocked",),
    PERMISSION: ("blocked",),
    RESULT: ("replaced",),
    TURN: ("blocked",),
    AGENT: ("blocked",),
}
GOES_ON = ("ran", "ended", "asked", "context-added", "unknown")


def places() -> Iterator[tuple[str, str, str]]:
    for host, events in moments.EVENTS.items():
        for event, kind in events.items():
            yield host, event, kind


def outcome(host: str, event: str, verdict: Verdict) -> Outcome:
    answer = moments.render(host, event, verdict)
    assert answer.exit == 0
    return interpret(host, event, [Run(0, stdout=answer.stdout, stderr=answer.stderr)])


def test_every_moment_is_an_event_of_the_contract() -> None:
    for host, event, _ in places():
        assert event in contract(host).events, (host, event)


@pytest.mark.parametrize(("host", "event", "kind"), list(places()))
def test_a_refusal_holds_and_is_read(host: str, event: str, kind: str) -> None:
    found = outcome(host, event, NO)
    if not moments.can(host, kind, "deny"):
        assert found.effect in GOES_ON
        return
    assert found.effect in HOLDS[kind]
    read = found.user_text if kind == PROMPT else found.model_text
    if host == "codex" and kind == PROMPT:
        return  # it shows the person that a hook blocked, and none of its words
    assert read and "The tests fail." in read and "Mend them first." in read


@pytest.mark.parametrize(
    ("host", "event", "kind"), [one for one in places() if moments.can(one[0], one[2], "tell")]
)
def test_context_reaches_the_model(host: str, event: str, kind: str) -> None:
    found = outcome(host, event, TOLD)
    assert found.effect == "context-added" or found.evidence != "measured"
    if found.effect == "context-added":
        assert found.model_text and "Mind the change log." in found.model_text


@pytest.mark.parametrize(("host", "event", "kind"), list(places()))
def test_a_fault_holds_nothing_back_and_is_told_where_the_host_can(
    host: str, event: str, kind: str
) -> None:
    found = outcome(host, event, BROKEN)
    assert found.effect in GOES_ON
    assert not found.model_text or "policy can't be used" not in found.model_text
    if moments.can(host, kind, "note") and found.user_text is not None and host != "codex":
        assert "the policy can't be used" in found.user_text


def test_a_second_try_is_read_where_there_is_one() -> None:
    answer = moments.retry("claude-code", "PermissionDenied")
    assert answer.exit == 0 and '"retry":true' in answer.stdout
    assert moments.retry("codex", "Stop").stdout == ""
    assert {kind for *_, kind in places()} == {PROMPT, PERMISSION, RESULT, FAILURE, TURN, AGENT, DENIED}
