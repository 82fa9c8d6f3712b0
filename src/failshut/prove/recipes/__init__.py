"""Know how each host's agent is run headless: one module for each that can be, with its host's name.

Sources: runs of the real programs, pinned in ``agents.toml``.
"""

from __future__ import annotations

import importlib

from failshut.hosts import HOSTS
from failshut.prove.recipe import Recipe

UNPROVED = {
    "cursor": "Cursor's agent talks to Cursor's servers only; no model of ours can stand in.",
    "antigravity": "Antigravity CLI talks to Google's servers only; no model of ours can stand in.",
}
"""Hosts without a recipe, and why: they are never green."""


def load(host: str) -> Recipe:
    """Return the recipe of ``host``; KeyError for one that has none."""
    if host in UNPROVED:
        raise KeyError(host)
    found: Recipe = importlib.import_module(f"{__name__}.{HOSTS[host]}").RECIPE
    return found
