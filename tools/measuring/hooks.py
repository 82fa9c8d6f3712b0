"""Make a hook that does what a recorded one did, and wire it alone in a throw-away home."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from failshut.interpret import run_from_row
from failshut.prove import recipes
from failshut.prove.recipe import TASK
from failshut.prove.script import Script, Step, Talk
from failshut.prove.stage import Stage
from failshut.wire.entries import WIRINGS
from failshut.wire.plan import editor
from failshut.wire.wiring import Entry, Wiring
from measuring.found import Row

MOST = 4000
"""Characters of a stream above which a row isn't run anew."""
USUAL = ("settings.json", "hooks.json", ".github/hooks", "config.toml")
"""What the place of a row's hook holds, for places that read like the user's own file."""
ASK_NOTHING = ("--dangerously-skip-permissions", "--allow-all-tools", "--yolo")
SHORT = 2
"""Seconds of the timeout of a hook that is to run out of time."""
TIMEOUTS = {"copilot": ("timeoutSec", 1), "gemini": ("timeout", 1000)}
"""The key of a timeout and its units in a second, where they aren't ``timeout`` and 1."""
JUDGE = "FAILSHUT-JUDGE"
"""Stands in the text of a prompt hook, so that the model knows the request that judges."""
SWITCHES = {"flags", "args", "bypass_hook_trust", "bypass_approvals", "model", "trust", "provider",
            "repo_hooks_trusted", "onFailure", "continueOnBlock", "harness"}  # fmt: skip
"""Switches that a run anew has, or doesn't need."""


def wiring_of(row: Row) -> Mapping[str, object]:
    """Return how the row's only hook was wired."""
    hook = row.get("hook")
    held = hook.get("wiring") if isinstance(hook, dict) else None
    return held if isinstance(held, dict) else {}


def not_done(row: Row) -> str:
    """Say why the row's hook can't be made anew ("" = it can)."""
    hook = row.get("hook")
    if not isinstance(hook, dict):
        return "no hook, or several"
    wiring = wiring_of(row)
    kind = wiring.get("type") or "command"
    if kind not in ("command", "prompt"):
        return f"a hook of the type {kind}"
    if hook.get("spawn_error") or hook.get("holds_pipe") or wiring.get("args") or wiring.get("async"):
        return "how it is started, or what it leaves behind, isn't done anew"
    streams = [str(hook.get(name) or "") for name in ("stdout", "stderr")]
    if max(map(len, streams)) > MOST or hook.get("stdout_len") or hook.get("stderr_len"):
        return "a long stream"
    if any("\\x" in text or "\ufffd" in text for text in streams):
        return "bytes that are no text"
    if not any(word in str(wiring.get("where")) for word in USUAL):
        return f"wired in {wiring.get('where')}"
    switches = row.get("switches")
    why = another_session(switches if isinstance(switches, dict) else {})
    if why:
        return why
    if kind == "prompt":
        late = "a judging model that doesn't answer isn't done anew"
        return late if hook.get("timed_out") else ""
    if hook.get("exit") is None and hook.get("signal") is None and not hook.get("timed_out"):
        return "how it ended wasn't recorded"
    return ""


def another_session(switches: Mapping[str, object]) -> str:
    """Say what of a row's session a run anew can't have ("" = nothing)."""
    strange = sorted(set(switches) - SWITCHES)
    if strange:
        return f"a session of another kind: {', '.join(strange)}"
    return (
        "" if str(switches.get("trust", "=true")).endswith("=true") else "a folder trusted in another way"
    )


def arguments(host: str, row: Row) -> tuple[str, ...]:
    """Return the agent's arguments: those of its recipe, with the row's own flags."""
    found = recipes.load(host).arguments
    switches = row.get("switches")
    held = switches if isinstance(switches, dict) else {}
    own = held.get("flags", held.get("args"))
    if host == "codex":
        trust = ("--dangerously-bypass-hook-trust",) if held.get("bypass_hook_trust", True) else ()
        asks = held.get("bypass_approvals") is False
        kept = (one for one in found if not asks or one != "--dangerously-bypass-approvals-and-sandbox")
        return (*kept, *trust, *map(str, own or ()))
    if host in ("claude-code", "copilot") and isinstance(own, list):
        bare = (one for one in found if one not in ASK_NOTHING and one != "--no-color")
        return (*bare, *map(str, own))
    return found


def program(hook: Mapping[str, object], folder: Path, *, once: bool = False) -> str:
    """Write a hook that does what the row says, ``once`` = silent when it is called again.

    Returns its command.  It leaves ``fired`` beside it.
    """
    for name in ("stdout", "stderr"):
        (folder / name).write_text(str(hook.get(name) or ""), "utf-8")
    signal = hook.get("signal")
    end = f"exit {hook['exit']}" if isinstance(hook.get("exit"), int) else ""
    if hook.get("timed_out"):
        end = f"sleep {SHORT * 4}; {end or 'exit 0'}"
    elif signal is not None:
        end = f"kill -{str(signal).removeprefix('SIG')} $$"
    again = "[ -e fired ] && exit 0\n" if once else ""
    path = folder / "hook.sh"
    body = f'cd "{folder}"\ncat >/dev/null\n{again}touch fired\ncat stdout\ncat stderr >&2\n{end}\n'
    path.write_text(body, "utf-8")
    return f"sh {shlex.quote(str(path))}"


def entry(host: str, row: Row, folder: Path, *, once: bool = False) -> Entry:
    """Return the handler that stands for the row's, wired as that was; ``folder`` gets its files."""
    hook = row["hook"]
    assert isinstance(hook, dict)
    wiring = wiring_of(row)
    if wiring.get("type") == "prompt":
        found: Entry = {"type": "prompt", "prompt": f"{JUDGE} {wiring.get('prompt')}"}
    else:
        key = "bash" if host == "copilot" else "command"
        found = {"type": "command", key: program(hook, folder, once=once)}
    name, unit = TIMEOUTS.get(host, ("timeout", 1))
    found |= {name: (SHORT if hook.get("timed_out") else 30) * unit}
    more = wiring.get("extra")
    found |= dict(more) if isinstance(more, dict) else {}
    if host == "kimi":
        del found["type"]
    return {key: value for key, value in found.items() if key not in ("script", "matcher")}


def judging(row: Row) -> str:
    """Return what the judging model answers in a row of a prompt hook."""
    return run_from_row(row["hook"]).stdout  # type: ignore[arg-type]


def script(*steps: Step, judge: str = "") -> Script:
    """Return a model that takes the steps in the main conversation, and judges as it is told."""
    first = (Talk(JUDGE, (), judge),) if judge else ()
    return Script((*first, Talk(TASK, steps)))


def wire(host: str, event: str, place: Stage, handler: Entry) -> None:
    """Wire the handler alone in the throw-away home."""
    wiring = WIRINGS[host]
    form = Wiring(
        user=wiring.user, project="", parent=wiring.parent, events=("hooks",) if wiring.toml else (event,),
        element=lambda line: _element(wiring, event, handler), top=wiring.top, grouped=wiring.grouped,
        comments=wiring.comments, toml=wiring.toml,
    )  # fmt: skip
    data, _ = editor(form).put(b"", form, lambda word: "", str(place.wired))
    place.wired.parent.mkdir(parents=True, exist_ok=True)
    place.wired.write_bytes(data)


def _element(wiring: Wiring, event: str, handler: Entry) -> Entry:
    if wiring.grouped:
        return {"hooks": [handler]}
    return {"event": event, **handler} if wiring.toml else handler
