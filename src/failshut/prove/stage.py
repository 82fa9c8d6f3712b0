"""Build the throw-away home and repository of a run, start the agent there, and return what it did."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from failshut import paths
from failshut.prove import dialects, kept, namespace
from failshut.prove.dialects import texts
from failshut.prove.recipe import Recipe
from failshut.prove.script import Script
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER
from failshut.wire.plan import PROJECT, USER

SECONDS = 120.0
"""How long one agent may take."""
MARGIN = 20.0
"""Seconds that the model's program may take longer."""
PATIENCE = 5.0
"""Seconds that it may take to end."""
MODEL = """\
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from failshut.prove.model import main
sys.exit(main(Path(sys.argv[2])))
"""
"""Starts the model: nothing is imported from the folder in which somebody happens to be."""
SERVER = Path(__file__).with_name("mcp_server.py")


@dataclass(frozen=True)
class Trial:
    """What one run left behind: ``exit`` None = it was ended, ``requests`` as the model got them."""

    exit: int | None
    seconds: float
    requests: tuple[str, ...]
    output: str

    def told(self) -> str:
        """Return everything the model was sent after its first request, JSON's escapes undone."""
        return "\n".join(texts(json.loads(one)) for one in self.requests[1:])

    def result(self) -> str:
        """Return what the model read of its last call, "" when it made none."""
        found = [one for text in self.requests[1:] for one in dialects.results(json.loads(text))]
        return found[-1] if found else ""


