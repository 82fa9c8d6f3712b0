"""Make calls, commands and compiled policies for the tests, without the real shell parser."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from failshut.model import Call, Command, Context, Effect, Redirect, Script, Verdict, Word
from failshut.policy.build import build
from failshut.policy.compile import Placed, block
from failshut.policy.decide import decide
from failshut.policy.load import read
from failshut.policy.schema import Policy
from failshut.policy.shapes import Tuple

DATA = Path(__file__).parent / "data"
ROOT = "/srv/site"
HOME = "/home/ada"
CONTEXT = Context(ROOT, ROOT, (HOME,))


def word(text: str) -> Word:
    """Make a word; ``$`` makes it dynamic."""
    return Word(text, literal="$" not in text, glob=any(one in text for one in "*?["))


def command(text: str, **rest: object) -> Command:
    """Make one command from plain text; ``> file`` becomes a redirection."""
    words = shlex.split(text)
    redirects = []
    if len(words) > 2 and words[-2] == ">":
        redirects.append(Redirect(">", word(words[-1])))
        words = words[:-2]
    return Command(tuple(word(one) for one in words), redirects=tuple(redirects), **rest)  # type: ignore[arg-type]


def script(text: str, opaque: str = "") -> Script:
    """Make a script of the commands between ``;``."""
    return Script(tuple(command(one) for one in text.split(";") if one.strip()), opaque)


def effect(spec: dict[str, object]) -> tuple[Effect, int]:
    """Make an effect from ``{"name", "paths"?, "at"?, …params}``."""
    params = {str(k): str(v) for k, v in spec.items() if k not in ("name", "paths", "at")}
    paths = spec.get("paths", [])
    assert isinstance(paths, list)
    at = spec.get("at", 0)
    assert isinstance(at, int)
    return Effect(str(spec["name"]), tuple(paths), tuple(sorted(params.items()))), at


def baseline() -> tuple[Tuple, ...]:
    """Compile the stand-in built-in packs."""
    blocks = []
    for name in ("baseline", "self"):
        policy = read(f"pack {name}", (DATA / "packs" / f"{name}.toml").read_bytes(), "pack")
        blocks.append(block(name, [Placed(rule) for rule in policy.rules]))
    return tuple(blocks)


def policy(
    text: str, layer: str = "project", path: str = f"{ROOT}/failshut.toml", **rest: object
) -> Policy:
    """Read a policy's text."""
    from dataclasses import replace

    return replace(read(path, text.encode(), layer), **rest)  # type: ignore[arg-type]


def compiled(*policies: Policy, built_in: tuple[Tuple, ...] | None = None) -> Tuple:
    """Compile policies on top of the stand-in built-in packs."""
    return build(policies, ROOT, baseline() if built_in is None else built_in)


def judge(compiled_policy: Tuple, row: dict[str, object], **rest: object) -> Verdict:
    """Decide a row: ``command`` or ``call``, ``effects``, ``opaque``, ``runs``, ``unread``."""
    given = row.get("call", {})
    assert isinstance(given, dict)
    fields = {key: tuple(one) if isinstance(one, list) else one for key, one in given.items()}
    text = row.get("command")
    if isinstance(text, str):
        fields.setdefault("command", text)
        fields.setdefault("text", text)
    call = Call(
        str(fields.pop("host", "claude-code")),
        str(fields.pop("kind", "shell")),
        str(fields.pop("tool", "Bash")),
        **fields,
    )
    effects = row.get("effects", [])
    assert isinstance(effects, list)
    opaque = str(row.get("opaque", ""))
    options: dict[str, object] = {
        "script": script(str(row.get("runs", "")) if opaque else text, opaque)
        if isinstance(text, str)
        else None,
        "effects": tuple(effect(one) for one in effects),
        "unread": str(row.get("unread", "")),
        "ask_guard": no_guard,
        "now": 1_800_000_000.0,
    }
    options.update(rest)
    return decide(call, compiled_policy, options.pop("ctx", CONTEXT), **options)  # type: ignore[arg-type]


def no_guard(path: str, function: str, digest: str, call: Call) -> str | None:
    """Stand for a Python guard that must not be asked."""
    raise AssertionError("no guard may run here")


def rows(name: str) -> list[dict[str, object]]:
    """Return the JSON lines of a data file; lines that start with # are comments."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [json.loads(one) for one in lines if one.strip() and not one.startswith("#")]
