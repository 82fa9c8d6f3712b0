"""Add to the tool tables the options that programs tell of in their help: ``tools/options.py NAME…``.

Prints what was added; what a table says already stays as it is, so a value that the help doesn't show has
to be corrected by hand.  Names that aren't in a table, or not installed, are passed over.
"""

import re
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from help_text import groups, told  # noqa: E402

TOOLS = ROOT / "src" / "failshut" / "effects" / "tools"
VALUE = re.compile(r'^options = ("""[^"]*"""|"[^"]*")$', re.M)
TOLD_ANYWAY = ("help", "version", "h", "V")


def merged(spec: str, found: list[dict[str, str]]) -> str:
    """Return a table's options with those of a help text that it lacks."""
    spelled = spec.split()
    for some in found:
        known = {
            name: at for at, group in enumerate(spelled) for name in group.partition("=")[0].split(",")
        }
        new = [name for name in some if name not in known and name not in TOLD_ANYWAY]
        old = [name for name in some if name in known]
        if not new or (not old and {"help", "version"} & set(some)):
            continue
        kind = next(iter(some.values()))
        at = known[max(old, key=len)] if old else -1
        if old and ("=" in spelled[at]) == bool(kind):
            spelled[at] = ",".join([*new, spelled[at]])
        else:
            spelled.append(",".join(sorted(new, key=len)) + kind)
    return " ".join(spelled)


def completed(text: str, wanted: list[str]) -> str:
    """Return a file's text with the options of the wanted programs completed."""
    for name, table in tomllib.loads(text).items():
        names = [name, *table.get("also", "").split()]
        if not set(wanted) & set(names) or "options" not in table:
            continue
        spec = old = " ".join(table["options"].split())
        for one in names:
            if one in wanted and shutil.which(one):
                spec = merged(spec, groups(told(one)))
        if spec != old:
            print(f"{name}: {' '.join(sorted(set(spec.split()) - set(old.split())))}")
            head, mark, rest = text.partition(f"\n[{name}]\n")
            start, end = VALUE.search(rest).span()
            text = f'{head}{mark}{rest[:start]}options = "{spec}"{rest[end:]}'
    return text


def main(wanted: list[str]) -> int:
    """Complete the options of the named programs in every file of the tables."""
    for path in sorted(TOOLS.glob("*.toml")):
        before = path.read_text("utf-8")
        after = completed(before, wanted)
        if after != before:
            path.write_text(after, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
