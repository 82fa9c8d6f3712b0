"""Find a key that stands twice in one object of a hook file.

Of `"PreToolUse": […]` and a second `"PreToolUse": […]` the host keeps one: the hooks of the first one are lost.

Why:
    `JSON.parse` takes the last one without a word; a stricter parser refuses the whole file.  Merging two
    set-ups by hand makes such files, and each half looks right.

Bad:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": []}], "PreToolUse": []}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": []}]}}
    ```

Reproduce:
    `node -p 'JSON.parse(`{"a": 1, "a": 2}`).a'` prints 2.
"""

from collections.abc import Iterator

from failshut.exits import WiringError
from failshut.interpret.contracts import contract
from failshut.lint.document import Document, Span
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule
from failshut.wire import jsondoc

RULE = Rule("duplicate-key", "not-loaded", ERROR, ROOT)


def check(root: Root) -> Iterator[Finding]:
    """Yield each key behind which an earlier one of its object is lost."""
    for one in root.found:
        if one.document.kind != "json":
            continue
        for key, span, line in duplicates(one.document):
            yield Finding(
                RULE,
                one.document,
                span,
                f"`{key}` stands here a second time: the first one, in line {line}, is lost",
                f"Make one of the two, so that {contract(one.host).title} sees all of it.",
                (one.host,),
            )


def duplicates(document: Document) -> Iterator[tuple[str, Span, int]]:
    """Yield the keys that stand twice in an object: the key, the later place, and the line of the first."""
    try:
        root = jsondoc.read(document.text, "", True).root
    except WiringError:
        return
    waiting = [root] if root else []
    while waiting:
        node = waiting.pop()
        waiting += [member.node for member in node.members]
        first: dict[str, int] = {}
        for member in node.members if node.kind == "object" else ():
            if member.key in first:
                end = document.text.index(":", member.start + len(member.key))
                key = Span(member.start, len(document.text[:end].rstrip()))
                yield member.key, key, document.place(first[member.key])[0]
            first[member.key] = member.start
