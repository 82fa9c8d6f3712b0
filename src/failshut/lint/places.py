"""Say which files of a tree matter: hook files by host, instruction files, and what only looks like one."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from failshut.lint.document import Document

SKIPPED = frozenset(
    ".git .hg .svn node_modules .venv venv __pycache__ .tox .mypy_cache .ruff_cache .pytest_cache"
    " dist target vendor".split()
)
"""Folders that hold nothing a person keeps."""
LARGEST = 2_000_000
"""Bytes above which a file isn't read."""
LARGEST_NAMED = 50_000_000
"""Bytes above which a configuration or a baseline isn't read."""
DEEPEST = 12
INSTEAD: ContextVar[Mapping[Path, str]] = ContextVar("instead", default={})  # noqa: B039
"""Texts that are read instead of files: what a repair would make of them."""

CLAUDE = r"\.claude/settings(?:\.local)?\.json"


@dataclass(frozen=True)
class Place:
    """A place of hook files: ``pattern`` of the path below a root, and which host knows it as ``name``.

    ``name`` "" = by its own path.  ``beside``: a file that must stand at the root, too.
    """

    host: str
    pattern: str
    kind: str = "json"
    name: str = ""
    beside: str = ""


PROJECT = (
    Place("claude-code", CLAUDE),
    Place(
        "claude-code",
        r"hooks/hooks\.json",
        name=".claude/settings.json",
        beside=".claude-plugin/plugin.json",
    ),
    Place("copilot", r"\.github/hooks/(?:.+/)?[^/]+\.json"),
    Place("copilot", r"\.github/copilot/settings(?:\.local)?\.json"),
    Place("codex", r"\.codex/hooks\.json"),
    Place("codex", r"\.codex/config\.toml", "toml"),
    Place("cursor", r"\.cursor/hooks\.json"),
    Place("gemini", r"\.gemini/settings\.json"),
    Place(
        "gemini",
        r"hooks/hooks\.json",
        name="~/.gemini/extensions/0/hooks/hooks.json",
        beside="gemini-extension.json",
    ),
    Place("antigravity", r"[._]agents?/hooks\.json"),
    Place("kimi", r"(?:\.kimi-plugin/plugin|kimi\.plugin)\.json"),
)
"""Hook files that a repository carries."""
HOME = (
    Place("claude-code", r"\.claude/settings(?:\.local)?\.json"),
    Place("copilot", r"\.copilot/hooks/[^/]+\.json"),
    Place("copilot", r"\.copilot/settings\.json"),
    Place("codex", r"\.codex/hooks\.json"),
    Place("codex", r"\.codex/config\.toml", "toml"),
    Place("cursor", r"\.cursor/hooks\.json"),
    Place("gemini", r"\.gemini/settings\.json"),
    Place("antigravity", r"\.gemini/config/hooks\.json"),
    Place("kimi", r"\.kimi-code/config\.toml", "toml"),
)
"""Hook files below a person's home."""
UNREAD = (
    Place("claude-code", r"\.claude/hooks\.json"),
    Place("claude-code", r"\.claude/hooks/(?:hooks|settings)\.json"),
    Place("copilot", r"\.copilot/hooks/[^/]+\.json"),
    Place("copilot", r"\.github/hooks\.json"),
    Place("copilot", r"\.github/copilot/hooks(?:/[^/]+)?\.json"),
    Place("codex", r"\.codex/(?:settings|hooks/hooks)\.json"),
    Place("cursor", r"\.cursor/(?:settings|hooks/hooks)\.json"),
    Place("gemini", r"\.gemini/hooks(?:/hooks)?\.json"),
    Place("antigravity", r"\.antigravity/hooks\.json"),
    Place("kimi", r"\.kimi(?:-code)?/config\.toml", "toml"),
    Place("kimi", r"\.kimi(?:-code)?/(?:hooks|settings)\.json"),
)
"""Files below a repository that look like hook files, and that their host doesn't read."""
INSTRUCTIONS = {
    "CLAUDE.md": "claude-code",
    "CLAUDE.local.md": "claude-code",
    ".claude/CLAUDE.md": "claude-code",
    "AGENTS.md": "",
    "GEMINI.md": "gemini",
    ".github/copilot-instructions.md": "copilot",
    ".cursorrules": "cursor",
}
"""Files that tell an agent what to do → the host that reads them ("" = several)."""
_INSTRUCTIONS = re.compile(r"(?s:(?:.*/)?\.cursor/rules/.*\.mdc?|(?:.*/)?\.github/instructions/.*\.md)")
_FRONT = re.compile(r"(?s:(?:.*/)?\.claude/(?:agents|skills|commands)/.*\.md)")
_ANCHORS = re.compile(
    r"(?P<root>(?:.*/)?)(?:\.claude|\.github|\.codex|\.cursor|\.gemini|[._]agents?|\.kimi(?:-code|-plugin)?"
    r"|\.copilot"
    r"|\.antigravity|hooks|kimi\.plugin\.json)(?:/.*)?\Z",
    re.S,
)


