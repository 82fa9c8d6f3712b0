"""Read a tree: its hook files, and each hook as every host reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from failshut.errors import FailshutError
from failshut.interpret.contracts import contract
from failshut.interpret.loading import loading
from failshut.interpret.types import Dropped, Loading
from failshut.lint import places
from failshut.lint.crashes import Crash, crash
from failshut.lint.document import Document, Located
from failshut.lint.hook import Hook
from failshut.lint.places import Found
from failshut.lint.started import Texts

IMPORTS = {"copilot": (places.CLAUDE,), "cursor": (places.CLAUDE,)}
"""Hosts that read Claude Code's files of a project as well."""
INSTALLED = '{"plugins":[{"root":"~/.kimi-code/plugins/0","enabled":true}]}'
"""Kimi's list of plugins when the linted one is installed."""
TRUSTED = '[projects."/project"]\ntrust_level = "trusted"\n'
"""Codex's file of a person who trusts the linted folder."""
SHOWS = {
    "copilot": (".github/hooks", ".github/copilot"),
    "cursor": (".cursor", ".cursorrules"),
    "gemini": ("GEMINI.md", ".gemini"),
    "codex": (".codex",),
    "kimi": (".kimi", ".kimi-code"),
    "claude-code": ("CLAUDE.md", ".claude"),
    "antigravity": (".agents", ".agent"),
}
"""What in a repository shows that a host is in use."""


