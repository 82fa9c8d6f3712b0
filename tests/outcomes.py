"""Compare what the contracts predict for recorded rows with what the real hosts did.

``mismatches`` says what differs, ``excuse`` which entry of ``unexplained.toml`` lets it go.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from failshut.interpret import event_from_row, interpret, runs_from_row
from failshut.interpret.configured import doubts, files_from_row, has_handler, is_cut
from failshut.simulate.rows import answer

FIXTURES = Path(__file__).parent / "fixtures" / "outcomes"
HOSTS = ("claude-code", "codex", "copilot", "gemini", "kimi")
FILES = ("pre-tool", "events", "config")
CUT = 600  # rows cut texts here and note the full length
Row = dict[str, Any]


@dataclass(frozen=True)
class Seen:
    """What was predicted for a row; ``loaded`` and ``entries`` only for rows of config files."""

    effect: str
    model_text: str | None
    model_extra: list[str]
    user_text: str | None
    cell: str
    loaded: bool | None = None
    entries: int = 0


def load(host: str, file: str) -> list[Row]:
    """Return the rows of one file, each with the file's name."""
    lines = (FIXTURES / host / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) | {"file": file} for line in lines]


LET_GO = {
    host: tomllib.loads((FIXTURES / host / "unexplained.toml").read_text(encoding="utf-8"))["let-go"]
    for host in HOSTS
}


def predicted(row: Row) -> Seen:
    """Predict a row."""
    if row["file"] == "config":
        said = answer({key: value for key, value in row.items() if key != "file"})
        return Seen(
            str(said["effect"]),
            said["model_text"],  # type: ignore[arg-type]
            said.get("model_extra", []),  # type: ignore[arg-type]
            said["user_text"],  # type: ignore[arg-type]
            str(said.get("cell", "")),
            said["hooks_loaded"],  # type: ignore[arg-type]
            len(said["entries"]),  # type: ignore[arg-type]
        )
    outcome = interpret(
        row["host"],
        event_from_row(row),
        runs_from_row(row),
        tool=row["tool"],
        switches=row["switches"],
        call_text=call_text(row),
        version=row["host_version"],
    )
    extra = list(outcome.model_extra)
    return Seen(outcome.effect, outcome.model_text, extra, outcome.user_text, outcome.cell)


def call_text(row: Row) -> str:
    """Take the call that the host repeats from its own text: the row doesn't carry it."""
    text = row["model_text"] or ""
    repeated = re.search(r"\. Command: (.*)\Z", text, re.S) if row["host"] == "codex" else None
    denied = re.search(r"with command (.*) has been denied\.\Z", text)
    started = re.search(r"\n\n(.*)\Z", text, re.S) if row["event"] == "subagentStart" else None
    found = repeated or denied or started
    return found[1] if found else ""


def recorded(row: Row) -> str | None:
    """Return the row's text without what differs from run to run (Kimi's clock, ids, paths)."""
    text: str | None = row.get("model_text")
    if text is None or row["host"] != "kimi":
        return text
    text = re.sub(r"\AWall time: \d+\.\d+ s", "Wall time: 0.000 s", text)
    text = re.sub(r"^tool_call_id: .*$", "tool_call_id: <id>", text, flags=re.M)
    return re.sub(r"^output_path: .*$", "output_path: <path>", text, flags=re.M)


def is_text_cut(row: Row) -> bool:
    """Say whether the row holds the head of its text only."""
    text = row.get("model_text")
    return text is not None and len(text) >= CUT and row.get("model_text_len", 0) > len(text)


def same_text(row: Row, seen: Seen) -> bool:
    want, got = recorded(row), seen.model_text
    if want is None or got is None:
        return want is got
    if is_text_cut(row):
        return got.startswith(want.removesuffix("…"))
    if str(row.get("tool")).startswith("exec (code mode)"):
        return want.endswith(got)  # what a JS program makes of the exception stands before it
    if any(kind(hook) not in ("command", "http") for hook in hooks(row)) and "?" in got:
        # Notes leave the reason of such an answer out; "?" stands for it.
        return re.fullmatch(re.escape(got).replace(r"\?", ".+"), want, re.S) is not None
    return got == want