@dataclass(frozen=True)
class Found:
    """A file that matters: of a ``host``, as its loader names it, below the folder ``root`` of the tree."""

    host: str
    root: str
    name: str
    document: Document
    plugin: bool = False
    """A plugin's or an extension's file: it is installed elsewhere, under another name."""


def files(top: Path) -> Iterator[str]:
    """Yield the paths of a tree's files, relative to it, without the folders of ``SKIPPED``."""
    for place, folders, names in os.walk(top):
        inside = os.path.relpath(place, top)
        below = "" if inside == "." else inside.replace(os.sep, "/") + "/"
        folders[:] = (
            sorted(one for one in folders if one not in SKIPPED) if below.count("/") < DEEPEST else []
        )
        for name in sorted(names):
            yield below + name


def kind_of(path: str) -> str:
    """Return the kind of a document by its name."""
    kinds = {
        "json": "json", "jsonc": "json", "toml": "toml", "yaml": "yaml", "yml": "yaml", "md": "markdown",
        "mdc": "markdown", "sh": "sh", "bash": "sh",
        "py": "python", "js": "javascript", "mjs": "javascript",
        "cjs": "javascript", "ts": "javascript",
    }  # fmt: skip
    return kinds.get(path.rpartition(".")[2].lower(), "text")


def read(path: Path, shown: str, kind: str = "") -> Document | None:
    """Return the document at a path, None when it is none of the size that is read."""
    try:
        status = path.stat()
        if not path.is_file() or status.st_size > LARGEST:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    text = INSTEAD.get().get(path)
    text = data.decode("utf-8", "replace") if text is None else text
    return Document(shown, text, kind or kind_of(shown), status.st_mode & 0o777)


def plain(path: Path) -> bytes:
    """Return the bytes of a file that a person named; raises OSError for what no reading ends at."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it isn't a regular file", str(path))
    if status.st_size > LARGEST_NAMED:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST_NAMED // 1_000_000} MB", str(path))
    return path.read_bytes()


def unreadable(
    paths: list[str], top: Path, places: tuple[Place, ...], shown: str = ""
) -> Iterator[Document]:
    """Yield the files that are hook files by their names and can't be read, as empty texts."""
    known = set(paths)
    rows = [(place, re.compile(rf"(?P<root>(?:.*/)?){place.pattern}", re.S)) for place in places]
    for path in paths:
        hits = [(place, hit) for place, pattern in rows if (hit := pattern.fullmatch(path))]
        named = any(not place.beside or hit["root"] + place.beside in known for place, hit in hits)
        if named and read(top / path, shown + path) is None:
            yield Document(shown + path, "")


def root_of(path: str) -> str:
    """Return the folder below which a host's file stands ("" or ``folder/``)."""
    found = _ANCHORS.match(path)
    return found["root"] if found else path.rpartition("/")[0] + "/" if "/" in path else ""


def of_project(
    paths: list[str], top: Path, places: tuple[Place, ...] = PROJECT, shown: str = ""
) -> Iterator[Found]:
    """Yield the hook files among the paths of a tree, each for the host whose own file it is."""
    known = set(paths)
    rows = [(place, re.compile(rf"(?P<root>(?:.*/)?){place.pattern}", re.S)) for place in places]
    for path in paths:
        for place, pattern in rows:
            found = pattern.fullmatch(path)
            if found is None or (place.beside and found["root"] + place.beside not in known):
                continue
            document = read(top / path, shown + path, place.kind)
            if document is not None:
                name = place.name or path[len(found["root"]) :]
                yield Found(place.host, found["root"], name, document, bool(place.beside))


def instructions(paths: list[str], top: Path) -> Iterator[Found]:
    """Yield the files that tell agents what to do."""
    for path in paths:
        name = next((one for one in INSTRUCTIONS if path == one or path.endswith("/" + one)), "")
        if name or _INSTRUCTIONS.fullmatch(path):
            document = read(top / path, path, "markdown")
            if document is not None:
                host = INSTRUCTIONS.get(name, "cursor" if ".cursor/" in path else "copilot")
                yield Found(host, path[: len(path) - len(name)] if name else "", name or path, document)


def fronts(paths: list[str], top: Path) -> Iterator[Found]:
    """Yield the Markdown files whose front matter may hold hooks of Claude Code."""
    for path in paths:
        found = _FRONT.fullmatch(path)
        document = read(top / path, path, "markdown") if found else None
        if document is not None and "hooks:" in document.text:
            yield Found("claude-code", path.partition(".claude/")[0], path, document)
