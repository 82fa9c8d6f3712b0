"""Prove a rule by its fixtures: what the hook of the bad tree does on its host, and the good one's.

A rule's folder holds trees ``bad*`` and ``good*`` and ``case.toml``::

    lines = [".claude/settings.json:1"]     # where the rule finds something in ``bad`` (also bad2 = [...])
    persona = "pedantic"                    # of the run, when the rule isn't for everybody
    hosts = ["cursor"]                      # said to be in use
    [proof]
    host = "claude-code"                    # whose hook is looked at (default: the first one found)
    event = "PreToolUse"                    # (default: the first hook of the tree at the rule's place)
    call = "git push --force"               # the hooks are really started on this call …
    run = { exit = 1 }                      # … or both are taken to end like this …
    loads = true                            # … or the question is only whether the host takes the hook
    says = "new branch"                     # what the model reads of the good one, and not of the bad one
    payload = "{"                           # instead of the host's payload
    opens = false                           # the bad one closes what it shouldn't (default: it opens)
    environment = { X = "1" }
    missing = ["jq"]                        # programs that aren't on PATH
    good = "good2"                          # the tree that the bad one is compared with
    [[also]]                                # a proof of a further bad tree
    tree = "bad2"
"""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from failshut.drill import payloads
from failshut.drill.run import run_hook
from failshut.interpret import Outcome, Run, contract
from failshut.lint import outcome
from failshut.lint.hook import Hook
from failshut.lint.project import Project

HERE = Path(__file__).parent / "rules"
TOOLS = (
    "sh bash dash cat grep sed awk jq python3 node git head tail tr env sleep dirname basename printf echo"
    " true false test cut sort wc mktemp rm touch timeout kill date ls".split()
)
"""Programs that a hook may find when some are missing."""


def cases() -> list[str]:
    """Return the rules that have a folder."""
    return sorted(one.name for one in HERE.iterdir() if (one / "case.toml").is_file())


def case(rule: str) -> dict[str, object]:
    """Return a rule's case."""
    return tomllib.loads((HERE / rule / "case.toml").read_text("utf-8"))


def trees(rule: str, kind: str) -> list[str]:
    """Return the names of a rule's bad or good trees."""
    return sorted(one.name for one in (HERE / rule).iterdir() if one.is_dir() and one.name.startswith(kind))


def project(rule: str, tree: str) -> Project:
    """Return a tree as what is linted; a folder ``home`` in it is the person's home."""
    told = case(rule)
    top = HERE / rule / tree
    hosts = told.get("hosts", [])
    assert isinstance(hosts, list)
    versions = told.get("versions", {})
    assert isinstance(versions, dict)
    person = top / "home" if (top / "home").is_dir() else None
    return Project(top, versions, frozenset(map(str, hosts)), person)


@dataclass(frozen=True)
class Seen:
    """What the hook of a tree does: taken by its host or not, and the outcome of its run."""

    taken: bool
    outcome: Outcome | None
    cell: str


def also(rule: str) -> list[dict[str, object]]:
    """Return the proofs of further bad trees: each names its ``tree``."""
    found = case(rule).get("also", [])
    assert isinstance(found, list)
    return found


def seen(rule: str, tree: str, where: Path, proof: object = None) -> Seen:
    """Look at the hook of a tree as the proof asks; ``where`` is a throw-away folder."""
    proof = proof if proof is not None else case(rule)["proof"]
    assert isinstance(proof, dict)
    hook = _hook(project(rule, tree), proof)
    if hook.dropped:
        return Seen(False, None, hook.dropped)
    if proof.get("loads"):
        tool = contract(hook.host).phrase("facts/shell-tool")
        return Seen(hook.takes(str(proof.get("tool", tool))), None, "")
    run = _started(hook, proof, HERE / rule / tree, where) if "run" not in proof else _told(proof["run"])
    told = outcome.of_run(hook, run)
    return Seen(True, told, told.cell)


def _hook(tree: Project, proof: Mapping[str, object]) -> Hook:
    host, event = proof.get("host"), proof.get("event")
    found = [
        one
        for one in tree.hooks
        if (host is None or one.host == host)
        and (event is None or one.event == event)
        and (host or one.native)
    ]
    assert found, f"no hook of {host or 'any host'} at {event or 'any event'} in {tree.top}"
    number = proof.get("hook", 0)
    assert isinstance(number, int)
    return found[number]


def _told(run: Mapping[str, object]) -> Run:
    return Run(**{"exit": None, **run})  # type: ignore[arg-type]


def _started(hook: Hook, proof: Mapping[str, object], tree: Path, where: Path) -> Run:
    folder = where / "project"
    shutil.copytree(tree, folder, symlinks=True)
    home = where / "home"
    home.mkdir()
    told = proof.get("payload")
    call = str(proof.get("call", "git push --force"))
    if "repeat" in proof:
        call += "\n" + "# a long line of text\n" * int(str(proof["repeat"]))
    data = str(told).encode() if told is not None else payloads.payload(
        hook.host, hook.event, call, str(folder), str(home)
    )  # fmt: skip
    extra = proof.get("environment", {})
    assert isinstance(extra, dict)
    missing = proof.get("missing", [])
    assert isinstance(missing, list)
    environment = {"PATH": _path(where / "bin", missing), "HOME": str(home), "LANG": "C.UTF-8", **extra}
    start = folder / Path(hook.file).parent if hook.host == "antigravity" else folder
    ran = run_hook(hook.host, hook.wiring, data, project=str(start), environment=environment)
    return Run(ran.exit, ran.signal, ran.stdout, ran.stderr, ran.timed_out, ran.spawn_error, ran.holds_pipe)


def _path(folder: Path, missing: list[object]) -> str:
    """Return a PATH without the missing programs."""
    if not missing:
        return os.environ["PATH"]
    folder.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        if found and name not in missing:
            (folder / name).symlink_to(os.path.realpath(found))
    return str(folder)
