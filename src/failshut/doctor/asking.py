"""Ask the hosts themselves: what each one's own check says of our entry, where it has one.

Nothing is asked of a model.  A host that says something else than what we read from its files is a
finding: one of the two is wrong.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from typing import Any

from failshut.doctor.findings import NOTE, OPEN, Finding
from failshut.interpret.contracts import contract
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

PATIENCE = 20.0
"""Seconds that a host may take."""
QUIET = {"DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
         "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "KIMI_DISABLE_TELEMETRY": "1",
         "KIMI_CODE_NO_AUTO_UPDATE": "1"}  # fmt: skip
SECRET = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
"""Ends of variables' names that a check isn't given: with a key Claude Code's waits for the network."""
NOBODY = "its own check gave no answer"


class Place:
    """Where a host is asked: its program, the home folder, the project's, the environment."""

    def __init__(self, program: str, home: str, root: str, environment: Mapping[str, str]) -> None:
        self.program, self.home, self.root = program, home, root or home
        kept = {name: value for name, value in environment.items() if not name.endswith(SECRET)}
        self.environment = {**kept, **QUIET, "HOME": home}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str] | None:
        """Run the program; None when it can't be run or takes too long."""
        try:
            return subprocess.run(
                [self.program, *arguments], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return None


def ask(host: str, home: str, root: str, environment: Mapping[str, str], is_open: bool) -> list[Finding]:
    """Return what a host's own check says against us; ``is_open`` is what its files say.

    Nothing for a host without a check, or that isn't installed.
    """
    path = environment.get("PATH", os.defpath)
    found = [shutil.which(name, path=path) for name in WIRINGS[host].programs]
    program = next((one for one in found if one), None)
    if program is None or host not in CHECKS:
        return []
    said = CHECKS[host](Place(program, home, root, environment))
    title = contract(host).title
    if said is None:
        return [Finding(host, NOTE, f"{title}: {NOBODY}", "Ask it by hand")]
    if said:
        return [Finding(host, OPEN, f"{title} says of itself: {said}", "Correct what it names")]
    if is_open:
        problem = f"{title}'s own check finds nothing wrong, but its files do"
        return [Finding(host, NOTE, problem, "Believe the files, and report it")]
    return []


def _claude(place: Place) -> str | None:
    """Ask ``claude doctor`` for settings that it leaves out."""
    done = place.run("doctor")
    if done is None or "doctor" not in done.stdout:
        return None
    rows = done.stdout.partition("Invalid settings")[2].partition("\n\n")[0].splitlines()
    return "; ".join(row.strip("- ") for row in rows if row.startswith("- "))[:600]


def _kimi(place: Place) -> str | None:
    """Ask ``kimi doctor config`` for mistakes in its one file."""
    done = place.run("doctor", "config", os.path.join(place.home, WIRINGS["kimi"].user))
    if done is None or done.returncode not in (0, 1):
        return None
    rows = [row.strip() for row in (done.stdout + done.stderr).splitlines() if row.startswith("    ")]
    return "" if done.returncode == 0 else "; ".join(rows)[:600] or "it has mistakes"


def _codex(place: Place) -> str | None:
    """Ask Codex's ``hooks/list`` whether our entry is known, trusted and enabled."""
    client: dict[str, object] = {"clientInfo": {"name": "failshut", "version": "0"}}
    asked: tuple[dict[str, object], ...] = (
        {"id": 1, "method": "initialize", "params": client},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [place.root]}},
    )
    answer = _spoken(place, asked, 2)
    if answer is None:
        return None
    hooks = [hook for row in answer.get("data", []) for hook in row.get("hooks", [])]
    ours = [hook for hook in hooks if LAUNCHER in str(hook.get("command"))]
    ours = [hook for hook in ours if ":pre_tool_use:" in str(hook.get("key"))]
    if not ours:
        return "it knows no hook of ours"
    bad = [hook for hook in ours if hook.get("trustStatus") not in ("trusted", "managed")]
    told = [f"{hook.get('key')} is {hook.get('trustStatus')}" for hook in bad]
    told += [f"{hook.get('key')} is disabled" for hook in ours if hook.get("enabled") is False]
    return "" if len(told) < len(ours) else "; ".join(told)


def _spoken(place: Place, messages: tuple[dict[str, object], ...], wanted: int) -> dict[str, Any] | None:
    """Send messages to Codex's server, a line of JSON each; returns the result of the ``wanted`` one."""
    try:
        process = subprocess.Popen(
            [place.program, "app-server"], cwd=place.root, env=place.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
    except OSError:
        return None
    try:
        assert process.stdin is not None and process.stdout is not None
        for message in messages:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not select.select([process.stdout], [], [], 1)[0]:
                continue
            line = process.stdout.readline()
            if not line:
                return None
            value = json.loads(line)
            if value.get("id") == wanted:
                result = value.get("result")
                return result if isinstance(result, dict) else None
        return None
    except (OSError, ValueError):
        return None
    finally:
        process.kill()
        process.wait()


def _antigravity(place: Place) -> str | None:
    """Ask ``agy -p /hooks`` which hooks it has loaded (documented; never run on the real program)."""
    done = place.run("-p", "/hooks", "--output-format", "json")
    if done is None or done.returncode != 0:
        return None
    try:
        hooks = json.loads(done.stdout)["command"]["data"]["hooks"]
        ours = [hook for hook in hooks if _runs_us(hook)]
        if not ours:
            return "it has loaded no hook of ours"
        return "; ".join(f"{hook['name']} is disabled" for hook in ours if hook.get("enabled") is False)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _runs_us(hook: dict[str, Any]) -> bool:
    return any(LAUNCHER in str(action.get("command")) for action in hook.get("actions", ()))


CHECKS: dict[str, Callable[[Place], str | None]] = {
    "claude-code": _claude,
    "codex": _codex,
    "kimi": _kimi,
    "antigravity": _antigravity,
}
"""The hosts with a check that asks no model: "" = nothing wrong, None = no answer."""
