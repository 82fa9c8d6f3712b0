"""Tell whether a text names a way that is open."""

import re

WAY = re.compile(
    r"\b(?:instead|use|try|run|ask|please|write|edit|create|change|move|open|push (?:to|a)|set|add)\b"
    r"|\b(?:remove|prefer|see|via|read)\b|\bcommit\b.*\bfirst\b|\b(?:must|should) (?:be|match|start|have)\b"
    r"|\bonly (?:via|through|with|by|in|from)\b|`|->|→",
    re.I,
)
"""Words that name a way that is open."""
