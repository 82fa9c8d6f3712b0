"""Say what trusting policy files would change, and keep the states that would be written."""

from __future__ import annotations

import os
from dataclasses import dataclass

from failshut.checking.force import Place, Unusable, misplaced
from failshut.errors import PolicyError
from failshut.exits import UsageError
from failshut.policy import state
from failshut.policy.find import LOCAL, NAMES, candidates, read_source
from failshut.policy.load import parse
from failshut.policy.loosening import guard_problems
from failshut.policy.schema import Policy


@dataclass(frozen=True)
class Change:
    """What trusting one file does: sentences for the person, and the state to write."""

    path: str
    state: bytes
    sentences: tuple[str, ...]


def chosen(named: tuple[str, ...], where: Place) -> list[tuple[str, str]]:
    """Return ``(layer, path)`` of the named files, or of all that are in force at a place."""
    places = candidates(where.root, where.cwd, where.home)
    if not named:
        return [one for one in places if one[0] != "managed"]
    layers = {path: layer for layer, path in places}
    files = []
    for name in named:
        path = os.path.abspath(name)
        layer = layers.get(path) or _layer(path)
        if layer == "managed":
            raise UsageError(f"{path} is root's own and always trusted.")
        files.append((layer, path))
    return files


def _layer(path: str) -> str:
    """Return the layer of a policy file in some other folder, by its name."""
    name = os.path.basename(path)
    if name == LOCAL:
        return "local"
    if name in NAMES:
        return "project"
    raise UsageError(f"{path} is no policy file: such a file is called {', '.join((*NAMES, LOCAL))}.")


def pending(files: list[tuple[str, str]], where: Place, memory: str) -> list[Change]:
    """Return what trusting would change; raises ``Unusable`` for files that can't be used."""
    _usable(files, where)
    changes = []
    for layer, path in files:
        if read_source(path) is None and not os.path.exists(state.state_path(memory, path)):
            continue
        try:
            new = state.trusting(layer, path)
        except PolicyError as error:
            raise Unusable([error]) from None
        try:
            sentences = state.changes(memory, layer, path)
        except PolicyError as error:  # what was remembered is damaged: trusting starts it anew
            sentences = [f"{path}: {error.problem} From now on the file as it stands counts."]
        if sentences:
            changes.append(Change(path, new, tuple(sentences)))
    return changes


def _usable(files: list[tuple[str, str]], where: Place) -> None:
    """Raise ``Unusable`` with the problems of these files, as they would be once trusted."""
    mine = {path for _, path in files}
    problems: list[PolicyError] = []
    policies = []
    for layer, path in dict.fromkeys((*candidates(where.root, where.cwd, where.home), *files)):
        try:
            data = read_source(path)
            policy, wrong, _ = (Policy(layer, path), [], []) if data is None else parse(path, data, layer)
        except PolicyError as error:
            policy, wrong = Policy(layer, path), [error]
        policies.append(policy)
        if path in mine:
            problems += wrong + guard_problems(policy)
    problems += [error for error in misplaced(policies, where.root) if error.path in mine]
    if problems:
        raise Unusable(problems)
