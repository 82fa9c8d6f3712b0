"""Speak as a model in four protocols, all as server-sent events.

Each reads a request (what the user said, how many tools have answered, whether tools are offered at
all) and writes the events of one turn.  Sources: the requests that the agents really send.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from failshut.prove.script import Step

Event = tuple[str, dict[str, Any]]
"""The event's name ("" = it has none) and its data."""


@dataclass(frozen=True)
class Heard:
    """What a request says: the user's texts in order, the tools' results, whether tools are offered."""

    said: tuple[str, ...]
    results: tuple[str, ...]
    tools: bool


@dataclass(frozen=True)
class Dialect:
    """One protocol; ``streams`` False = the turn is one JSON object, not events."""

    hear: Callable[[dict[str, Any]], Heard]
    speak: Callable[[dict[str, Any], Step | None, int, str], Iterator[Event]]
    last: bytes = b""
    streams: bool = True


def texts(value: object) -> str:
    """Return every text in a JSON value, in order, one a line."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = [item for key, item in value.items() if key not in ("type", "id", "role")]
    if isinstance(value, list):
        return "\n".join(filter(None, map(texts, value)))
    return ""


def _anthropic_heard(request: dict[str, Any]) -> Heard:
    said, results = [], []
    for message in request.get("messages", []):
        content = message.get("content") or ""
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts if message["role"] == "user" else ():
            if part.get("type") == "tool_result":
                results.append(texts(part.get("content")))
            else:
                said.append(texts(part))
    return Heard(tuple(said), tuple(results), bool(request.get("tools")))


def _anthropic(request: dict[str, Any], step: Step | None, number: int, last: str) -> Iterator[Event]:
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": request["model"],
               "content": [], "stop_reason": None, "stop_sequence": None,
               "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip
    yield "message_start", {"type": "message_start", "message": message}
    if step is None:
        block: dict[str, Any] = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": last}
    else:
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": step.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}
    yield "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    end = {"stop_reason": "tool_use" if step else "end_turn", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}
    yield "message_stop", {"type": "message_stop"}


def _responses_heard(request: dict[str, Any]) -> Heard:
    said, results = [], []
    given = request.get("input", [])
    for item in [{"role": "user", "content": given}] if isinstance(given, str) else given:
        if str(item.get("type", "")).endswith("call_output"):
            results.append(texts(item.get("output")))
        elif item.get("role") == "user":
            said.append(texts(item.get("content")))
    return Heard(tuple(said), tuple(results), bool(request.get("tools")))


def _responses(request: dict[str, Any], step: Step | None, number: int, last: str) -> Iterator[Event]:
    yield "response.created", {"type": "response.created", "response": {"id": f"resp_{number}"}}
    if step is None:
        text = [{"type": "output_text", "text": last}]
        item: dict[str, Any] = {
            "type": "message",
            "id": f"msg_{number}",
            "role": "assistant",
            "content": text,
        }
    elif step.text is not None:
        item = {"type": "custom_tool_call", "id": f"ct_{number}", "call_id": f"call_{number}",
                "name": step.tool, "input": step.text}  # fmt: skip
    else:
        space, dot, name = step.tool.rpartition(".")
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}",
                "name": name, "arguments": json.dumps(step.arguments)}  # fmt: skip
        item |= {"namespace": space} if dot else {}
    added = {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield "response.output_item.added", added
    yield "response.output_item.done", added | {"type": "response.output_item.done"}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": None,
             "output_tokens_details": None}  # fmt: skip
    response = {"id": f"resp_{number}", "usage": usage, "output": [item]}
    yield "response.completed", {"type": "response.completed", "response": response}


def _chat_heard(request: dict[str, Any]) -> Heard:
    messages = request.get("messages", [])
    said = tuple(texts(one.get("content")) for one in messages if one["role"] == "user")
    results = tuple(texts(one.get("content")) for one in messages if one["role"] == "tool")
    return Heard(said, results, bool(request.get("tools")))


def _chat(request: dict[str, Any], step: Step | None, number: int, last: str) -> Iterator[Event]:
    base = {"id": f"c{number}", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}

    def chunk(delta: dict[str, Any], reason: str | None = None) -> Event:
        return "", base | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    if step is None:
        yield chunk({"role": "assistant", "content": last})
        yield chunk({}, "stop")
    else:
        function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        yield chunk({"role": "assistant", "tool_calls": [call]})
        yield chunk({}, "tool_calls")
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield "", base | {"choices": [], "usage": usage}


def _gemini_heard(request: dict[str, Any]) -> Heard:
    said, results = [], []
    for content in request.get("contents", []):
        for part in content.get("parts", []):
            if "functionResponse" in part:
                results.append(texts(part["functionResponse"].get("response")))
            elif content.get("role") == "user":
                said.append(texts(part))
    return Heard(tuple(said), tuple(results), bool(request.get("tools")))


def _gemini(request: dict[str, Any], step: Step | None, number: int, last: str) -> Iterator[Event]:
    part: dict[str, Any] = {"text": last}
    if step is not None:
        part = {"functionCall": {"name": step.tool, "args": step.arguments}}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    yield "", {"candidates": [candidate], "usageMetadata": usage}


DIALECTS = {
    "/messages": Dialect(_anthropic_heard, _anthropic),
    "/responses": Dialect(_responses_heard, _responses),
    "/chat/completions": Dialect(_chat_heard, _chat, b"data: [DONE]\n\n"),
    ":streamGenerateContent": Dialect(_gemini_heard, _gemini),
    ":generateContent": Dialect(_gemini_heard, _gemini, streams=False),
}
"""The protocols, by the end of the request's path."""


def of(path: str) -> Dialect | None:
    """Return the protocol of a request's path, None for a path that is no model's."""
    bare = path.partition("?")[0]
    return next((one for end, one in DIALECTS.items() if bare.endswith(end)), None)


def results(request: dict[str, Any]) -> tuple[str, ...]:
    """Return the tools' results in a request of any protocol."""
    for dialect in DIALECTS.values():
        if found := dialect.hear(request).results:
            return found
    return ()
