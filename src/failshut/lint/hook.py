"""Hold one hook as a host takes it from a file, with what it starts and what that can answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from failshut.interpret.contracts import Cell, Contract, contract
from failshut.interpret.loading import fires
from failshut.interpret.types import Entry
from failshut.lint.answers import Answer
from failshut.lint.document import Document, Located, Span
from failshut.lint.script import Script, Text

if TYPE_CHECKING:
    from failshut.lint.project import Root

GUARD, GATE, HELPER, UNKNOWN = "guard", "gate", "helper", "unknown"
"""What a hook is for: refusing, sending the agent back to work, something else, or it can't be told."""
COMMANDS = ("command", "bash", "powershell", "exec")
"""Keys that hold what a command hook starts."""


@dataclass(frozen=True, eq=False)
class Hook:
    """An entry as one ``host`` reads it: ``file`` is the host's name for the document.

    ``dropped`` is the cell that says why the host leaves it out ("" = it takes it).  ``native`` False:
    another host's file, which this host reads as well; ``used`` False: nothing but that says that the
    host is in use here.
    """

    root: Root
    host: str
    document: Document
    file: str
    where: str
    event: str
    matcher: object
    wiring: Mapping[str, object]
    dropped: str = ""
    native: bool = True
    used: bool = True

    @property
    def contract(self) -> Contract:
        """Return the host's contract."""
        return contract(self.host)

    @property
    def table(self) -> str:
        """Return the table of the contract for its event ("" = the host has no such event)."""
        return str(self.contract.events.get(self.event, ""))

    def cell(self, name: str) -> Cell | None:
        """Return the contract's cell ``TABLE/name`` of its event, None where there is none."""
        full = f"{self.table}/{name}"
        return self.contract.cell(full, self.root.version(self.host)) if self.contract.has(full) else None

    @property
    def type(self) -> str:
        """Return the handler's type: command | http | mcp_tool | prompt | agent."""
        return str(self.wiring.get("type", "command"))

    @cached_property
    def node(self) -> Located:
        """Return the entry in its document."""
        root = self.document.root
        return root.nearest(self.where) if root else Located(None, self.document.whole)

    def span(self, *keys: str) -> Span:
        """Return the place of the first of these keys' values, else of the command, else of the entry."""
        for key in (*keys, *COMMANDS, "url", "prompt"):
            found = self.node.members.get(key)
            if found is not None:
                return found.span
        return self.node.key or self.node.span

    def key_span(self, key: str) -> Span:
        """Return the place of a key with its value."""
        found = self.node.members.get(key)
        if found is None:
            return self.span()
        return Span(found.key.start, found.span.end) if found.key else found.span

    @property
    def command(self) -> str:
        """Return the text that is started ("" for other types)."""
        return next(
            (str(self.wiring[key]) for key in COMMANDS if isinstance(self.wiring.get(key), str)), ""
        )

    @property
    def command_key(self) -> str:
        """Return the key that holds the text that is started."""
        return next((key for key in COMMANDS if isinstance(self.wiring.get(key), str)), "command")

    @cached_property
    def text(self) -> Text | None:
        """Return the command as a script text of its own, None for other types."""
        return self.root.texts.command(self) if self.command else None

    @cached_property
    def scripts(self) -> tuple[Script, ...]:
        """Return the script files that the command runs, as far as they are there, and what they run."""
        return self.root.texts.scripts(self)

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Return the command's text and the scripts."""
        return (*((self.text,) if self.text else ()), *self.scripts)

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Return the ways in which its texts end, as far as they can be read."""
        mine = (text for text in self.texts if not getattr(text, "inner", False))
        return tuple(answer for text in mine for answer in text.answers)

    @cached_property
    def role(self) -> str:
        """Return what it is for: GUARD, GATE, HELPER or UNKNOWN."""
        from failshut.lint.roles import role

        return role(self)

    @property
    def guards(self) -> bool:
        """Say whether it is there to refuse, and the host takes it."""
        return self.role == GUARD

    @property
    def before_tools(self) -> bool:
        """Say whether its event comes before a tool call."""
        return self.table == "pre-tool"

    @cached_property
    def entry(self) -> Entry:
        """Return the entry as loaders hold it."""
        return Entry(self.file, self.where, self.event, self.matcher, self.wiring)

    def takes(self, tool: str) -> bool:
        """Say whether its matcher takes a tool."""
        return fires(self.host, self.entry, tool)
