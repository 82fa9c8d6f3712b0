"""Keep marks of the requests that a host sends to a judging model for its prompt and agent hooks."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from failshut.interpret.versions import number
from failshut.prove import recipes, session
from failshut.prove.stage import Stage
from measuring import hooks, room
from measuring.found import CHANGED, NEW, SKIPPED, UNCHANGED, Measured

KIND = "judge"
HOSTS = ("claude-code",)
"""Hosts whose contract has hooks that a model judges, and that can be run."""
EVENTS = ("PreToolUse", "UserPromptSubmit", "PostToolUse", "Stop")
TYPES = ("prompt", "agent")
TEXTS = ("system", "user")
"""Parts of a request that are the host's own words: only their marks are kept."""
ANSWER = '{"ok": true, "reason": "FINE"}'
_IDS = (
    (r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", "<id>"),
    (r"\b[0-9a-f]{64}\b", "<id>"),
    (r"toolu_\w+", "<id>"),
    (r"-tmp-failshut-measure[\w-]*", "<folder>"),
    (r"\d{4}-\d\d-\d\d", "<date>"),
    (r'"duration_ms":\d+', '"duration_ms":<number>'),
)
_LEFT_OUT = re.compile(r"\A(?:x-anthropic-billing-header|You are a Claude agent|You are Claude Code)")


def normal(body: dict[str, object], place: Stage) -> dict[str, object]:
    """Return what of a request makes the judging: model, system texts, user's texts, schema, tools."""
    system = body.get("system") or []
    parts = [{"text": system}] if isinstance(system, str) else system
    assert isinstance(parts, list)
    texts = [str(one["text"]) for one in parts]
    user = [text for text in _said(body) if hooks.JUDGE in text]
    output = body.get("output_config")
    tools = body.get("tools")
    return {
        "model": body.get("model"),
        "system": [_plain(text, place) for text in texts if not _LEFT_OUT.match(text)],
        "user": [_plain(text, place) for text in user],
        "schema": output.get("format") if isinstance(output, dict) else None,
        "tools": sorted(str(one.get("name")) for one in tools) if isinstance(tools, list) else [],
    }


def _said(body: dict[str, object]) -> Iterator[str]:
    """Yield the texts of the user's messages."""
    messages = body.get("messages")
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if message.get("role") == "user" else ""
        parts = [{"text": content}] if isinstance(content, str) else content
        yield from (str(part["text"]) for part in parts if "text" in part)


def _plain(text: str, place: Stage) -> str:
    text = room.anonymous(text, place)
    for pattern, word in _IDS:
        text = re.sub(pattern, word, text)
    return text


def request(order: session.Order, kind: str, event: str) -> dict[str, object] | None:
    """Return what the host asks a judging model at an event, None when it asks none."""
    with room.room(order, recipes.load(order.host).arguments) as place:
        hooks.wire(order.host, event, place, {"type": kind, "prompt": f"{hooks.JUDGE} $ARGUMENTS"})
        seen = room.go(place, hooks.script(place.recipe.shell(room.CALL), judge=ANSWER))
        for one in seen.trial.requests:
            body = json.loads(one)
            if hooks.JUDGE in json.dumps(body.get("messages")):
                return normal(body, place)
    return None


def kept(host: str, version: str, folder: Path) -> tuple[str, dict[str, object]]:
    """Return the kept requests of the newest version that isn't above this one, ("", {}) without any."""
    found = [(number(path.stem.removeprefix(f"{host}-")), path) for path in folder.glob(f"{host}-*.json")]
    older = sorted(one for one in found if one[0] <= number(version))
    if not older:
        return "", {}
    held: dict[str, object] = json.loads(older[-1][1].read_text("utf-8"))
    return older[-1][1].stem.removeprefix(f"{host}-"), held


def measured(order: session.Order, version: str, folder: Path, only: str) -> Iterator[Measured]:
    """Yield what each kind of judged hook asks, compared with what is kept."""
    since, before = kept(order.host, version, folder)
    for kind in TYPES:
        for event in EVENTS:
            case = f"{kind} {event}"
            if only not in case:
                continue
            asked = request(order, kind, event)
            if asked is None:
                yield Measured(KIND, case, SKIPPED, why="no model is asked")
                continue
            yield compared(case, since, before.get(case), asked)


def marked(asked: dict[str, object]) -> dict[str, object]:
    """Return a request with a mark for each of the host's own texts: how long it is, and its SHA-256."""
    return {name: [_mark(str(text)) for text in _list(asked[name])] if name in TEXTS else value
            for name, value in asked.items()}  # fmt: skip


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _mark(text: str) -> dict[str, object]:
    return {"characters": len(text), "sha256": hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()}


def compared(case: str, since: str, old: object, asked: dict[str, object]) -> Measured:
    """Compare a request with the kept marks; what has changed is shown as it is asked now."""
    now = marked(asked)
    if old is None:
        return Measured(KIND, case, NEW, says="nothing kept", saw=str(asked["system"])[:300], row=now)
    if old == now:
        return Measured(KIND, case, UNCHANGED, says=f"as {since}", row=now)
    held = old if isinstance(old, dict) else {}
    lines = [f"{name}: {asked[name]}" for name in asked if held.get(name) != now[name]]
    return Measured(KIND, case, CHANGED, says=f"as {since}", saw="\n".join(lines), row=now)


def keep(host: str, version: str, found: Sequence[Measured], folder: Path) -> None:
    """Write the requests of a version."""
    held = {one.case: one.row for one in found if one.kind == KIND and one.row}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(held, indent=1, ensure_ascii=False) + "\n"
    (folder / f"{host}-{version}.json").write_text(text, "utf-8")
