"""Run labelled commands through the packs' effect rules and print the rates.

Usage: ``python tools/corpus.py FILE.jsonl… [--show KIND]``; rows are
``{"id", "command", "label"}`` with label deny, ask or pass.  KIND is ``missed`` (should be stopped,
passed), ``false`` (should pass, stopped) or ``soft`` (should be refused, asked).
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "effects"))

from judge import judge  # type: ignore[import-not-found]

from failshut.shell import commands as parse


def kind(label: str, given: str) -> str:
    """Name how a verdict relates to its label."""
    if label == "pass":
        return "" if given == "pass" else "false"
    if given == "pass":
        return "missed"
    return "soft" if label == "deny" and given == "ask" else ""


def main(arguments: list[str]) -> int:
    """Print one line of rates a file; show rows of one kind when asked."""
    show = arguments[arguments.index("--show") + 1] if "--show" in arguments else ""
    for name in [one for one in arguments if one.endswith(".jsonl")]:
        rows = [json.loads(line) for line in Path(name).read_text().splitlines()]
        judged = [(row, *judge(row["command"])) for row in rows]
        stop = [one for one in judged if one[0]["label"] != "pass"]
        deny = [one for one in stop if one[0]["label"] == "deny"]
        harmless = [one for one in judged if one[0]["label"] == "pass"]
        opaque = [bool(parse(one[0]["command"]).opaque) for one in judged]
        print(
            f"{Path(name).stem}: caught {sum(one[1] != 'pass' for one in stop)}/{len(stop)},"
            f" refused {sum(one[1] == 'deny' for one in deny)}/{len(deny)},"
            f" false alarms {sum(one[1] != 'pass' for one in harmless)}/{len(harmless)},"
            f" opaque {sum(opaque)}/{len(rows)}"
        )
        for row, given, rule in judged:
            if show and kind(row["label"], given) == show:
                print(f"  {row['label']}->{given} [{rule}] {row['command']!r}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
