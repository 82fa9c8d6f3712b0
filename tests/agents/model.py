"""Play a model on loopback: one scripted tool call, then a final word; every request is kept.

Speaks Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini's
streamGenerateContent, all as server-sent events.
Run as a program: ``model.py PORT TOOL INPUT_JSON DUMP_FOLDER``; binds 127.0.0.1 only.
"""

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DONE = "FINAL: done."


def anthropic(request: dict, tool: str, arguments: dict) -> Iterator[tuple[str, dict]]:
    said = [message["content"] for message in request["messages"]]
    results = [part for content in said for part in content if isinstance(part, dict)]
    finished = any(part.get("type") == "tool_result" for part in results) or not request.get("tools")
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    yield "message_start", {"type": "message_start", "message": message}
    if finished:
        block: dict = {"type": "text", "text": ""}
        delta: dict = {"type": "text_delta", "text": DONE}
    else:
        block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}
    yield "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    end = {"stop_reason": "end_turn" if finished else "tool_use", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}
    yield "message_stop", {"type": "message_stop"}


def responses(request: dict, tool: str, arguments: dict) -> Iterator[tuple[str, dict]]:
    finished = any(
        isinstance(item, dict) and str(item.get("type", "")).endswith("call_output")
        for item in request["input"]
    )
    yield "response.created", {"type": "response.created", "response": {"id": "resp_1"}}
    if finished:
        item: dict = {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "content": [{"type": "output_text", "text": DONE}],
        }
    else:
        item = {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_1",
            "name": tool,
            "arguments": json.dumps(arguments),
        }
    added = {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield "response.output_item.added", added
    yield "response.output_item.done", added | {"type": "response.output_item.done"}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": None, "output_tokens_details": None}  # type: ignore[dict-item]
    response = {"id": "resp_1", "usage": usage, "output": [item]}
    yield "response.completed", {"type": "response.completed", "response": response}


def chat(request: dict, tool: str, arguments: dict) -> Iterator[tuple[str, dict]]:
    finished = any(message["role"] == "tool" for message in request["messages"])
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}

    def chunk(delta: dict, reason: str | None = None) -> tuple[str, dict]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return "", base | {"choices": [choice]}

    if finished:
        yield chunk({"role": "assistant", "content": DONE})
        yield chunk({}, "stop")
    else:
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"index": 0, "id": "call_1", "type": "function", "function": function}
        yield chunk({"role": "assistant", "tool_calls": [call]})
        yield chunk({}, "tool_calls")
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield "", base | {"choices": [], "usage": usage}


def gemini(request: dict, tool: str, arguments: dict) -> Iterator[tuple[str, dict]]:
    parts = [part for content in request["contents"] for part in content.get("parts", [])]
    if any("functionResponse" in part for part in parts):
        part: dict = {"text": DONE}
    else:
        part = {"functionCall": {"name": tool, "args": arguments}}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    yield "", {"candidates": [candidate], "usageMetadata": usage}


DIALECTS = {
    "/messages": anthropic,
    "/responses": responses,
    "/chat/completions": chat,
    ":streamGenerateContent": gemini,
}


def handler(tool: str, arguments: dict, dump: Path) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("content-length", 0)))
            path = self.path.split("?")[0]
            speak = next((f for end, f in DIALECTS.items() if path.endswith(end)), None)
            if speak is None:
                self.send_error(404)
                return
            number = len(list(dump.glob("*.json")))
            (dump / f"{number:03}.json").write_bytes(data)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event, body in speak(json.loads(data), tool, arguments):
                head = f"event: {event}\n" if event else ""
                self.wfile.write(f"{head}data: {json.dumps(body)}\n\n".encode())
            if speak is chat:
                self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True

        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, format: str, *arguments: object) -> None:
            return

    return Handler


def main() -> None:
    port, tool, arguments, dump = sys.argv[1:5]
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), handler(tool, json.loads(arguments), Path(dump)))
    server.serve_forever()


if __name__ == "__main__":
    main()
