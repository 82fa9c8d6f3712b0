"""Examine hosts: which are there, what each takes from its files, and what its line answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from failshut import hosts as registry
from failshut.checking import force
from failshut.doctor import asking, installed, layers, live, loaded, sandbox, second, surroundings
from failshut.doctor.findings import ABSENT, NOTE, OPEN, STUCK, WEAK, Finding, State, word
from failshut.doctor.unheard import unheard
from failshut.interpret.contracts import contract
from failshut.policy.schema import Policy
from failshut.wire.entries import is_here
from failshut.wire.plan import MANAGED


def examine(
    hosts: Iterable[str],
    home: str,
    root: str,
    environment: Mapping[str, str],
    *,
    running: bool = True,
    machine: str = "",
    ask: bool = False,
    only: str = "",
    told: Mapping[str, object] = MappingProxyType({}),
) -> list[State]:
    """Return the state of each host; ``running`` False = no wired line and no host is started.

    ``root`` is the project's folder, "" = none; the machine's own files are looked for below
    ``machine``; ``ask`` = the hosts' own checks are asked, too; ``only`` = the one scope that counts.
    ``told`` says how the hosts are started, where that is known.
    """
    common = list(installed.problems(home, root, environment))
    own = list(installed.launcher(home, environment)) if only != MANAGED else []
    files = _files(home, root)
    observing = any(one.mode == "observe" and one.trusted for one in files)
    common += _recorded(files)
    states = []
    for host in hosts:
        read = layers.gather(host, home, root, environment, machine, only)
        missing = list(unheard(read, files)) if only != MANAGED else []
        state = _state(read, environment, ([*common, *missing], own), observing, running, ask, told)
        if state.word != ABSENT:
            state = replace(state, sandbox=sandbox.look(host, home, root, machine))
        states.append(state)
    return states


def _state(
    read: layers.Layers,
    environment: Mapping[str, str],
    ours: tuple[list[Finding], list[Finding]],
    observing: bool,
    running: bool,
    asked: bool,
    more: Mapping[str, object],
) -> State:
    host, home, root, (common, own) = read.host, read.home, read.root, ours
    title = registry.load(host).TITLE
    version = surroundings.version(host, environment) if running else ""
    wired, said = loaded.read(read, environment, version or None, more)
    if not wired and not read.only and not is_here(host, home, environment):
        return State(host, title, ABSENT, version, (), ())
    said += [one for one in common if one.host == host]
    said += surroundings.variables(read, environment)
    if wired:
        mine = own if any(one.scope != MANAGED for one in wired) else []
        shared = [*common, *mine, *_machine(read, wired)]
        said += [replace(one, host=host) for one in shared if not one.host]
    said += second.rules(host, home, root)
    newer = surroundings.newer(host, version)
    said += [newer] if newer else []
    proved = newer is None and (bool(root) or not contract(host).has("load/trust-variable"))
    stuck = any(one.weight in (OPEN, STUCK) for one in said)
    for one in sorted(wired, key=lambda one: one.starts) if running and not stuck else ():
        if one.exact and one.starts and not any(found.weight == STUCK for found in said):
            said += live.start(host, one, root, home, environment, read.path(one.entry.file))
        elif one.exact and not one.starts:
            found, evident = live.run(host, one, root, home, environment, read.path(one.entry.file))
            said += found
            proved = proved and evident
    if asked:
        is_open = not wired or any(one.weight == OPEN for one in said)
        heard = asking.ask(host, home, root, environment, is_open)
        first = next(iter(read.own()))
        behind = any(one.entry.file != first and not one.starts for one in wired)
        said += [replace(one, weight=WEAK) if behind and one.weight == OPEN else one for one in heard]
    wired = [one for one in wired if not one.starts]
    scopes = tuple(dict.fromkeys(one.scope for one in wired))
    proved = proved and running and any(one.exact for one in wired)
    proved = proved and not any(one.doubt for one in said)
    told = word(bool(wired), said, observing, proved)
    return State(host, title, told, version, scopes, _sorted(said))


def _machine(read: layers.Layers, wired: list[loaded.Wired]) -> list[Finding]:
    """Return what is wrong with what the machine's entries run, and with the files they stand in."""
    found: dict[str, list[str]] = {}
    for one in wired:
        if one.scope == MANAGED:
            found.setdefault(loaded.launcher_of(one.entry), []).append(read.path(one.entry.file))
    more = [read.path(name) for name, (scope, _) in read.own().items() if scope == MANAGED]
    rows = [
        installed.machine(path, read.machine, dict.fromkeys([*files, *more]))
        for path, files in found.items()
        if path
    ]
    return [one for row in rows for one in row]


def _files(home: str, root: str) -> tuple[Policy, ...]:
    """Return the policy files in force; none when one can't be used, which is a finding of its own."""
    try:
        return force.in_force(force.place(root or home, home)).files
    except force.Unusable:
        return ()


def _recorded(files: tuple[Policy, ...]) -> Iterator[Finding]:
    """Yield a note for each rule that a trusted file only observes, while it enforces others."""
    for policy in files:
        for rule in policy.rules if policy.trusted and policy.mode != "observe" else ():
            if rule.mode == "observe":
                problem = f"the rule {rule.id} only records what it would refuse"
                yield Finding("", NOTE, problem, "Remove its `mode` once the record shows no false alarm",
                              rule.path, rule.line)  # fmt: skip


def _sorted(said: list[Finding]) -> tuple[Finding, ...]:
    order = (OPEN, STUCK, "weak", NOTE)
    return tuple(sorted(dict.fromkeys(said), key=lambda one: (order.index(one.weight), one.place)))
