"""Find a hook file in a place where its host doesn't look.

`.claude/hooks.json`, `.gemini/hooks.json`, `.kimi/config.toml` in a repository: they look right and are never read.

Why:
    Each host has its own places.  Evidence: the cell with the files that the host reads.

Bad:
    ```text
    .claude/hooks.json
    ```

Good:
    ```text
    .claude/settings.json, key "hooks"
    ```

Reproduce:
    `failshut doctor` in the folder
"""

from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.lint.project import Project
from failshut.lint.rule import ERROR, PROJECT, Finding, Rule

RULE = Rule("file-not-read", "not-loaded", ERROR, PROJECT)
HOOKS = ('"hooks"', "[[hooks", '"PreToolUse"', '"preToolUse"', '"BeforeTool"')


def check(project: Project) -> Iterator[Finding]:
    """Yield each file that holds hooks where its host doesn't look for any."""
    for one in project.unread:
        told = "\n".join(
            line for line in one.document.text.split("\n") if not line.lstrip().startswith("#")
        )
        if not any(mark in told for mark in HOOKS):
            continue
        book = contract(one.host)
        files = book.cell("facts/files").value
        places = (
            [str(file).partition(": ")[2] or str(file) for file in files] if isinstance(files, list) else []
        )
        where = next(
            (place for place in places if not place.startswith(("/", "~"))), places[0] if places else ""
        )
        yield Finding(
            RULE,
            one.document,
            one.document.whole,
            f"{book.title} reads no hooks from this file",
            f"Move them to {where}.",
            (one.host,),
            f"{one.host}/facts/files",
        )
