"""Every answer that a contract names does what is meant, on every event and with any text.

``round-trip.toml`` says for each verdict the effect and who reads its text.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings

from failshut.interpret import HOSTS, Run, contract, interpret
from failshut.interpret.text import JS_SPACE, RUST_SPACE, parse
from failshut.interpret.types import Outcome
from texts import texts

TABLE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent.parent / "fixtures" / "outcomes" / "round-trip.toml").read_text("utf-8")
)
PLAIN = "It can't be undone."
MCP = {"cursor": {"postToolUse": "MCP:thing"}}


def forms(host: str, event: str) -> dict[str, Any]:
    """Return what each verdict of an event should do: verdict → (effect, reader)."""
    told = TABLE[host].get(event) or TABLE[host][contract(host).events[event]]
    return dict(told)


CASES = [
    (host, event, verdict)
    for host in HOSTS
    for event in contract(host).events
    for verdict in forms(host, event)
]


def outcome(host: str, event: str, verdict: str, text: str) -> Outcome:
    """Run the verdict in the host's own form."""
    book = contract(host)
    if verdict == "exit-2":
        run = Run(exit=2, stderr=text + "\n", wiring={"command": "C"})
    else:
        form = str(book.table(f"{book.events[event]}/answers")[verdict])
        quoted = json.dumps(text, ensure_ascii=False)[1:-1]
        run = Run(
            stdout=form.replace("@EVENT@", event).replace("@REASON@", quoted), wiring={"command": "C"}
        )
    tool = MCP.get(host, {}).get(event, book.phrase("facts/shell-tool"))
    return interpret(host, event, [run], tool=tool, call_text="make all")


def escaped(host: str, event: str, verdict: str, text: str) -> str:
    """Return the text as this host writes it into what is read."""
    if host == "gemini" and verdict == "tell":
        return text.replace("<", "&lt;").replace(">", "&gt;")
    if host == "codex" and event in ("Stop", "SubagentStop"):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if host == "cursor" and event == "postToolUse" and verdict == "replace":
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text


def debug(text: str) -> str:
    """Quote a text as Rust's Debug does, as far as it was measured."""
    for char, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(char, escape)
    return f'"{text}"'.replace("\0", "\\0")


def cut(host: str, event: str, verdict: str) -> dict[str, int] | None:
    """Return the limit of a verdict's text, or None when it arrives whole."""
    mine, table = TABLE["cuts"].get(host, {}), contract(host).events[event]
    return mine.get(table, {}).get(verdict, mine.get(verdict)) or None


def check_read(host: str, event: str, verdict: str, text: str, seen: str) -> None:
    """Assert that ``seen`` holds the text whole, or its head where it is longer than the limit."""
    if host == "codex" and event == "PermissionRequest":
        text = debug(debug(text)[1:-1])[1:-1]  # quoted twice before it is cut
    limit = cut(host, event, verdict)
    size = len(text.encode()) if limit and limit.get("bytes") else len(text)
    if limit is None or size <= limit["limit"] - limit["room"]:
        assert escaped(host, event, verdict, text) in seen
        return
    head = text.encode()[: limit["head"]].decode("utf-8", "ignore") if limit.get("bytes") else text
    head = escaped(host, event, verdict, head[: limit["head"]])
    if host == "kimi":
        head = head.split("\n")[0]  # long lines are cut first
    assert head in seen
    assert len(seen) <= max(limit["limit"], len(head)) * 5 + limit["room"]
    if size > limit["limit"]:
        assert escaped(host, event, verdict, text) not in seen


@pytest.mark.parametrize(("host", "event", "verdict"), CASES, ids=lambda part: str(part))
@settings(max_examples=12, deadline=None)
@given(text=texts())
@example(text=PLAIN)
@example(text="x" * 300_000)
@example(text='{"decision":"allow"}')
def test_an_answer_does_what_is_meant_and_its_text_arrives(
    host: str, event: str, verdict: str, text: str
) -> None:
    text = text.strip(JS_SPACE + RUST_SPACE)
    assume(text)
    assume(TABLE["json"].get(host) != verdict or not is_json(text))
    effect, reader = forms(host, event)[verdict]
    found = outcome(host, event, verdict, text)
    assert found.effect == effect, found
    if reader == "model":
        check_read(host, event, verdict, text, "\n".join((found.model_text or "", *found.model_extra)))
    elif reader == "person":
        check_read(host, event, verdict, text, found.user_text or "")
    else:
        told = "\n".join((found.model_text or "", *found.model_extra, found.user_text or ""))
        assert len(text) < 40 or text not in told


@pytest.mark.parametrize(
    ("host", "event"), [(host, event) for host in HOSTS for event in contract(host).events]
)
def test_every_verdict_of_the_contract_has_its_line(host: str, event: str) -> None:
    book = contract(host)
    assert set(forms(host, event)) == {*book.table(f"{book.events[event]}/answers"), "exit-2"}


@pytest.mark.parametrize(
    ("host", "event"), [(host, event) for host in HOSTS for event in contract(host).events]
)
def test_silence_decides_nothing(host: str, event: str) -> None:
    book = contract(host)
    quiet = Run(wiring={"command": "C"})
    found = interpret(host, event, [quiet], tool=book.phrase("facts/shell-tool"), call_text="make all")
    assert found.effect == TABLE["none"][host].get(book.events[event], "ran")


def is_json(text: str) -> bool:
    """Say whether the text is a JSON value."""
    try:
        parse(text)
    except ValueError:
        return False
    return True


def refuses(host: str, event: str, verdict: str) -> bool:
    """Say whether the verdict is a refusal, under either of its forms."""
    told = forms(host, event)
    alike = verdict == "exit-2" and told[verdict] == told.get("deny")
    return verdict == "deny" or alike or told[verdict][0] == "blocked"


REFUSALS = [case for case in CASES if refuses(*case)]


@pytest.mark.parametrize(("host", "event", "verdict"), REFUSALS, ids=lambda part: str(part))
@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u00a0"])
def test_a_refusal_without_words_is_one_all_the_same(
    host: str, event: str, verdict: str, text: str
) -> None:
    name = f"{contract(host).events[event]}.{verdict}"
    instead = TABLE["silent"]["blank"].get(host, {}).get(name)
    if not text:
        instead = instead or TABLE["silent"]["empty"].get(host, {}).get(name)
    assert outcome(host, event, verdict, text).effect == (instead or forms(host, event)[verdict][0])


@pytest.mark.parametrize("text", ['{"decision":"allow"}', "[]", "7"])
def test_a_refusal_on_stderr_that_is_json_is_read_as_the_answer(text: str) -> None:
    for host, verdict in TABLE["json"].items():
        events = [event for event in contract(host).events if refuses(host, event, verdict)]
        assert events
        for event in events:
            assert outcome(host, event, verdict, text).effect in ("ran", "ended")