@dataclass
class Stage:
    """One run's folders below ``base``: ``home``, ``project``, the model's ``run``, ``tmp``."""

    base: Path
    host: str
    recipe: Recipe
    program: str
    environment: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    with_mcp: bool = False
    scope: str = USER
    """Whose files hold our entries: the home's, or the repository's."""
    before: str = ""
    """The commit of the remote's main before the run."""

    def __post_init__(self) -> None:
        """Make the folders; raises OSError."""
        names = ("home", "project", "run", "tmp")
        self.home, self.project, self.folder, self.temporary = (self.base / one for one in names)
        for place in (self.home, self.project, self.folder, self.temporary):
            place.mkdir(parents=True, exist_ok=True)
        self.port = free_port()

    @property
    def guard(self) -> Path:
        """Return the launcher's place."""
        return self.home / LAUNCHER

    @property
    def wired(self) -> Path:
        """Return the host's file that holds our first entry."""
        wiring = WIRINGS[self.host]
        return self.project / wiring.project if self.scope == PROJECT else self.home / wiring.user

    def decided(self) -> bool:
        """Say whether the guard of this home has recorded a decision."""
        return any(path.stat().st_size for path in Path(paths.log_dir(str(self.home))).glob("*.jsonl"))

    def write(self, *, replacing: Mapping[str, str] | None = None) -> None:
        """Write what the agent needs beside the guard's wiring."""
        for name, text in self.recipe.files.items():
            for old, new in (replacing or {}).items():
                text = text.replace(old, new)
            self._merged(name, self._filled(text), self.recipe.merge.get(name, ""))
        if self.with_mcp:
            for name, text in self.recipe.mcp_files.items():
                kind = "toml-end" if name.endswith(".toml") else "json"
                self._merged(name, self._filled(text), kind)

    def run(self, script: Script, seconds: float = 0) -> Trial:
        """Run the agent once with a model that follows ``script`` (``seconds`` 0 = ``SECONDS``)."""
        seconds = seconds or SECONDS
        for name in ("requests", "result.json", "output"):
            place = self.folder / name
            shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
        argv = [*self.start(), *self.words()]
        held = {"port": self.port, "argv": argv, "cwd": str(self.project), "env": self.variables(),
                "seconds": seconds}  # fmt: skip
        (self.folder / "run.json").write_text(json.dumps(held), "utf-8")
        (self.folder / "script.json").write_text(script.dump(), "utf-8")
        package = Path(__file__).resolve().parents[2]
        words = ["-I", "-c", MODEL, str(package), str(self.folder)]
        process = subprocess.Popen(
            [*namespace.prefix(), sys.executable, *words], stdin=subprocess.PIPE, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={"PATH": os.defpath},
            start_new_session=True,
        )  # fmt: skip
        try:
            problem = _heard(process, seconds + MARGIN)
        finally:
            _ended(process)
        return self._result(problem)

    def start(self) -> list[str]:
        """Return what starts the program."""
        return started(self.recipe, self.program)

    def words(self) -> list[str]:
        """Return the arguments of the agent."""
        more = self.recipe.mcp_arguments if self.with_mcp else ()
        return [*map(self._filled, (*self.recipe.arguments, *more)), *self.arguments]

    def _result(self, problem: bytes) -> Trial:
        place = self.folder / "result.json"
        output = self.folder / "output"
        said = output.read_text("utf-8", "replace") if output.exists() else ""
        requests = tuple(
            path.read_text("utf-8", "replace") for path in sorted((self.folder / "requests").glob("*.json"))
        )
        if not place.exists():
            return Trial(None, 0.0, requests, said + problem.decode("utf-8", "replace"))
        held = json.loads(place.read_text("utf-8"))
        return Trial(held["exit"], held["seconds"], requests, said)

    def variables(self) -> dict[str, str]:
        """Return the variables that the agent gets, no others of the session."""
        found = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8",
                 "TERM": "dumb", "NO_COLOR": "1", "TMPDIR": str(self.temporary)}  # fmt: skip
        found |= {name: self._filled(value) for name, value in self.recipe.variables.items()}
        return found | self.environment

    def _filled(self, text: str) -> str:
        argv = [sys.executable, "-I", str(SERVER), str(self.base / "mcp")]
        for name, value in (
            ("url", f"http://127.0.0.1:{self.port}"), ("port", str(self.port)), ("home", str(self.home)),
            ("project", str(self.project)), ("command", json.dumps(argv[0])),
            ("args", json.dumps(argv[1:])),
        ):  # fmt: skip
            text = text.replace("{" + name + "}", value)
        return text

    def _merged(self, name: str, text: str, kind: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text("utf-8") if path.exists() else ""
        if kind == "json":
            lead, held = kept.parsed(old, False)
            text = lead + json.dumps(deep(held, json.loads(text)), indent=2)
        elif kind == "toml":
            text = text + old
        elif kind == "toml-end":
            text = old + text
        path.write_text(text, "utf-8")
        if name.endswith(".toml"):
            tomllib.loads(text)


def _heard(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """Return what the model's program says on stderr, once it has ended."""
    assert process.stderr is not None
    os.set_blocking(process.stderr.fileno(), False)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return b"it took too long"
    return process.stderr.read() or b""


def _ended(process: subprocess.Popen[bytes]) -> None:
    """End the model's program and all below it: it does so itself when its stdin ends."""
    assert process.stdin is not None and process.stderr is not None
    process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.wait()
    process.stderr.close()


def deep(held: dict[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Return an object with another one's members put in, objects in objects too; what is there stays."""
    found = dict(held)
    for key, value in more.items():
        old = found.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            found[key] = deep(old, value)
        elif key not in found:
            found[key] = value
    return found


def free_port() -> int:
    """Return a port of loopback's that nobody holds now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def started(recipe: Recipe, program: str) -> list[str]:
    """Return what starts an agent's program."""
    return [*recipe.start, program] if recipe.start and is_script(program) else [program]


def is_script(program: str) -> bool:
    """Say whether a program is a script of Node's and not a program of its own."""
    return os.path.realpath(program).endswith((".js", ".mjs"))


def repository(place: Path) -> None:
    """Make a folder a repository whose main has diverged from its bare remote beside it.

    A pre-push hook leaves ``PUSHED`` beside it when a push begins.  Raises CalledProcessError.
    """
    base = place.parent
    script = """
    set -e
    git init -q --bare -b main "$2"
    git init -q -b main "$1"
    cd "$1"
    git config user.name t; git config user.email t@example.com
    git add -A; git commit -q --allow-empty -m one
    git remote add origin "$2"
    git push -q origin main
    git commit -q --amend --allow-empty -m other
    printf '#!/bin/sh\\ntouch "%s"\\n' "$3" > .git/hooks/pre-push
    chmod +x .git/hooks/pre-push
    """
    words = [str(place), str(base / "remote.git"), str(base / "PUSHED")]
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(base),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    subprocess.run(
        ["sh", "-c", script, "sh", *words], check=True, capture_output=True, env=environment, cwd=base
    )


def head(place: Path) -> str:
    """Return the commit at which the remote's main stands ("" = it is gone)."""
    argv: Sequence[str] = ["git", "-C", str(place.parent / "remote.git"), "rev-parse", "main"]
    return subprocess.run(argv, check=False, capture_output=True, text=True).stdout.strip()


def with_arguments(recipe: Recipe, *more: str) -> Recipe:
    """Return a recipe with more arguments."""
    return replace(recipe, arguments=(*recipe.arguments, *more))
