"""Begin a new host: write its files from ``tools/host_template`` and say what comes next.

Run as ``python tools/add_host.py NAME TITLE [--root DIR]``.  Every cell says "reported" and every
effect "unknown" until someone finds out; nothing that exists is changed.
"""

from __future__ import annotations

import argparse
import datetime
import keyword
import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEMPLATE = HERE / "host_template"
WORDS = ("new-host", "new_host", "New Host")
"""The template's name, module and title."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
UNKNOWN = {"text": '"Not known."', "list": "[]", "table": "{}"}
KNOWN = {"shell-tool": '"shell"'}
"""Facts that the template's other files need: value as in TOML."""
NEXT = """
Add this line to HOSTS in src/failshut/hosts/__init__.py:

    "{name}": "{module}",

Then `python tools/gen.py`, and find out what is only a guess so far: docs/adding-a-host.md."""


def facts(root: Path, title: str) -> str:
    """Return the file of facts: every one that contracts have, not known yet."""
    path = root / "src" / "failshut" / "hosts" / "contracts" / "facts.toml"
    wanted = tomllib.loads(path.read_text("utf-8"))["facts"]
    rows = [
        f'"facts/{name}" = {{ value = {KNOWN.get(name) or UNKNOWN[fact["kind"]]}, '
        'evidence = "reported", source = "not known" }\n'
        for name, fact in wanted.items()
    ]
    return f"# What {title} is like besides its events.\n[cells]\n" + "".join(rows)


def files(root: Path, name: str, title: str) -> dict[Path, str]:
    """Return the new host's files below ``root``: path → text."""
    module = name.replace("-", "_")
    package = root / "src" / "failshut"
    found = {}
    for path in sorted(TEMPLATE.rglob("*")):
        if not path.is_file() or path.suffix not in (".py", ".toml"):
            continue
        where, text = str(path.relative_to(TEMPLATE)), path.read_text("utf-8")
        for old, new in zip(WORDS, (name, module, title), strict=True):
            where, text = where.replace(old, new), text.replace(old, new)
        if path.name == "host.toml":
            text = re.sub(r"^date = .*", f"date = {datetime.date.today()}", text, flags=re.MULTILINE)
        found[package / where] = text
    contract = package / "hosts" / "contracts" / name
    return found | {contract / "facts.toml": facts(root, title)}


def problem(name: str, title: str, made: dict[Path, str]) -> str:
    """Say why these files can't be written, or return ""."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        return f"{name!r} is no name for a host: lower-case words joined by hyphens, such as example-agent"
    if not re.fullmatch(r"[\w .()-]+", title):
        return f"{title!r} is no title: letters, digits, spaces, dots, hyphens and round brackets"
    there = next((path for path in made if path.exists()), None)
    return f"{there} exists already" if there else ""


def main(arguments: list[str]) -> int:
    """Write the files and print the rest of the work; returns 0, 2 = nothing was written."""
    parser = argparse.ArgumentParser(prog="add_host.py", description="Begin a new host.")
    parser.add_argument("name", metavar="NAME", help="as persons type it, such as example-agent")
    parser.add_argument("title", metavar="TITLE", help="as persons read it, such as 'Example Agent'")
    parser.add_argument("--root", type=Path, default=HERE.parent, metavar="DIR", help="the source tree")
    given = parser.parse_args(arguments)
    made = files(given.root, given.name, given.title)
    wrong = problem(given.name, given.title, made)
    if wrong:
        print(f"add_host: {wrong}.", file=sys.stderr)
        return 2
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(given.root))
    print(NEXT.format(name=given.name, module=given.name.replace("-", "_")))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
