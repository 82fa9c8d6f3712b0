"""The forms that articles recommend or warn of: what was measured as sound is clean, the rest is found.

The articles themselves are not a part of the project: the tests read them where they stand beside it, and
skip elsewhere.  Each block is put where its text says that it goes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from failshut.lint.engine import lint
from failshut.lint.project import Project

SEEDS = Path(__file__).resolve().parents[2].parent / "shared" / "seeds"
pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the articles don't stand beside the project")
SETTINGS, COPILOT, CURSOR = ".claude/settings.json", ".github/hooks/guard.json", ".cursor/hooks.json"
CODEX, GEMINI, KIMI = ".codex/hooks.json", ".gemini/settings.json", "kimi.plugin.json"


def seed(number: int) -> str:
    """Return an article's text."""
    return next(SEEDS.glob(f"{number:03}_*")).read_text("utf-8")


def block(text: str, start: str, end: str) -> str:
    """Return the piece of a text from one mark to the end of the other."""
    begin = text.index(start)
    return text[begin : text.index(end, begin) + len(end)]


def found(tmp_path: Path, files: dict[str, str], *hosts: str) -> set[str]:
    """Return the rules that find something in a tree of these files."""
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    report = lint(Project(tmp_path, named=frozenset(hosts)))
    assert not report.crashes
    return {one.rule.id for one in report.findings}


def grouped(event: str, command: str, **more: object) -> str:
    handler = {"type": "command", "command": command, **more}
    return json.dumps({"hooks": {event: [{"hooks": [handler]}]}})


def flat(event: str, command: str, **more: object) -> str:
    return json.dumps({"version": 1, "hooks": {event: [{"type": "command", "bash": command, **more}]}})


def python_refusal() -> str:
    return "import sys\n\n" + block(seed(0), "print(", "sys.exit(2)") + "\n"


def answer(number: int) -> str:
    """Return a script that prints one of the article's JSON answers: the first one is Claude Code's."""
    text = seed(0)
    blocks = []
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at = text.find("{", at + 1)
            continue
        blocks.append(value)
        at = text.find("{", end)
    return f"cat > /dev/null\ncat <<'EOF'\n{json.dumps(blocks[number])}\nEOF\n"


def test_exit_two_with_stderr_is_sound_on_claude_code(tmp_path: Path) -> None:
    wired = grouped("PreToolUse", "python3 guard.py", timeout=10, onFailure="block")
    assert found(tmp_path, {SETTINGS: wired, "guard.py": python_refusal()}) == set()


def test_exit_two_alone_is_not_read_on_copilot(tmp_path: Path) -> None:
    wired = flat("preToolUse", "python3 guard.py", timeoutSec=10)
    assert found(tmp_path, {COPILOT: wired, "guard.py": python_refusal()}) == {"stderr-only-reason"}


CLAUDE = grouped("PreToolUse", "bash guard.sh", timeout=10, onFailure="block")
FLAT = flat("preToolUse", "bash guard.sh", timeoutSec=10)
CLOSED = flat("preToolUse", "bash guard.sh", timeout=10, failClosed=True).replace('bash"', 'command"')
RINGED = "bash guard.sh || exit 2"
PLUGIN = json.dumps({"name": "x", "hooks": [{"event": "PreToolUse", "command": RINGED, "timeout": 10}]})
OPEN = grouped("PreToolUse", "bash guard.sh", timeout=10)


@pytest.mark.parametrize(
    ("number", "file", "wired", "rules"),
    [
        (0, SETTINGS, CLAUDE, set()),
        (0, COPILOT, FLAT, {"foreign-deny-shape"}),
        (1, COPILOT, FLAT, set()),
        (1, SETTINGS, CLAUDE, {"foreign-deny-shape"}),
        (2, CURSOR, CLOSED, {"agent-message-only"}),
        (3, GEMINI, grouped("BeforeTool", RINGED, timeout=10000), set()),
        (3, SETTINGS, OPEN, {"foreign-deny-shape", "no-failure-switch"}),
        (4, KIMI, PLUGIN, set()),
        (4, CODEX, grouped("PreToolUse", RINGED, timeout=10), {"missing-event-name"}),
    ],
)
def test_each_hosts_deny_json_is_sound_there_and_found_elsewhere(
    tmp_path: Path, number: int, file: str, wired: str, rules: set[str]
) -> None:
    assert found(tmp_path, {file: wired, "guard.sh": answer(number)}) == rules


