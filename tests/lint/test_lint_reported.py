"""Set-ups in which people's guards failed in silence, each found from its files.

Each row is a report of the field, made anew: the files, and a rule that finds it there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from failshut.lint.engine import lint
from failshut.lint.project import Project

READ = "cmd=$(jq -er .tool_input.command) || { echo unreadable >&2; exit 2; }\n"
REFUSE = 'if [[ $cmd == *"--force"* ]]; then\n  echo "Push to a new branch instead." >&2\n  exit 2\nfi\n'
BASH = "#!/usr/bin/env bash\n"
GUARD = BASH + READ + REFUSE
ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'


def claude(command: str, **more: object) -> str:
    handler = {"type": "command", "command": command, **more}
    return json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [handler]}]}}, indent=1)


def flat(command: str, event: str = "preToolUse", **more: object) -> str:
    return json.dumps({"version": 1, "hooks": {event: [{"type": "command", "bash": command, **more}]}})


def cursor(command: str, **more: object) -> str:
    return json.dumps({"version": 1, "hooks": {"preToolUse": [{"command": command, **more}]}})


def gemini(command: str) -> str:
    handler = {"type": "command", "command": command, "timeout": 9000}
    return json.dumps({"hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": [handler]}]}})


SETTINGS, COPILOT, CURSOR = ".claude/settings.json", ".github/hooks/guard.json", ".cursor/hooks.json"
CODEX, GEMINI = ".codex/hooks.json", ".gemini/settings.json"
JUDGE_LATE = BASH + READ + REFUSE.replace("exit 2", "exit 1")

ASK = ALLOW.replace("allow", "ask")
NO_REASON = ALLOW.replace("allow", "deny").replace('"}}', '","reason":"Push to a new branch."}}')
TOO_LONG = 'if [ "${#cmd}" -gt 100000 ]; then\n  echo "blocked: too long to check" >&2\n  exit 0\nfi\n'
NO_POLICY = '[ -s policy.toml ] || { echo "blocked: no policy" >&2; exit 1; }\n'
REASON_ONLY = (
    'cmd=$(jq -r .toolArgs)\nif [[ $cmd == *--force* ]]; then\n  echo \'{"reason":"no force"}\'\nfi\n'
)
ON_STDOUT = GUARD.replace(" >&2\n  exit 2\nfi", "\n  exit 2\nfi")
RINGED = "bash guard.sh || exit 2"
PLAIN = claude("bash guard.sh")

ROWS: list[tuple[str, dict[str, str], str, str, str]] = [
    ("called directly without the executable bit", {SETTINGS: claude("./guard.sh")}, GUARD,
     "script-not-executable", ""),
    ("the script has moved, read by Python",
     {SETTINGS: claude("python3 hooks/guard.py")}, "", "script-missing", ""),
    ("the script has moved, read by a shell",
     {SETTINGS: claude("bash hooks/guard.sh")}, "", "script-missing", ""),
    ("the program isn't installed",
     {SETTINGS: claude("policy-guard check")}, "", "bare-command", "pedantic"),
    ("five seconds on a loaded machine", {SETTINGS: claude("bash guard.sh", timeout=5)}, GUARD,
     "short-timeout", "pedantic"),
    ("the verdict is said, then the program ends with 1",
     {SETTINGS: PLAIN}, JUDGE_LATE, "exit-one-refusal", ""),
    ("a pass is an explicit allow", {SETTINGS: PLAIN}, GUARD + f"echo '{ALLOW}'\n", "explicit-allow", ""),
    ("what is too long passes with a warning",
     {SETTINGS: PLAIN}, GUARD + TOO_LONG, "warning-exit-zero", ""),
    ("a broken configuration ends with 1", {SETTINGS: PLAIN}, BASH + READ + NO_POLICY + REFUSE,
     "exit-one-refusal", ""),
    ("hooks one after another, the last out of time", {COPILOT: flat("bash guard.sh", timeoutSec=4)}, GUARD,
     "short-timeout", "pedantic"),
    ("a reason and no decision", {COPILOT: flat("bash guard.sh")}, BASH + REASON_ONLY,
     "reason-without-decision", ""),
    ("exit 2 on Copilot says nothing to the model", {COPILOT: flat("bash guard.sh")},
     GUARD.replace(".tool_input.command", ".toolArgs"), "stderr-only-reason", ""),
    ("an allow that Codex doesn't know",
     {CODEX: claude(RINGED)}, GUARD + f"echo '{ALLOW}'\n", "unknown-allow", ""),
    ("an ask that Codex doesn't know", {CODEX: claude(RINGED)},
     BASH + READ + f"[[ $cmd == *--force* ]] && echo '{ASK}'\nexit 0\n", "ask-opens", ""),
    ("exit 2 with the words on stdout", {CODEX: PLAIN}, ON_STDOUT, "stdout-reason", ""),
    ("a matcher that is no regular expression", {CODEX: PLAIN.replace('"Bash"', '"(Bash"')}, GUARD,
     "unusable-matcher", ""),
    ("a function that nobody calls", {GEMINI: gemini(RINGED)}, BASH + "guard() {\n" + READ + REFUSE + "}\n",
     "never-refuses", ""),
    ("failClosed and a silent pass", {CURSOR: cursor("bash guard.sh", failClosed=True)}, GUARD,
     "silence-refused", ""),
    ("failClosed and a program that the image lacks",
     {CURSOR: cursor("policy-guard check", failClosed=True)}, "",
     "bare-command", "pedantic"),
    ("the reason in a key that nobody reads", {SETTINGS: PLAIN},
     BASH + READ + f"if [[ $cmd == *--force* ]]; then\n  echo '{NO_REASON}'\nfi\n", "unread-reason", ""),
    ("Monitor and scheduled prompts run text as well",
     {SETTINGS: PLAIN}, GUARD, "one-shell-tool", "auditor"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "files", "script", "rule", "persona"), ROWS, ids=[row[0] for row in ROWS])
def test_a_silent_failure_is_found(
    tmp_path: Path, what: str, files: dict[str, str], script: str, rule: str, persona: str
) -> None:
    for name, text in {**files, **({"guard.sh": script} if script else {})}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    report = lint(Project(tmp_path), persona=persona or "regular")
    assert not report.crashes
    assert rule in {one.rule.id for one in report.findings}, sorted(
        {one.rule.id for one in report.findings}
    )
