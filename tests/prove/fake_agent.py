"""Be an agent of one tool, started as Claude Code is: ask the model and the hooks, then run the command."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path


def asked(messages: list[object]) -> dict[str, object]:
    """Send a request; returns the tool's input, {} when the model calls none."""
    body = {"model": "m", "tools": [{}], "messages": messages}
    url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        rows = [
            json.loads(row[6:]) for row in answer.read().decode().splitlines() if row.startswith("data: ")
        ]
    deltas = [row["delta"] for row in rows if row["type"] == "content_block_delta"]
    found = [json.loads(one["partial_json"]) for one in deltas if "partial_json" in one]
    return dict(found[0]) if found else {}


def hooked(command: object) -> str:
    """Ask every hook; returns the words of the first that refuses, "" when none does."""
    text = Path(os.environ["HOME"], ".claude/settings.json")
    held = json.loads(text.read_text()) if text.exists() else {}
    call = {"session_id": "s", "cwd": os.getcwd(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_use_id": "t", "transcript_path": "/x", "tool_input": {"command": command}}  # fmt: skip
    for group in [] if held.get("disableAllHooks") else held.get("hooks", {}).get("PreToolUse", []):
        for handler in group["hooks"]:
            done = subprocess.run(
                ["/bin/sh", "-c", handler["command"]],
                input=json.dumps(call),
                capture_output=True,
                text=True,
            )
            if done.returncode == 2:
                return done.stderr
            if '"deny"' in done.stdout:
                return str(json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"])
    return ""


def main() -> None:
    """Make one call, and tell the model what came of it."""
    if "--version" in sys.argv:
        print("2.1.332 (Claude Code)")
        return
    first = {"role": "user", "content": sys.argv[sys.argv.index("-p") + 1]}
    command = asked([first]).get("command")
    said = hooked(command)
    if not said:
        done = subprocess.run(["/bin/sh", "-c", str(command)], capture_output=True, text=True)
        said = done.stdout + done.stderr
    result = {"type": "tool_result", "tool_use_id": "t", "content": said}
    asked([first, {"role": "user", "content": [result]}])


main()
