"""Find a guard that is asked over HTTP, and opens when nobody answers.

An `http` hook depends on a service: when it is down, slow, or answers with an error or with words instead
of JSON, the host goes on.

Why:
    Claude Code runs the call after a refused connection, a status other than 2xx (with a deny body too) and a
    body that isn't JSON, unless `onFailure` is `"block"`.  Evidence: the outcome of status 500.

Bad:
    ```json
    {"type": "http", "url": "http://localhost:8080/guard"}
    ```

Good:
    ```json
    {"type": "http", "url": "http://localhost:8080/guard", "timeout": 10, "onFailure": "block"}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "http", "url": "http://localhost:8080/guard", "status": 500}'`
"""

from collections.abc import Iterator
from dataclasses import replace

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import ERROR, SAFE, Edit, Finding, Rule, on

RULE = Rule("http-guard", "opens", ERROR, fix=SAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield an HTTP hook before tools that opens with status 500."""
    if hook.type != "http" or not hook.before_tools:
        return
    failing = replace(hook, wiring={**hook.wiring, "status": 500})
    outcome = of_run(failing, Run(None, stdout="Internal Server Error"))
    if not opens(outcome):
        return
    closed = replace(hook, wiring={**hook.wiring, "status": 500, "onFailure": "block"})
    helps = not opens(of_run(closed, Run(None, stdout="Internal Server Error")))
    found = hook.node.members.get("url")
    edit = (
        [Edit(hook.document, Span(found.span.end, found.span.end), ', "onFailure": "block"')]
        if found and helps
        else []
    )
    yield on(
        hook,
        RULE,
        "lets the call run when the service is down, slow or answers with an error",
        'Add `"onFailure": "block"`.'
        if helps
        else "Use a command hook that asks the service and ends with exit 2.",
        keys=("url",),
        cell=outcome.cell,
        edits=edit,
    )