def hooks(row: Row) -> list[Row]:
    """Return the hooks of a row that has some."""
    return row.get("hooks") or ([row["hook"]] if row.get("hook") else [])


def kind(hook: Row) -> str:
    return str(hook["wiring"].get("type") or "command")


def fired(row: Row) -> bool:
    """Say whether a hook of the row ran, as far as it is recorded."""
    if row["file"] == "config":
        return row.get("fired") is True or (row.get("fired") is None and row["hooks_loaded"] is True)
    return bool(hooks(row)) and row.get("fired") is not False


def mismatches(row: Row, seen: Seen) -> list[str]:
    """Return what differs: loaded, effect, text or length."""
    if row["file"] == "config":
        return _config_mismatches(row, seen)
    # "other" stands in the rows for what the hook can't tell; so does our "unknown".
    effect = "unknown" if row["effect"] == "other" else row["effect"]
    found = [] if seen.effect == effect else ["effect"]
    if not same_text(row, seen):
        found.append("text")
    elif is_text_cut(row) and len(seen.model_text or "") != row["model_text_len"]:
        found.append("length")
    return found


def _config_mismatches(row: Row, seen: Seen) -> list[str]:
    told = row["hooks_loaded"]
    # A matcher that didn't fire can't be told from a hook that isn't there.
    missed = told is None and row.get("fired") is False and "matcher" in row["what"]
    if (seen.loaded is True) if missed else (told is not None and seen.loaded is not told):
        return ["loaded"]
    if row["effect"] == "other":
        return []
    if (row["effect"] == "ended") != (seen.effect == "ended"):
        return ["effect"]
    if not fired(row):
        return []
    if seen.effect != row["effect"]:
        return ["effect"]
    return [] if same_text(row, seen) else ["text"]


OWN = {"not-called", "mode-asked", "mode-checked", "rule-asked", "refused", "person-asked"}
KINDS: dict[str, Callable[[Row, Seen], bool]] = {
    "own-text": lambda row, seen: seen.model_text is None and seen.cell.split("/")[-1] in OWN,
    "screen": lambda row, seen: row["switches"].get("ui") == "interactive" and not row["model_text"],
    "pointer": lambda row, seen: row["model_text_len"] > len(seen.model_text or "") >= CUT,
    "no-hook": lambda row, seen: not hooks(row) and row["effect"] in ("other", "ended"),
    "tool-output": lambda row, seen: row["effect"] == seen.effect == "replaced",
    "quotes": lambda row, seen: straight(seen.model_text) == straight(row["model_text"]),
    "call-cut": lambda row, seen: is_text_cut(row) and len(call_text(row)) < CUT,
    "line-end": lambda row, seen: (
        abs(len(seen.model_text or "") - row["model_text_len"]) == 1
        and any("stderr_len" in hook for hook in hooks(row))
    ),
    "preamble": lambda row, seen: (row["model_text"] or "").startswith("<session_context>"),
    "before-hooks": lambda row, seen: row["fired"] is False and seen.cell.endswith("/not-called"),
    # Rows of configuration files.
    "cut-config": lambda row, seen: seen.loaded is None and is_cut(row),
    "told-in-words": lambda row, seen: seen.loaded is None and doubts(row, not row["hooks_loaded"]),
    "guard-elsewhere": lambda row, seen: seen.loaded is None and not has_handler(files_from_row(row)),
    "script": lambda row, seen: seen.effect == "unknown" and seen.entries > 0,
    "last-to-end": lambda row, seen: seen.entries > 1 and seen.effect == row["effect"],
    "no-model": lambda row, seen: row["effect"] == "ended" and not seen.entries,
}


def straight(text: str | None) -> str:
    return (text or "").translate({0x2018: "'", 0x2019: "'"})


def excuse(row: Row, seen: Seen, what: str) -> str | None:
    """Return the kind of the entry that lets this mismatch go, the narrowest first."""
    entries = sorted(LET_GO[row["host"]], key=lambda entry: entry["kind"] == "pointer")
    for entry in entries:
        fits = (entry["rows"], entry["what"]) == (row["file"], what)
        if fits and KINDS[entry["kind"]](row, seen):
            return str(entry["kind"])
    return None
