"""Find a must-not in an instruction file that nothing enforces.

"Never force-push", "do not edit .env", "never run terraform apply": the model is asked, and usually does as it is asked.

Why:
    A sentence in CLAUDE.md is advice; a hook or a permission rule is a no.  The finding shows the rule to add.

Bad:
    ```text
    Never push with --force.   (in CLAUDE.md, and no hook)
    ```

Good:
    ```text
    {"permissions": {"deny": ["Bash(git push --force *)"]}}, or a guard
    ```

Reproduce:
    `failshut check "git push --force"`

Exceptions:
    A guard on the shell in the same folder is taken to cover it.
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.places import Found
from failshut.lint.project import Project
from failshut.lint.rule import MEDIUM, NOTE, PEDANTIC, PROJECT, Finding, Rule

RULE = Rule("only-asked", "only-asked", NOTE, PROJECT, MEDIUM, PEDANTIC)
MUST_NOT = re.compile(r"\b(?:never|do not|don't|must not|must never|under no circumstances)\b", re.I)
DEEDS = (
    (
        re.compile(r"\bforce[- ]?push|push\b[^.\n]*--force|push -f\b", re.I),
        "Bash(git push --force *)",
        "git push --force origin main",
    ),
    (re.compile(r"--no-verify", re.I), "Bash(git commit --no-verify *)", "git commit --no-verify -m x"),
    (re.compile(r"\breset --hard", re.I), "Bash(git reset --hard *)", "git reset --hard"),
    (re.compile(r"\brm -rf?\b", re.I), "Bash(rm -rf *)", "rm -rf build"),
    (re.compile(r"\bterraform (?:apply|destroy)", re.I), "Bash(terraform apply *)", "terraform apply"),
    (re.compile(r"\bkubectl (?:delete|apply)", re.I), "Bash(kubectl delete *)", "kubectl delete pod x"),
    (
        re.compile(r"(?:edit|modify|commit|read|touch|change)\b[^.\n]*(?<![\w])\.env\b", re.I),
        "Edit(.env)",
        "cat .env",
    ),
    (
        re.compile(r"push(?:ing)?\b[^.\n]*\b(?:to|on) (?:`?main`?|`?master`?)\b", re.I),
        "Bash(git push origin main *)",
        "git push origin main",
    ),
    (
        re.compile(r"\b(?:drop|truncate) (?:the )?(?:tables?|databases?)\b|\bDROP TABLE", re.I),
        "Bash(*DROP TABLE*)",
        "psql -c 'DROP TABLE x'",
    ),
    (
        re.compile(r"\bnpm publish|\bcargo publish|\btwine upload", re.I),
        "Bash(npm publish *)",
        "npm publish",
    ),
)
"""Deeds that a rule can refuse → the permission rule, and a command that does it."""


def check(project: Project) -> Iterator[Finding]:
    """Yield each must-not about such a deed, where no guard and no deny rule stands before it."""
    for one in project.instructions:
        if _guarded(project, one):
            continue
        for line in re.finditer(r"[^\n]+", one.document.text):
            word = MUST_NOT.search(line[0])
            deed = next((row for row in DEEDS if word and row[0].search(line[0], word.start())), None)
            if (
                deed is None
                or word is None
                or deed[1].partition("(")[2].split(" *")[0].rstrip(")") in _denied(project)
            ):
                continue
            start = line.start() + len(line[0]) - len(line[0].lstrip())
            yield Finding(
                RULE,
                one.document,
                Span(start, line.start() + len(line[0].rstrip())),
                "is a sentence that the model is asked to keep; nothing refuses the call",
                f'Enforce it: a guard before tools, or `"deny": ["{deed[1]}"]`; try it with `failshut check "{deed[2]}"`.',
                (one.host,) if one.host else (),
            )


def _guarded(project: Project, found: Found) -> bool:
    hosts = (found.host,) if found.host else ()
    return any(
        hook.guards and hook.before_tools and not hook.dropped and (not hosts or hook.host in hosts)
        for hook in project.hooks
    )


def _denied(project: Project) -> str:
    """Return the deny rules of the tree's settings as one text."""
    found = []
    for root in project.roots:
        for one in root.found:
            node = one.document.root.get("permissions", "deny") if one.document.root else None
            found += [str(item.value) for item in node.items] if node else []
    return "\n".join(found)
