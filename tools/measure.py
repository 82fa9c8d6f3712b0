"""Run the recorded outcomes of hooks anew on a real agent, and compare with what `interpret` says.

    python tools/measure.py HOST --agent PATH [--only TEXT] [--out FILE]

Each recorded run of one command hook before a tool call becomes a hook that does the same (exit, streams,
signal, time), wired alone in a throw-away home; the agent is really run, with a scripted model.  What
becomes of the call, and what the model reads, is compared with `interpret` for the agent's version:
unchanged, changed, new (`interpret` knows no effect) or skipped, with the reason.  Exit 1: something
changed.  FILE gets a proposal for the contract: a line for each cell that changed, with version and date.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src")]

from failshut.doctor import surroundings  # noqa: E402
from failshut.interpret import Run, contract, interpret  # noqa: E402
from failshut.interpret.rows import run_from_row  # noqa: E402
from failshut.prove import dialects, recipes, session  # noqa: E402
from failshut.prove.recipe import TASK  # noqa: E402
from failshut.prove.script import Script, Talk  # noqa: E402
from failshut.prove.stage import Stage, Trial  # noqa: E402
from failshut.wire.entries import WIRINGS  # noqa: E402
from failshut.wire.plan import editor  # noqa: E402
from failshut.wire.wiring import Entry, Wiring  # noqa: E402

ROWS = HERE.parent / "tests" / "fixtures" / "outcomes"
CALL = "touch RAN; echo TOOL-OUTPUT"
MOST = 4000
"""Characters of a stream above which a row isn't run anew."""
USUAL = ("settings.json", "hooks.json", ".github/hooks", "config.toml")
"""What the place of a row's hook holds, for places that read like the user's own file."""
ASK_NOTHING = ("--dangerously-skip-permissions", "--allow-all-tools")
SHORT = 2
"""Seconds of the timeout of a hook that is to run out of time."""
TIMEOUTS = {"copilot": ("timeoutSec", 1), "gemini": ("timeout", 1000)}
"""The key of a timeout and its units in a second, where they aren't ``timeout`` and 1."""
UNCHANGED, CHANGED, NEW, SKIPPED = "unchanged", "changed", "new", "skipped"

Row = Mapping[str, object]


@dataclass(frozen=True)
class Measured:
    """What came of one row: ``says`` is the prediction, ``saw`` the run."""

    case: str
    state: str
    cell: str = ""
    says: str = ""
    saw: str = ""
    why: str = ""