@dataclass(frozen=True, eq=False)
class Root:
    """A folder that hosts are started in: its hook files by host.

    ``folder`` is relative to the tree ("" = its top); ``home`` True: a person's home folder.
    """

    project: Project
    folder: str
    found: tuple[Found, ...]
    home: bool = False

    def version(self, host: str) -> str | None:
        """Return the host's version that was asked about, None = the contract's own."""
        return self.project.versions.get(host)

    @cached_property
    def texts(self) -> Texts:
        """Return the reader of what the hooks of this folder start."""
        return Texts(self.project.top, self.folder, self.project.person if self.home else None, self.home)

    def files(self, host: str) -> dict[str, Document]:
        """Return the files that ``host`` reads here, by its own names."""
        mine = {one.name: one.document for one in self.found if one.host == host}
        if not self.home and host in IMPORTS:
            mine |= {
                one.name: one.document
                for one in self.found
                if one.host == "claude-code" and one.document.path == self.folder + one.name
            }
        if self.home:
            mine = {f"~/{name}": document for name, document in mine.items()}
        return mine

    def native(self, host: str) -> bool:
        """Say whether a file of the host's own stands here."""
        return any(one.host == host for one in self.found)

    @cached_property
    def loadings(self) -> Mapping[str, Loading]:
        """Return what each host makes of its files here, as if the person trusted the folder."""
        result = {}
        for host in sorted(IMPORTS.keys() | {one.host for one in self.found}):
            files = {name: document.text for name, document in self.files(host).items()}
            book = contract(host)
            switches: dict[str, object] = {"repo_hooks_trusted": True, "trusted": True}
            switches |= dict(book.table("load/trusted")) if book.has("load/trusted") else {}
            extra = {}
            if host == "kimi" and not self.home:
                extra = {"~/.kimi-code/plugins/installed.json": INSTALLED}
                files = {f"~/.kimi-code/plugins/0/{name}": text for name, text in files.items()}
                switches["env"] = {"KIMI_MODEL_NAME": "m"}
            if host == "codex" and not self.home:
                switches["env"] = {"HOME": "/home"}
                switches["project"] = "/project"
                extra = {"~/.codex/config.toml": TRUSTED}
            if files:
                try:
                    result[host] = loading(
                        host, {**files, **extra}, switches=switches, version=self.version(host)
                    )
                except FailshutError:
                    raise
                except Exception as error:
                    named = ", ".join(one.path for one in self.files(host).values())
                    self.project.crashes.append(crash(f"reading for {host}: {named}", error))
        return result

    def _document(self, host: str, name: str) -> Document | None:
        name = name.removeprefix("~/.kimi-code/plugins/0/") if host == "kimi" else name
        return self.files(host).get(name)

    @cached_property
    def hooks(self) -> tuple[Hook, ...]:
        """Return every hook here, once for each host that reads it, also the ones that are dropped."""
        found: dict[tuple[str, str, str], Hook] = {}
        for hook in self._hooks():
            found.setdefault((hook.host, hook.document.path, hook.where), hook)
        return tuple(found.values())

    def _hooks(self) -> Iterator[Hook]:
        for host, result in self.loadings.items():
            native = {one.name for one in self.found if one.host == host}
            for entry in result.entries:
                document = self._document(host, entry.file)
                if document is not None:
                    name = entry.file.removeprefix("~/") if self.home else entry.file
                    own = name in native or host == "kimi"
                    yield Hook(self, host, document, entry.file, entry.where, entry.event, entry.matcher,
                               entry.wiring, native=own, used=own or self.project.uses(host))  # fmt: skip
            for drop in result.dropped:
                document = self._document(host, drop.file)
                if document is not None:
                    own = drop.file.removeprefix("~/") in native or host == "kimi"
                    yield from self._lost(host, document, drop, own)
        for one in self.found:
            if (
                one.name not in (".claude/settings.json", ".claude/settings.local.json")
                and one.document.kind == "markdown"
            ):
                yield from self._front(one)

    def _lost(self, host: str, document: Document, drop: Dropped, own: bool) -> Iterator[Hook]:
        """Yield the hooks of what a host left out: an entry, or a whole file."""
        used = own or self.project.uses(host)
        for where, event, matcher, node in entries(document):
            if drop.where in ("", where) or where.startswith((drop.where + ".", drop.where + "[")):
                wiring = node.value if isinstance(node.value, dict) else {}
                yield Hook(
                    self, host, document, drop.file, where, event, matcher, wiring, drop.cell, own, used
                )

    def _front(self, found: Found) -> Iterator[Hook]:
        for where, event, matcher, node in entries(found.document):
            wiring = node.value if isinstance(node.value, dict) else {}
            yield Hook(self, "claude-code", found.document, found.name, where, event, matcher, wiring)

    @property
    def dropped(self) -> Iterator[tuple[str, Document, Dropped, bool]]:
        """Yield what hosts leave out of their files: host, document, what, whether the host is in use."""
        for host, result in self.loadings.items():
            for drop in result.dropped:
                document = self._document(host, drop.file)
                if document is not None:
                    own = any(one.host == host and one.document is document for one in self.found)
                    yield host, document, drop, own or self.project.uses(host)


def entries(document: Document) -> Iterator[tuple[str, str, object, Located]]:
    """Yield every entry of a hook file, as its place, event, matcher and node, whatever its form."""
    top = document.root
    hooks = top.get("hooks") if top else None
    by_name = document.kind == "json" and "agent" in document.path  # Antigravity: named hooks at the top
    if hooks is None and top is not None and by_name:
        for name, one in top.members.items():
            for event, rows in one.members.items():
                if rows.items and all(row.members for row in rows.items):
                    yield from _rows(f"{name}.{event}", event, rows)
    if hooks is not None and hooks.items:  # Kimi
        for number, node in enumerate(hooks.items):
            named, matcher = node.get("event"), node.get("matcher")
            event = str(named.value) if named else ""
            yield f"hooks[{number}]", event, matcher and matcher.value, node
    for event, rows in hooks.members.items() if hooks is not None else ():
        yield from _rows(f"hooks.{event}", event, rows)


def _rows(where: str, event: str, rows: Located) -> Iterator[tuple[str, str, object, Located]]:
    for number, row in enumerate(rows.items):
        matcher = row.get("matcher")
        inner = row.get("hooks")
        value = matcher.value if matcher else None
        if inner is not None and inner.items:
            for index, node in enumerate(inner.items):
                yield f"{where}[{number}].hooks[{index}]", event, value, node
        else:
            yield f"{where}[{number}]", event, value, row


