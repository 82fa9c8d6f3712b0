"""Describe what a host module offers (for type checkers and readers; the hot path never imports it)."""

from typing import Protocol

from failshut.hosts.fields import Spec
from failshut.model import Answer, Call, Verdict


class Host(Protocol):
    """One coding agent, as a module of functions and facts."""

    NAME: str
    TITLE: str
    READ_BY: tuple[str, ...]
    """Hosts that run the hooks of this host's files with payloads of their own form."""
    BOM: bool
    """True where the host is known to put byte order marks before its payload."""
    EVENT: str
    """The pre-tool event that ``init`` wires first."""
    PRE_TOOL: tuple[str, ...]
    """All events at which the host asks before a call."""
    SESSION: tuple[str, ...]
    """Events at a session's start whose answer is read: the guard says there what weakens it."""
    OTHER_EVENTS: frozenset[str]
    ROOT_ENV: tuple[str, ...]
    """Variables of the hook's environment that name the project folder, best first."""
    CWD_IS_ROOT: bool
    """True where the hook process starts in the project folder."""
    TWICE: frozenset[str]
    """Kinds of calls that come by several events, with other arguments beside command and paths."""
    CAN_ASK: bool
    CAN_TELL: bool
    TOOLS: dict[str, tuple[str, Spec]]
    """The kind and fields of each tool; the first of kind ``shell`` is the host's shell."""

    @staticmethod
    def decode(payload: dict[str, object], event: str) -> Call | None:
        """Normalise a payload; None = no call to judge; raises ``Unreadable``."""
        ...

    @staticmethod
    def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
        """Say ``verdict`` in this host's dialect.

        ``wire`` names the host whose line ran, ``event`` the event that it was wired for ("" = the
        first one).
        """
        ...
