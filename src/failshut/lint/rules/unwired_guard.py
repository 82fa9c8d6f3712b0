"""Find a guard's script that no entry starts.

A script in the hooks folder that reads a payload and refuses: it was forgotten in the settings, or its entry went.

Why:
    Who looks into the folder believes it on.

Bad:
    ```json
    .claude/hooks/block-force-push.sh, and no entry that names it
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash .claude/hooks/block-force-push.sh"}]}]}}
    ```

Reproduce:
    `failshut doctor` in the folder

Exceptions:
    Scripts that another hook script starts; libraries; tests.
"""

import re
from collections.abc import Iterator

from failshut.lint import places
from failshut.lint.project import Project
from failshut.lint.roles import GUARDING
from failshut.lint.rule import MEDIUM, PEDANTIC, PROJECT, WARNING, Finding, Rule

RULE = Rule("unwired-guard", "cross-file", WARNING, PROJECT, MEDIUM, PEDANTIC)
FOLDER = re.compile(
    r"(?:^|/)(?:\.claude|\.codex|\.cursor|\.gemini|\.github)/hooks/[^/]+\.(?:sh|bash|py|js|mjs|cjs)$"
)
REFUSES = re.compile(r"exit 2\b|exit\(2\)|permissionDecision|\"decision\"")
NO_HOOK = re.compile(r"(?:^|/)(?:test_|lib|_|utils|common)|[._-]test\.")


def check(project: Project) -> Iterator[Finding]:
    """Yield each script of a hooks folder that refuses, and that nothing names."""
    texts = [one.text for one in project.documents]
    for path in project.paths:
        name = path.rpartition("/")[2]
        if not FOLDER.search(path) or NO_HOOK.search(name) or not GUARDING.search(name):
            continue
        if any(name in text for text in texts):
            continue
        document = places.read(project.top / path, path)
        if document is not None and REFUSES.search(document.text):
            yield Finding(
                RULE,
                document,
                document.whole,
                "refuses calls, and no hook file names it: it is never started",
                "Wire it, or delete it.",
            )
