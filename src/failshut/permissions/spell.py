"""Spell what a host is to refuse in that host's own words.

Claude Code 2.1.332, Codex 0.171.0 and Gemini CLI 0.61.0 were measured; Cursor's are documented.
Rules about paths of Claude Code's also refuse `mkdir`, `rmdir`, `mv` and `ls` of them (measured), which
the policy passes, so none is written; how far Cursor's go isn't known.
"""

from __future__ import annotations

import json
import re

from failshut.permissions.compile import EXACT, PREFIX, READ, WRITE, Entry, Reach

HEAD = "# Written by `failshut init --permission-rules`, taken out by `failshut uninstall`.\n"
PRIORITY = 900
CLAUDE = Reach((PREFIX, EXACT))
CODEX = Reach((PREFIX,))
CURSOR = Reach((PREFIX,), one_word=True)
GEMINI = Reach((PREFIX, EXACT, WRITE, READ))
TOOLS = {WRITE: ["write_file", "replace"], READ: ["read_file"]}
"""Gemini's tools that write or read one path, in ``file_path``."""


def claude(entry: Entry) -> str:
    """Return a rule of Claude Code's; ``:*`` ends at a word."""
    return f"Bash({entry.text}:*)" if entry.kind == PREFIX else f"Bash({entry.text})"


def cursor(entry: Entry) -> str:
    """Return a rule of Cursor's."""
    return f"Shell({entry.text})"


def codex(some: list[Entry], home: str) -> bytes:
    """Return a file of Codex's rules."""
    rows = [
        f"prefix_rule(pattern={json.dumps(one.text.split())}, decision="
        f'"forbidden", justification={json.dumps(_said(one, " "), ensure_ascii=False)})\n'
        for one in some
    ]
    return (HEAD + "".join(rows)).encode()


def gemini(some: list[Entry], home: str) -> bytes:
    """Return a policy file of Gemini's; a pattern is tried on the tool's input as JSON."""
    rows = []
    for one in some:
        tools: object = TOOLS.get(one.kind, "run_shell_command")
        rows.append(
            f"\n[[rule]]\ntoolName = {json.dumps(tools)}\nargsPattern = '{_pattern(one, home)}'\n"
            f'decision = "deny"\npriority = {PRIORITY}\n'
            f"denyMessage = {json.dumps(_said(one, chr(10)), ensure_ascii=False)}\n"
        )
    return (HEAD + "".join(rows)).encode()


def _pattern(entry: Entry, home: str) -> str:
    if entry.kind in (PREFIX, EXACT):
        end = '"' if entry.kind == EXACT else '[ "]'
        return f'"command":"{re.escape(entry.text)}{end}'
    path = _absolute(entry.text, home)
    stem = path.removesuffix("/**")
    end = '"' if stem == path else "/"
    return f'"file_path":"(?![^"]*[.][.]){re.escape(stem)}{end}'


def _absolute(glob: str, home: str) -> str:
    return home.rstrip("/") + glob[1:] if glob.startswith("~/") else glob


def _said(entry: Entry, joint: str) -> str:
    rule = entry.rule
    instead = [f"Instead: {rule.instead}"] if rule.instead else []
    return joint.join([rule.reason, *instead, f"Rule {rule.id}."])
