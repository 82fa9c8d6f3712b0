"""Round trip: what a host does with our answer, by its contract, is what the verdict says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chain import HOSTS
from failshut import hosts
from failshut.hosts import words
from failshut.interpret import Run, contract, interpret
from failshut.model import ASK, DENY, PASS, Verdict
from reads import EVENTS, WIRING
from texts import texts

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=4000) | texts()
CASES = [(host, event) for host in HOSTS for event in hosts.load(host).PRE_TOOL]


def outcome(host: str, event: str, answer, call: str = "ls"):  # type: ignore[no-untyped-def]
    """Return what the host does; streams get the newline that the line prints."""
    run = Run(
        exit=answer.exit,
        stdout=answer.stdout + "\n" if answer.stdout else "",
        stderr=answer.stderr + "\n" if answer.stderr and answer.exit else "",
        wiring=WIRING[host],
    )
    return interpret(host, event, [run], call_text=call)


@pytest.mark.parametrize("host,event", CASES)
@settings(max_examples=60, deadline=None)
@given(TEXT, TEXT, TEXT)
def test_a_refusal_blocks_and_the_model_reads_it_whole(
    host: str, event: str, reason: str, instead: str, rule: str
) -> None:
    verdict = Verdict(DENY, reason=reason, instead=instead, rule=rule[:100], source="p.toml:3")
    result = outcome(host, event, hosts.load(host).render(verdict, host, event))
    said = words.reason(verdict)
    assert result.effect == "blocked"
    assert result.model_text is not None and said.strip() in result.model_text
    assert said.startswith("Failshut refused: ") and 20 < len(said) <= words.LIMIT
    assert not any(ord(char) < 32 and char not in "\n\t" for char in said)


@pytest.mark.parametrize("host,event", CASES)
def test_a_refusal_speaks_of_no_person_and_counts_nothing(host: str, event: str) -> None:
    """Nobody decided but a rule, and a host may take what is in brackets for its own."""
    for action in (DENY, ASK):
        verdict = Verdict(action, reason="It rewrites history.", instead="Push.", rule="git/force-push")
        answer = hosts.load(host).render(verdict, host, event)
        text = f"{answer.stdout}\n{answer.stderr}".lower()
        for word in ("user denied", "user rejected", "denied by", "attempt", "1/3"):
            assert word not in text


@pytest.mark.parametrize("host,event", CASES)
def test_an_ask_is_asked_or_refused_with_a_way_to_a_person(host: str, event: str) -> None:
    verdict = Verdict(ASK, reason="Applying changes real infrastructure.", rule="deploy/apply")
    result = outcome(host, event, hosts.load(host).render(verdict, host, event))
    if contract(host).events[event] == "permission":
        assert result.effect == "ran", "the host asks there by itself"
        return
    assert result.effect == ("asked" if hosts.load(host).CAN_ASK else "blocked")
    assert result.model_text is not None and "Applying changes" in result.model_text
    if not hosts.load(host).CAN_ASK:
        assert "needs a person's approval" in result.model_text


@pytest.mark.parametrize("host,event", CASES)
def test_a_fault_blocks_and_says_whose_it_is(host: str, event: str) -> None:
    verdict = Verdict(DENY, fault="deadline passed", instead="tell the person to run `x`.")
    result = outcome(host, event, hosts.load(host).render(verdict, host, event))
    assert result.effect == "blocked"
    for part in ("(deadline passed)", "The command isn't at fault", "tell the person to run `x`."):
        assert part in (result.model_text or "")


@pytest.mark.parametrize("host,event", CASES)
def test_no_opinion_lets_the_call_run_and_adds_nothing(host: str, event: str) -> None:
    answer = hosts.load(host).render(Verdict(PASS), host, event)
    result = outcome(host, event, answer)
    assert (result.effect, result.model_text, answer.stderr) == ("ran", None, "")


@pytest.mark.parametrize("host", [host for host in HOSTS if hosts.load(host).CAN_TELL])
@settings(max_examples=60, deadline=None)
@given(TEXT)
def test_a_tell_of_any_text_lets_the_call_run_and_arrives(host: str, tell: str) -> None:
    answer = hosts.load(host).render(Verdict(PASS, tell=tell), host)
    result = outcome(host, EVENTS[host], answer)
    said = words.clipped(words.clean(tell)).strip()
    assert answer.exit == 0 and len(said) <= words.LIMIT
    assert result.effect in ("ran", "context-added")
    assert said in "\n".join((result.model_text or "", *result.model_extra))


@pytest.mark.parametrize("host", [host for host in HOSTS if hosts.load(host).CAN_TELL])
def test_a_tell_reaches_the_model_and_the_call_runs(host: str) -> None:
    answer = hosts.load(host).render(Verdict(PASS, tell="Use `make lint` here."), host)
    result = outcome(host, EVENTS[host], answer)
    told = [result.model_text or "", *result.model_extra]
    assert result.effect in ("ran", "context-added")
    assert any("Use `make lint` here." in text for text in told)


@pytest.mark.parametrize(
    "wire,sender,event",
    [("claude-code", "copilot", "PreToolUse"), ("claude-code", "cursor", "preToolUse")],
)
@pytest.mark.parametrize("action", [DENY, ASK])
def test_a_foreign_payload_is_answered_in_its_senders_form(
    wire: str, sender: str, event: str, action: str
) -> None:
    verdict = Verdict(action, reason="It rewrites history.", rule="git/force-push")
    answer = hosts.load(sender).render(verdict, wire)
    assert answer.exit == 2 and answer.stderr, "a wrong guess has to stay shut"
    result = outcome(sender, event, answer)
    assert result.effect == "blocked"
    assert "It rewrites history." in (result.model_text or "")


READERS = [(wire, reader) for wire in HOSTS for reader in hosts.load(wire).READ_BY]


@pytest.mark.parametrize("wire,dialect", READERS)
@pytest.mark.parametrize("action", [DENY, ASK])
def test_a_wrong_guess_of_the_sender_stays_shut(wire: str, dialect: str, action: str) -> None:
    """Answer the wired host in the words of another one: it must still refuse."""
    answer = hosts.load(dialect).render(Verdict(action, reason="No.", rule="a/b"), wire)
    assert answer.exit == 2 and "No." in answer.stderr
    result = outcome(wire, EVENTS[wire], answer)
    assert result.effect == "blocked", (wire, dialect, result)