def rows(host: str) -> Iterator[Row]:
    """Yield the recorded rows of calls to the shell."""
    for line in (ROWS / host / "pre-tool.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def not_run(host: str, row: Row) -> str:
    """Say why a row can't be run anew ("" = it can)."""
    hook = row.get("hook")
    if not isinstance(hook, dict):
        return "no hook, or several"
    wiring = hook.get("wiring") or {}
    shell = recipes.load(host).shell("").tool
    known = (contract(host).phrase("facts/shell-tool"), shell)
    if wiring.get("type", "command") != "command" or row.get("tool") not in known:
        return "not a command hook on the shell"
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
    usual = {"flags", "args", "bypass_hook_trust", "bypass_approvals", "model", "trust", "provider",
             "repo_hooks_trusted", "onFailure"}  # fmt: skip
    if isinstance(switches, dict) and set(switches) - usual:
        return f"a session of another kind: {', '.join(sorted(set(switches) - usual))}"
    if hook.get("exit") is None and hook.get("signal") is None and not hook.get("timed_out"):
        return "how it ended wasn't recorded"
    return ""


def arguments(host: str, row: Row) -> tuple[str, ...]:
    """Return the agent's arguments: those of its recipe, with the row's own permission flags."""
    found = recipes.load(host).arguments
    switches = row.get("switches")
    held = switches if isinstance(switches, dict) else {}
    if host == "codex":
        return (*found, "--dangerously-bypass-hook-trust")
    if isinstance(held.get("flags"), list):
        return (*(one for one in found if one not in ASK_NOTHING), *map(str, held["flags"]))
    if host == "copilot" and isinstance(held.get("args"), list):
        return (*(one for one in found if one not in ASK_NOTHING and one != "--no-color"), *held["args"])
    return found


def program(hook: Mapping[str, object], folder: Path) -> str:
    """Write a hook that does what the row says; returns its command."""
    for name in ("stdout", "stderr"):
        (folder / name).write_text(str(hook.get(name) or ""), "utf-8")
    signal = hook.get("signal")
    end = f"exit {hook['exit']}" if isinstance(hook.get("exit"), int) else ""
    if hook.get("timed_out"):
        end = f"sleep {SHORT * 4}; {end or 'exit 0'}"
    elif signal is not None:
        end = f"kill -{str(signal).removeprefix('SIG')} $$"
    path = folder / "hook.sh"
    body = f'cd "{folder}"\ncat >/dev/null\ntouch fired\ncat stdout\ncat stderr >&2\n{end}\n'
    path.write_text(body, "utf-8")
    return f"sh {shlex.quote(str(path))}"


def entry(host: str, command: str, row: Row) -> Entry:
    """Return the handler that runs ``command`` as the row's was wired."""
    hook = row["hook"]
    assert isinstance(hook, dict)
    wiring = hook.get("wiring") or {}
    found: Entry = {"type": "command", ("bash" if host == "copilot" else "command"): command}
    key, unit = TIMEOUTS.get(host, ("timeout", 1))
    seconds = SHORT if hook.get("timed_out") else 30
    found |= {key: seconds * unit}
    more = wiring.get("extra")
    found |= dict(more) if isinstance(more, dict) else {}
    if host == "kimi":
        del found["type"]
    return {name: value for name, value in found.items() if name not in ("script", "matcher")}


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


def measured(order: session.Order, row: Row, version: str) -> Measured:
    """Run a row anew."""
    host, case = order.host, str(row["case"])
    why = not_run(host, row)
    if why:
        return Measured(case, SKIPPED, why=why)
    with tempfile.TemporaryDirectory(prefix="failshut-measure-") as folder:
        recipe = replace(recipes.load(host), arguments=arguments(host, row))
        place = Stage(Path(folder).resolve(), host, recipe, order.program, dict(order.environment))
        hook = row["hook"]
        assert isinstance(hook, dict)
        box = place.base / "hook"
        box.mkdir()
        handler = entry(host, program(hook, box), row)
        wire(host, str(row["event"]), place, handler)
        place.write()
        session.stage.repository(place.project)
        trial = place.run(Script((Talk(TASK, (recipe.shell(CALL),)),)))
        return compared(host, case, row, handler, place, trial, version)


def compared(
    host: str, case: str, row: Row, handler: Entry, place: Stage, trial: Trial, version: str
) -> Measured:
    """Compare what happened with the prediction."""
    recorded = run_from_row(row["hook"])  # type: ignore[arg-type]
    event = str(row["event"])
    run = Run(recorded.exit, recorded.signal, recorded.stdout, recorded.stderr, recorded.timed_out,
              wiring={**handler, "type": "command", "event": event, "where": str(place.wired)})  # fmt: skip
    says = interpret(host, event, [run], tool=str(row["tool"]), switches=row.get("switches") or {},
                     call_text=CALL, version=version or None)  # type: ignore[arg-type]  # fmt: skip
    if len(trial.requests) < 2:
        return Measured(case, SKIPPED, says.cell, why="the agent ended before the model read a result")
    ran = (place.project / "RAN").exists()
    text = result(trial)
    saw = "ran" if ran else "refused"
    if not (place.base / "hook" / "fired").exists():
        return Measured(case, SKIPPED, says.cell, why="the hook never ran")
    if says.effect == "unknown":
        return Measured(case, NEW, says.cell, "unknown", f"{saw}: {text[:200]}")
    wanted = "ran" if says.effect in ("ran", "context-added", "replaced") else "refused"
    same = wanted == saw and (wanted == "ran" or says.model_text is None or _within(says.model_text, text))
    told = f"{wanted}: {(says.model_text or '')[:200]}"
    return Measured(case, UNCHANGED if same else CHANGED, says.cell, told, f"{saw}: {text[:200]}")


def _within(wanted: str, text: str) -> bool:
    text = re.sub(r"Wall time: \d+\.\d+", "Wall time: 0.000", text)  # Kimi's clock
    return " ".join(wanted.split()) in " ".join(text.split())


def result(trial: Trial) -> str:
    """Return the text of the last tool result that the model was sent."""
    for request in reversed(trial.requests):
        body = json.loads(request)
        for dialect in dialects.DIALECTS.values():
            try:
                found = dialect.hear(body).results
            except (KeyError, TypeError, AttributeError):
                continue
            if found:
                return found[-1]
    return ""


def proposal(host: str, version: str, found: list[Measured]) -> str:
    """Return a TOML text with a line for each cell that changed."""
    today = datetime.date.today()
    lines = [f"# {contract(host).title} {version}, {today}: what a run of tools/measure.py saw otherwise."]
    for one in found:
        if one.state in (CHANGED, NEW):
            lines += [f"# {one.case}", f"#   interpret: {one.says!r}", f"#   seen:      {one.saw!r}"]
            effect = "ran" if one.saw.startswith("ran") else "blocked"
            name = f"{one.cell.partition('/')[2]}@{version}"
            lines.append(
                f'"{name}" = {{ effect = "{effect}", evidence = "measured", version = "{version}", '
                f'date = {today}, source = "{one.case}, run anew" }}'
            )
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Measure a host; returns the exit code."""
    parser = argparse.ArgumentParser(prog="measure.py", description="Run recorded outcomes anew.")
    parser.add_argument("host", choices=[host for host in WIRINGS if host not in recipes.UNPROVED])
    parser.add_argument("--agent", default="", help="the agent's program; default: the one on PATH")
    parser.add_argument("--only", default="", help="cases whose name holds this text")
    parser.add_argument("--out", type=Path, help="file for the proposal")
    given = parser.parse_args(arguments)
    program_path = (
        os.path.abspath(given.agent) if given.agent else session.program_of(given.host, os.environ)
    )
    if not program_path:
        parser.error("its program isn't on PATH: name it with --agent")
    order = session.order(given.host, program_path, "", False, os.environ, ())
    version = surroundings.version_of(order.start, order.environment)
    found = []
    for row in rows(given.host):
        if given.only in str(row["case"]):
            one = measured(order, row, version)
            found.append(one)
            if one.state not in (UNCHANGED, SKIPPED):
                print(f"{one.state}: {one.case} ({one.cell})")
                print(f"  interpret: {one.says}\n  seen:      {one.saw}", flush=True)
    count = Counter(one.state for one in found)
    print(f"{given.host} {version}: " + ", ".join(f"{number} {state}" for state, number in count.items()))
    for why, number in Counter(one.why for one in found if one.state == SKIPPED).most_common():
        print(f"  skipped {number}: {why}")
    if given.out:
        given.out.write_text(proposal(given.host, version, found), "utf-8")
    return 1 if count[CHANGED] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
