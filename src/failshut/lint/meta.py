"""Say what is found without a rule of its own: about suppressions, and about files that can't be read."""

from __future__ import annotations

from failshut.lint.rule import NOTE, WARNING, Rule

UNUSED = Rule("unused-suppression", "suppression", NOTE)
UNREASONED = Rule("unexplained-suppression", "suppression", WARNING)
UNREADABLE = Rule("unreadable-file", "not-loaded", WARNING)
META = (UNUSED, UNREASONED, UNREADABLE)
"""Nothing but a baseline can take these away."""
