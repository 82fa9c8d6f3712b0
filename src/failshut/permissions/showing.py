"""Show what became of permission rules."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.permissions.files import Rules

MOST = 6
"""Rules of policies that are named as left out, in text; JSON names all."""


def lines(rules: Rules, outcome: str) -> Iterator[str]:
    """Yield a line for each file of rules, and for what isn't in it."""
    for change in rules.changes:
        action = (
            change.action
            if outcome != "dry-run" or change.action == "unchanged"
            else f"would {change.action}"
        )
        count = rules.counts[change.host]
        yield f"{change.host}: {action} {change.path} ({count} permission rule{'s' * (count != 1)})"
        some = rules.left[change.host]
        for name, why in some[:MOST]:
            yield f"    not in it: {name}, {why}"
        if some[MOST:]:
            yield f"    not in it: {len(some) - MOST} more (--format json names them)"
    for host, why in rules.skipped:
        yield f"{host}: no permission rules: {why}"


def as_object(rules: Rules) -> dict[str, object]:
    """Return the same for JSON."""
    return {
        "files": [
            {
                "host": change.host,
                "path": change.path,
                "action": change.action,
                "rules": rules.counts[change.host],
                "left_out": [{"rule": name, "why": why} for name, why in rules.left[change.host]],
            }
            for change in rules.changes
        ],
        "skipped": [{"host": host, "reason": why} for host, why in rules.skipped],
    }
