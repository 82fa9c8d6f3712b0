"""Hold the types with which a host's file in ``prove/recipes`` says how its agent is run headless."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from failshut.prove.script import Step

TASK = "FAILSHUT-MAIN"
"""Stands in what the agent is asked, so that the model knows its own conversation."""
SUB = "FAILSHUT-SUB"
"""Stands in what a sub-agent is asked."""
KEY = "failshut-not-a-key"


@dataclass(frozen=True)
class Recipe:
    """How one agent is started headless against the scripted model.

    ``arguments`` and ``variables`` may hold ``{url}`` (the model's address without a path), ``{port}``,
    ``{home}``, ``{project}`` and ``{mcp}`` (the argv of the MCP server as JSON).  ``files`` are written
    below the throw-away home, ``merge`` says how into one that is there: "json" = into its object,
    "toml" = in front of it.  ``shell``, ``write`` and ``agent`` build the step of a tool; ``mcp_files`` and
    ``mcp_arguments`` make the server ``demo`` known; ``mcp_tool`` is the name of its tool
    ``write_thing``.  ``start`` is what the program is started with when it isn't a program of its own.
    """

    arguments: tuple[str, ...]
    variables: Mapping[str, str]
    shell: Callable[[str], Step]
    write: Callable[[str, str], Step]
    agent: tuple[Callable[[str], Step], ...]
    """Steps that run a sub-agent on a text, in order; the first starts it."""
    mcp_tool: str
    files: Mapping[str, str] = field(default_factory=dict)
    merge: Mapping[str, str] = field(default_factory=dict)
    mcp_files: Mapping[str, str] = field(default_factory=dict)
    mcp_arguments: tuple[str, ...] = ()
    trusts: tuple[str, ...] = ()
    """Variables that stand for trust in a repository; in project scope the session's own count."""
    start: tuple[str, ...] = ()
    writes_with: Mapping[str, str] = field(default_factory=dict)
    """Replacements in ``files`` that the edit tool needs (a model of another name)."""
