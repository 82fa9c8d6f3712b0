"""Find a hook script that can't run at all.

A syntax error, `require` in a module file: the script ends with 1 before its first line.  A first line
`#!/bin/bash` with a carriage return behind it names a program that isn't there: started directly, it ends with 127.

Why:
    Each call sees a broken hook.  Evidence: the outcome of exit 1 with this entry.

Bad:
    ```js
    const fs = require("fs");   // in guard.mjs
    ```

Good:
    ```js
    import fs from "node:fs";
    ```

Reproduce:
    `node --check guard.mjs`, `python3 -m py_compile guard.py`, `bash -n guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, stops
from failshut.lint.rule import ERROR, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("script-broken", "opens", ERROR, SCRIPT)
REQUIRE = re.compile(r"^[^/\n*]*\brequire\(", re.M)
OPEN = re.compile(r"\b[fF][rR]?([\"'])(?:(?!\1).)*\{[^}]*$")
"""An f-string that goes on behind its line."""
RETURNED = re.compile(r"#![^\r\n]*(?=\r\n)")
"""A first line that names a program, with a carriage return behind it."""
PRINT = re.compile(r"^\s*print [\"'\w]", re.M)


def check(use: Use) -> Iterator[Finding]:
    """Yield each script that its program can't read."""
    text = use.text
    if text.within:
        return
    span = _broken(use)
    returned = (
        RETURNED.match(text.text) if text.language != "other" and text.document.mode & 0o111 else None
    )
    for hook in use.hooks if span or returned else ():
        if span:
            outcome = of_run(hook, Run(1, stderr="SyntaxError"))
        elif any(one.direct and not one.inner and one.document is text.document for one in hook.scripts):
            outcome = of_run(hook, Run(127, stderr="not found"))
        else:
            continue
        happens = (
            "every call is refused"
            if stops(outcome)
            else "the call runs without it"
            if hook.guards
            else "it does nothing"
        )
        yield on(
            hook,
            RULE,
            f"this script can't run: {happens}"
            if span
            else f"the first line ends with a carriage return, so that this script can't start: {happens}",
            "Mend the line, and let the script's own program check it."
            if span
            else "Store it with plain line ends: `*.sh text eol=lf` in .gitattributes.",
            span=span or (Span(0, returned.end()) if returned else None),
            document=text.document,
            cell=outcome.cell,
            severity=ERROR if hook.guards or stops(outcome) else WARNING,
        )


def _broken(use: Use) -> Span | None:
    text = use.text
    if text.language == "python" and text.module is None and not PRINT.search(text.text):
        import ast

        try:
            ast.parse(text.text)
        except SyntaxError as error:
            if str(error.msg).startswith("f-string") or OPEN.search(text.document.line(error.lineno or 1)):
                return None  # Python 3.12 and later read more in them
            start = text.document.offset(error.lineno or 1)
            line = text.document.line(error.lineno or 1)
            return Span(start + len(line) - len(line.lstrip()), start + len(line))
        except (RecursionError, MemoryError):
            return text.document.whole  # Python's own limits: it gives up on the file as well
        except ValueError:
            return None
    if (
        text.language == "javascript"
        and text.document.path.endswith(".mjs")
        and "createRequire" not in text.text
    ):
        found = REQUIRE.search(text.text)
        return Span(found.start(), found.end()) if found else None
    return None
