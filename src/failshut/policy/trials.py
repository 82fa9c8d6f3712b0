"""Read ``[[test]]`` tables (cold)."""

from __future__ import annotations

from failshut.policy import schema
from failshut.policy.locate import Path
from failshut.policy.reader import Reader
from failshut.policy.schema import Trial

EXAMPLE = '[[test]]`, then `command = "make deploy"` and `verdict = "ask"'


def read_trial(reader: Reader, value: object, at: Path) -> Trial | None:
    """Return one test, or None when its table can't be used; problems are recorded."""
    before = len(reader.problems)
    given = reader.table(value, at, "`test`", EXAMPLE)
    reader.keys(given, schema.TEST_KEYS, at, "a test")
    kinds = [key for key in schema.TEST_KINDS if key in given]
    if len(kinds) != 1:
        problem = (
            f"The test names several calls: {', '.join(kinds)}." if kinds else "The test names no call."
        )
        listing = ", ".join(f"`{one}`" for one in schema.TEST_KINDS)
        reader.error(at, problem, f"Give it one of {listing}.")
    if "verdict" not in given:
        reader.error(at, "The test has no `verdict`.", "Say `deny`, `ask` or `pass`.")
    if len(reader.problems) != before:
        return None
    kind = kinds[0]

    def text(key: str) -> str:
        return reader.text(given[key], (*at, key), f"`{key}`") if key in given else ""

    call = text(kind)
    verdict = reader.choice(given["verdict"], schema.VERDICTS, (*at, "verdict"), "`verdict`")
    host = reader.choice(given["host"], schema.HOSTS, (*at, "host"), "`host`") if "host" in given else ""
    found = Trial(
        name=text("name") or call,
        kind=kind,
        text=call,
        verdict=verdict,
        rule=text("rule"),
        cwd=text("cwd"),
        host=host,
        path=reader.path,
        line=reader.line(at),
    )
    return found if len(reader.problems) == before else None
