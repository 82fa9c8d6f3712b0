"""Say where each host keeps rules of its own beside the file with our hooks, or why none are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from failshut.permissions import spell
from failshut.permissions.compile import Entry, Reach
from failshut.wire import jsonedit
from failshut.wire.jsondoc import decode, read
from failshut.wire.jsonedit import Mark

LIST = ("permissions", "deny")
"""Where the texts of rules stand in the JSON files of both hosts that have such."""


@dataclass(frozen=True, slots=True)
class Store:
    """A file of rules, relative to the home or the project: ``texts`` go into a list of a JSON
    document, or ``whole`` makes a file that is ours alone; ``fresh`` is a new document's form."""

    path: str
    reach: Reach
    texts: Callable[[Entry], str] | None = None
    whole: Callable[[list[Entry], str], bytes] | None = None
    fresh: tuple[tuple[str, object], ...] = ()


NOBODY = "nobody has told of a file of rules."
USER: dict[str, Store | str] = {
    "claude-code": "of the user's files it reads settings.json alone, which holds the hooks and is "
    "dropped as a whole; `--scope project` writes .claude/settings.local.json.",
    "codex": Store(".codex/rules/failshut.rules", spell.CODEX, whole=spell.codex),
    "copilot": "only its flags (`--deny-tool`) are known to refuse; no file of rules is.",
    "cursor": Store(
        ".cursor/cli-config.json",
        spell.CURSOR,
        texts=spell.cursor,
        fresh=(("version", 1), ("editor", {"vimMode": False})),
    ),
    "gemini": Store(".gemini/policies/failshut.toml", spell.GEMINI, whole=spell.gemini),
    "antigravity": "no file of rules is documented.",
    "kimi": "its `[[permission.rules]]` have no effect (measured, 2.1.0).",
}
"""By host, in user scope: the file, or why there is none."""
PROJECT: dict[str, Store | str] = USER | {
    "claude-code": Store(".claude/settings.local.json", spell.CLAUDE, texts=spell.claude),
    "codex": "its project's files are shared, and could overrule a colleague's exceptions; "
    "`--scope user` writes ~/.codex/rules.",
    "cursor": "its project's file is shared, and could overrule a colleague's exceptions; "
    "`--scope user` writes ~/.cursor/cli-config.json.",
    "gemini": "a project's policies have no effect (documented, 0.61.0); `--scope user` writes "
    "~/.gemini/policies.",
}


def texts_in(data: bytes, path: str) -> tuple[str, ...]:
    """Return the rules that a JSON file refuses by."""
    document = read(decode(data, path), path)
    node, depth = jsonedit.find(document, LIST, "array") if document.root else (None, 0)
    members = node.members if node is not None and depth == len(LIST) else ()
    return tuple(member.node.value for member in members if isinstance(member.node.value, str))


def put(data: bytes | None, store: Store, texts: Sequence[str], path: str) -> tuple[bytes, list[Mark]]:
    """Return the JSON document with ``texts`` in its list, and the marks of what was made for them."""
    if data is None:
        value = {**dict(store.fresh), "permissions": {"allow": [], "deny": list(texts)}}
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), []
    document = read(decode(data, path), path)
    marks: list[Mark] = []
    for text in texts:
        document, mark = jsonedit.append(document, LIST, text)
        marks += [] if marks else [mark]
    return document.text.encode(), marks


def take(data: bytes, texts: Sequence[str], marks: Sequence[Mark], path: str) -> bytes:
    """Return the JSON document without ``texts``, each taken once, and without what was made for them."""
    document = read(decode(data, path), path)
    for text in texts:
        if document.root is None:
            break
        node, depth = jsonedit.find(document, LIST, "array")
        if node is None or depth < len(LIST):
            break
        places = [at for at, member in enumerate(node.members) if member.node.value == text]
        if places:
            inside = marks[0].inside if marks and marks[0].depth == len(LIST) else ""
            document = jsonedit.delete(document, node, places[-1], inside)
    for mark in marks:
        if document.root is not None and jsonedit.find(document, mark.path, "array")[1] == len(mark.path):
            document = jsonedit.prune(document, mark)
    return document.text.encode()