@dataclass(eq=False)
class Project:
    """What is linted: a tree below ``top``, with the hosts' ``versions`` that were asked about.

    ``person``: a home folder to look into as well; ``named``: hosts that are said to be in use.
    """

    top: Path
    versions: Mapping[str, str] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    person: Path | None = None
    crashes: list[Crash] = field(default_factory=list)
    """What broke when the hook files were read."""

    def path(self, shown: str) -> Path:
        """Return the file behind a document's path."""
        if shown.startswith("~/") and self.person is not None:
            return self.person / shown[2:]
        return self.top / shown

    @property
    def documents(self) -> Iterator[Document]:
        """Yield every document that rules look at."""
        yield from (one.document for root in self.roots for one in root.found)
        yield from (one.document for one in (*self.unread, *self.instructions))
        yield from (text.document for hook in self.hooks for text in hook.scripts)

    @cached_property
    def paths(self) -> list[str]:
        """Return the tree's files, relative to it."""
        return list(places.files(self.top))

    @cached_property
    def roots(self) -> tuple[Root, ...]:
        """Return the folders that hold hook files, the top first; a person's home last."""
        found = [*places.of_project(self.paths, self.top), *places.fronts(self.paths, self.top)]
        keys = dict.fromkeys([("", False), *sorted((one.root, one.plugin) for one in found)])
        roots = [
            Root(self, name, tuple(one for one in found if (one.root, one.plugin) == (name, plugin)))
            for name, plugin in keys
        ]
        if self.person is not None:
            roots.append(Root(self, "", tuple(self._home()), True))
        return tuple(roots)

    def _home(self) -> Iterator[Found]:
        assert self.person is not None
        yield from places.of_project(self._home_paths, self.person, places.HOME, "~/")

    @cached_property
    def _home_paths(self) -> list[str]:
        names = [".claude", ".copilot", ".codex", ".cursor", ".gemini", ".kimi-code"]
        home = self.person
        return [f"{name}/{path}" for name in names for path in _shallow(home / name)] if home else []

    @cached_property
    def unreadable(self) -> tuple[Document, ...]:
        """Return the hook files that are too large or can't be read, as empty texts."""
        found = [*places.unreadable(self.paths, self.top, places.PROJECT)]
        if self.person is not None:
            found += places.unreadable(self._home_paths, self.person, places.HOME, "~/")
        return tuple(found)

    @cached_property
    def unread(self) -> tuple[Found, ...]:
        """Return the files that look like hook files, and that their host doesn't read."""
        read = {one.document.path for root in self.roots for one in root.found}
        found = places.of_project(self.paths, self.top, places.UNREAD)
        return tuple(one for one in found if one.document.path not in read)

    @cached_property
    def instructions(self) -> tuple[Found, ...]:
        """Return the files that tell agents what to do."""
        return tuple(places.instructions(self.paths, self.top))

    @cached_property
    def hooks(self) -> tuple[Hook, ...]:
        """Return every hook, once for each host that reads it."""
        return tuple(hook for root in self.roots for hook in root.hooks)

    def uses(self, host: str) -> bool:
        """Say whether something shows that the host is in use here."""
        return host in self.named or host in self._shown

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(
            host
            for host, marks in SHOWS.items()
            if any(path == mark or path.startswith(mark + "/") for path in self.paths for mark in marks)
        )


def _shallow(folder: Path) -> Iterator[str]:
    """Yield the files of a folder and of its ``hooks`` and ``config`` folders."""
    for below in ("", "hooks", "config"):
        place = folder / below
        for one in sorted(place.iterdir()) if place.is_dir() else ():
            if not one.is_dir():
                yield f"{below}/{one.name}" if below else one.name
