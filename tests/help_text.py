"""Read the options that an installed program's help names; shared by the tests of tables."""

import re
import subprocess

LINE = re.compile(r"^(?:\s{1,8}(?=-)|(?=--\w+-\w+=[A-Z]))(-[^\s,]?.*)$")


def told(program: str, ask: str = "--help") -> str:
    """Return a program's help."""
    words = program.split()
    words[0] = "/usr/bin/time" if program == "time" else words[0]
    done = subprocess.run(
        [*words, ask], capture_output=True, text=True, errors="replace", timeout=60, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout + done.stderr


def groups(text: str) -> list[dict[str, str]]:
    """Return the options of a help text, those that stand on one line together, as ``options`` does."""
    found: list[dict[str, str]] = []
    for line in text.splitlines():
        if not (hit := LINE.match(line)):
            continue
        head = re.split(r"\s{2,}|\t", hit[1])[0]
        some: dict[str, str] = {}
        for part in re.split(r", *(?=-)|\|(?=-)| (?=--)|(?<=\w) (?=-\w)", head):
            name = re.match(r"(--?[A-Za-z0-9][\w.-]*)(.*)", part.strip())
            if name is None or name[2][:1] not in ("", "=", "[", " ", "<"):
                continue
            rest = name[2]
            value = re.match(r"[= ]\s*([<\[{#A-Za-z0-9']|\.\w)", rest) and not re.match(
                r"=(true|false):", rest
            )
            kind = "=?" if rest.startswith("[") else "=" if value else ""
            if name[1] not in ("-NUM", "-COLUMN"):  # any number
                long = name[1].startswith("--")
                some[name[1].lstrip("-").removesuffix("...").rstrip("." * long)] = kind
        strongest = max(some.values(), key=len, default="")
        found.append({name: kind or strongest for name, kind in some.items()})
    return found


def options(text: str) -> dict[str, str]:
    """Return the options of a help text, each with ``=``, ``=?`` or ""."""
    return {name: kind for some in groups(text) for name, kind in some.items()}


def listed(spec: str) -> dict[str, str]:
    """Return the names of a spec of options, each with ``=``, ``=?``, ``=2`` or ""."""
    found: dict[str, str] = {}
    for group in spec.split():
        body, equals, mark = group.partition("=")
        found.update(dict.fromkeys(body.split(","), equals + mark))
    return found
