"""The scripted model: which turn comes next, in which protocol, on loopback alone."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from failshut.prove import dialects
from failshut.prove.model import Server
from failshut.prove.script import DONE, Script, Step, Talk, load

FIRST = Step("shell", {"command": "ls"})
WAIT = Step("wait", {"targets": [{"$result": r'"id":\s*"([^"]+)"'}], "n": 3})
SCRIPT = Script((Talk("MAIN", (FIRST, WAIT)), Talk("SUB", (Step("patch", text="*** Begin"),))))


@pytest.mark.parametrize(
    ("said", "results", "wanted"),
    [
        (("do MAIN",), (), ("shell", {"command": "ls"})),
        (("do MAIN",), ('{"id": "a1"}',), ("wait", {"targets": ["a1"], "n": 3})),
        (("do MAIN",), ("nothing",), ("wait", {"targets": [""], "n": 3})),
        (("do MAIN",), ("a", "b"), None),
        (("no mark at all",), (), ("shell", {"command": "ls"})),
        (("context", "SUB: do it"), (), ("patch", {})),
        (("MAIN wants SUB",), (), ("shell", {"command": "ls"})),
        (("SUB: do it",), ("x",), None),
    ],
)
def test_the_next_turn(
    said: tuple[str, ...], results: tuple[str, ...], wanted: tuple[str, dict[str, object]] | None
) -> None:
    for script in (SCRIPT, load(SCRIPT.dump())):
        step = script.step(said, results)
        assert (None if step is None else (step.tool, step.arguments)) == wanted


REQUESTS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "/v1/messages?beta=true": (
        {"model": "m", "tools": [{}], "messages": [{"role": "user", "content": "MAIN"}]},
        {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": "id"}]}]},
    ),
    "/v1/responses": (
        {"model": "m", "tools": [{}], "input": [{"role": "user", "content": [{"text": "MAIN"}]}]},
        {"type": "function_call_output", "call_id": "c", "output": "id"},
    ),
    "/v1/chat/completions": (
        {"model": "m", "tools": [{}], "messages": [{"role": "user", "content": "MAIN"}]},
        {"role": "tool", "content": "id"},
    ),
    "/v1beta/models/m:streamGenerateContent?alt=sse": (
        {"tools": [{}], "contents": [{"role": "user", "parts": [{"text": "MAIN"}]}]},
        {"role": "user", "parts": [{"functionResponse": {"response": {"output": "id"}}}]},
    ),
    "/v1beta/models/m:generateContent": (
        {"tools": [{}], "contents": [{"role": "user", "parts": [{"text": "MAIN"}]}]},
        {"role": "user", "parts": [{"functionResponse": {"response": {"output": "id"}}}]},
    ),
}
"""By path: a first request, and what is appended to it once a tool has answered."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(0, Script((Talk("MAIN", (FIRST,)),)), tmp_path)
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


def posted(server: Server, path: str, body: object) -> str:
    url = f"http://127.0.0.1:{server.server_address[1]}{path}"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("path", REQUESTS)
def test_each_protocol_calls_the_tool_and_then_ends(path: str, server: Server, tmp_path: Path) -> None:
    first, result = REQUESTS[path]
    said = posted(server, path, first)
    assert "shell" in said and "ls" in said and DONE not in said
    key = next(name for name in ("messages", "input", "contents") if name in first)
    rows = first[key]
    assert isinstance(rows, list)
    again = first | {key: [*rows, result]}
    assert DONE in posted(server, path, again)
    dialect = dialects.of(path)
    assert dialect is not None and dialect.hear(again).results == ("id",)
    assert len(list(tmp_path.glob("*.json"))) == 2
    for row in said.splitlines() if dialect.streams else [f"data: {said}"]:
        if row.startswith("data: ") and row != "data: [DONE]":
            json.loads(row[6:])


def test_a_request_without_tools_is_only_answered(server: Server) -> None:
    said = posted(server, "/v1/messages", {"model": "m", "messages": [{"role": "user", "content": "MAIN"}]})
    assert DONE in said and "tool_use" not in said


@pytest.mark.parametrize(("path", "body"), [("/v1/models", {}), ("/", {}), ("/v1/messages", [])])
def test_anything_else_is_not_found(path: str, body: object, server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        posted(server, path, body)


@pytest.mark.parametrize("host", ["0.0.0.0", "", "::1", "localhost"])
def test_nothing_but_loopback_is_bound(host: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="loopback"):
        Server(0, SCRIPT, tmp_path, host)


def test_nobody_else_is_answered(server: Server) -> None:
    assert not server.verify_request(None, ("192.0.2.1", 1234))
    assert server.verify_request(None, ("127.0.0.1", 1234))