def test_a_key_in_kimis_rule_is_found(tmp_path: Path) -> None:
    entry = {
        "event": "PreToolUse",
        "command": "bash guard.sh || exit 2",
        "timeout": 10,
        "reason": "no grep here",
    }
    wired = json.dumps({"name": "x", "hooks": [entry]})
    assert "unknown-key" in found(tmp_path, {KIMI: wired, "guard.sh": answer(4)})


def test_the_retry_script_cannot_run_and_grants_too_much(tmp_path: Path) -> None:
    script = block(seed(1), "const input", "process.exit(0);")
    wired = block(seed(1), '{\n  "hooks"', "\n}").replace("~/.claude/hooks/", ".claude/hooks/")
    rules = found(tmp_path, {SETTINGS: wired, ".claude/hooks/allow-retry.mjs": script})
    assert rules == {"script-broken", "retry-too-wide"}


def guard() -> str:
    return block(seed(3), "#!/usr/bin/env bash", "\nesac")


def test_the_portable_guard_holds_copilots_pipe_and_is_not_read_there(tmp_path: Path) -> None:
    wired = block(seed(3), '{\n  "version": 1,\n  "hooks": {\n    "preToolUse"', "\n}")
    rules = found(tmp_path, {COPILOT: wired, "scripts/agent-guard.sh": guard()})
    assert {"watchdog-holds-pipes", "stderr-only-reason"} <= rules


def test_the_shared_args_wiring_runs_the_payload_elsewhere(tmp_path: Path) -> None:
    wired = block(seed(3), '{\n  "hooks": {\n    "PreToolUse"', "\n}")
    rules = found(tmp_path, {SETTINGS: wired, "scripts/agent-guard.sh": guard()}, "copilot")
    assert {"interpreter-args", "shared-settings"} <= rules


def test_a_comment_from_an_article_drops_the_file(tmp_path: Path) -> None:
    wired = block(seed(3), "// .claude/settings.json", "\n}")
    rules = found(tmp_path, {SETTINGS: wired, "scripts/agent-guard.sh": guard()})
    assert "not-strict-json" in rules


@pytest.mark.parametrize("event", ["PermissionRequest", "PermissionDenied"])
def test_a_judge_where_its_no_is_ignored_is_found(tmp_path: Path, event: str) -> None:
    text = re.search(r"Block any Bash command that reads \.env files", seed(2))
    assert text is not None
    handler = {"type": "prompt", "prompt": text[0], "model": "m"}
    wired = json.dumps({"hooks": {event: [{"hooks": [handler]}]}})
    assert "judge-ignored" in found(tmp_path, {SETTINGS: wired})


def test_an_order_to_a_judge_is_found_before_it_was_mended(tmp_path: Path) -> None:
    handler = {"type": "prompt", "prompt": "Block any Bash command that reads .env files", "model": "m"}
    wired = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [handler]}]}})
    (tmp_path / ".claude").mkdir()
    (tmp_path / SETTINGS).write_text(wired, "utf-8")
    old = lint(Project(tmp_path, {"claude-code": "2.1.293"})).findings
    new = lint(Project(tmp_path, {"claude-code": "2.1.294"})).findings
    assert "judge-imperative" in {one.rule.id for one in old} - {one.rule.id for one in new}
    assert "judge-alone" in {one.rule.id for one in new}


def test_a_warning_with_exit_zero_is_a_diary(tmp_path: Path) -> None:
    assert "exit 2 instead" in seed(4)
    says = "    print('Warning: never force-push', file=sys.stderr)\n"
    script = f"import sys\n\nif '--force' in sys.stdin.read():\n{says}sys.exit(0)\n"
    wired = grouped("PreToolUse", "python3 check.py", timeout=10, onFailure="block")
    assert found(tmp_path, {SETTINGS: wired, "check.py": script}) == {"warning-exit-zero"}
