"""Judge labelled commands with the built-in rules and print what is stopped: rates by label.

Usage: ``python tools/corpus.py FILE.jsonl… [--show missed|false|soft]``; a row is
``{"id", "command", "label"}`` with label deny, ask or pass.  ``missed`` should be stopped and passes,
``false`` should pass and is stopped, ``soft`` should be refused and is asked about.  Rows whose label
we are sure is wrong stand in ``tests/corpus/disagreements.toml``; rates come with and without them.
"""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from failshut.checking import examine, force  # noqa: E402
from failshut.errors import FailshutError  # noqa: E402
from failshut.model import ASK, DENY, PASS  # noqa: E402
from failshut.policy import builtin  # noqa: E402

DISAGREEMENTS = ROOT / "tests" / "corpus" / "disagreements.toml"
WHERE = force.Place("/workspace/project", "/workspace/project", "/home/test")
POLICY = (1, builtin.BLOCKS, (), ())
KINDS = ("missed", "false", "soft")


@dataclass(frozen=True)
class Row:
    """One labelled command and its verdict; ``disputed`` = we are sure that the label is wrong."""

    name: str
    command: str
    label: str
    given: str
    rule: str
    disputed: bool

    @property
    def kind(self) -> str:
        """Return how the verdict misses the label, "" when it doesn't."""
        if self.label == PASS:
            return "" if self.given == PASS else "false"
        if self.given == PASS:
            return "missed"
        return "soft" if self.label == DENY and self.given == ASK else ""


def judged(path: Path) -> list[Row]:
    """Return the file's rows with their verdicts."""
    known = tomllib.loads(DISAGREEMENTS.read_text("utf-8")).get(path.stem, {})
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        call = examine.call_of("claude-code", row["command"], WHERE)
        try:
            verdict = examine.check(call, WHERE, POLICY).verdict
            given, rule = verdict.action, verdict.rule
        except FailshutError as error:
            given, rule = DENY, str(error)
        found.append(Row(row["id"], row["command"], row["label"], given, rule, row["id"] in known))
    return found


def rates(rows: list[Row]) -> dict[str, tuple[int, int]]:
    """Return how many of how many: deny rows stopped and refused, ask rows stopped, pass rows stopped."""

    def count(label: str, given: tuple[str, ...]) -> tuple[int, int]:
        mine = [row for row in rows if row.label == label]
        return sum(row.given in given for row in mine), len(mine)

    return {
        "deny stopped": count(DENY, (DENY, ASK)),
        "deny refused": count(DENY, (DENY,)),
        "ask stopped": count(ASK, (DENY, ASK)),
        "pass stopped": count(PASS, (DENY, ASK)),
    }


def line(name: str, rows: list[Row]) -> str:
    """Return a file's rates, and in brackets those without the disputed rows."""
    undisputed = rates([row for row in rows if not row.disputed])
    parts = []
    for what, (some, every) in rates(rows).items():
        if every:
            less, fewer = undisputed[what]
            share = 100 * less / fewer if fewer else 100.0
            parts.append(f"{what} {some}/{every} ({less}/{fewer} = {share:.1f} %)")
    return f"{name}: {', '.join(parts)}"


def main(arguments: list[str]) -> int:
    """Print the rates, and the rows of one kind when asked."""
    show = arguments[arguments.index("--show") + 1] if "--show" in arguments else ""
    every: list[Row] = []
    for name in [one for one in arguments if one.endswith(".jsonl")]:
        rows = judged(Path(name))
        every += rows
        print(line(Path(name).stem, rows))
        for row in rows:
            if show and row.kind == show and not row.disputed:
                print(f"  {row.name} {row.label}->{row.given} [{row.rule}] {row.command!r}")
    print(line("all", every))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
