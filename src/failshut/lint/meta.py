"""Say what is found without a rule of its own: about suppressions, and about files that can't be read."""

from __future__ import annotations

from failshut.lint.rule import NOTE, WARNING, Rule

UNUSED = Rule("unused-suppression", "suppression", NOTE)
UNREASONED = Rule("unexplained-suppression", "suppression", WARNING)
UNREADABLE = Rule("unreadable-file", "not-loaded", WARNING)
PAGES = {
    UNUSED.id: (
        "Find a comment or a row of the configuration that takes no finding away.",
        "It may be a leftover, or name a rule that doesn't exist: what it was for is told after all.",
        "Delete it, or name the rule that finds something there.",
    ),
    UNREASONED.id: (
        "Find a suppression without a reason.",
        "It takes nothing away: nobody can judge later whether it is still right.",
        "Write why that is fine behind the brackets. A baseline doesn't take it.",
    ),
    UNREADABLE.id: (
        "Find a hook file that can't be read, or that is larger than any hook file.",
        "What it holds isn't looked at, so a clean result says nothing about it.",
        "Look at what it is, and at its rights.",
    ),
}
"""What is found, why that matters, and what to do about it."""
META = (UNUSED, UNREASONED, UNREADABLE)
"""Nothing but a baseline can take these away, and of the second kind not even that."""
