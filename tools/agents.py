"""Install the real agents as `tools/agents.toml` pins them: `python tools/agents.py FOLDER`.

Every pinned package is compared with its SHA-512 after npm has installed it; scripts of packages aren't
run.  Exit 1: npm failed, or a package isn't the pinned one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

PINS = Path(__file__).with_name("agents.toml")
QUIET = ("--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")

Pin = Mapping[str, object]


def pins() -> list[Pin]:
    """Return the pinned packages."""
    found: list[Pin] = tomllib.loads(PINS.read_text("utf-8"))["package"]
    return found


def package(rows: list[Pin]) -> dict[str, object]:
    """Return the package.json that installs them."""
    wanted = {"dependencies": {}, "optionalDependencies": {}}  # type: dict[str, dict[str, object]]
    for row in rows:
        if not row.get("part"):
            kind = "optionalDependencies" if row.get("optional") else "dependencies"
            wanted[kind][str(row["name"])] = row["version"]
    return {"name": "failshut-test-agents", "private": True, **wanted}


def wrong(rows: list[Pin], installed: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """Yield what isn't as it is pinned; parts of another platform may be missing."""
    for row in rows:
        name, found = row["name"], installed.get(f"node_modules/{row['name']}")
        if found is None:
            if not row.get("part") and not row.get("optional"):
                yield f"{name} isn't installed"
        elif (found.get("version"), found.get("integrity")) != (row["version"], f"sha512-{row['sha512']}"):
            yield f"{name} {found.get('version')} isn't the pinned one: {found.get('integrity')}"


def main(folder: Path) -> int:
    """Install into ``folder``; returns the exit code."""
    rows = pins()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps(package(rows), indent=2) + "\n", "utf-8")
    done = subprocess.run(["npm", "install", *QUIET], cwd=folder, check=False)
    if done.returncode:
        print("agents: npm couldn't install them; the lines above say why.", file=sys.stderr)
        return 1
    lock = json.loads((folder / "node_modules" / ".package-lock.json").read_text("utf-8"))
    problems = list(wrong(rows, lock["packages"]))
    for problem in problems:
        print(f"agents: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
