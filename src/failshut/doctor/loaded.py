"""Say what a host takes from its files, and what of it is the guard."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from failshut import hosts as registry
from failshut.doctor.findings import NOTE, OPEN, WEAK, Finding
from failshut.doctor.installed import below
from failshut.doctor.layers import Layers
from failshut.doctor.repairs import repair
from failshut.doctor.spots import STEP, line
from failshut.exits import WiringError
from failshut.hosts.moments import KINDS
from failshut.interpret.contracts import contract
from failshut.interpret.loading import fires, loading
from failshut.interpret.types import Dropped, Entry, Loading
from failshut.wire import alive, later, pin
from failshut.wire.alive import launchers
from failshut.wire.entries import WIRINGS, is_here
from failshut.wire.line import LAUNCHER, LAUNCHER_NAME
from failshut.wire.line import line as wired_line
from failshut.wire.plan import MANAGED
from failshut.wire.wiring import NAME, Wiring, is_ours

AGAIN = "failshut init --hosts {host}"
SWITCHES = ("disabled-all", "off", "managed-only")
"""Cells of what turns the hooks of every file off."""
KEYS = {"disableAllHooks": True, "hooksConfig.enabled": False}
"""Switches in JSON; what can't be read as such, and TOML, is looked through line by line."""
_SWITCH = re.compile(
    r'"disableAllHooks"\s*:\s*true|"enabled"\s*:\s*false|^\s*(?:codex_)?hooks\s*=\s*false|allow_managed_hooks_only\s*=\s*true'
)
FIRST = "pre-tool"
"""The table of the events by which every call comes."""
ADDED = ("event", "name", "group", "handler")
"""Keys that loaders put beside a handler's own."""
AGAINS = {
    "user": AGAIN,
    "project": AGAIN + " --scope project",
    MANAGED: AGAIN + " --scope managed",
}
_NAMED = re.compile(r" failshut \S+ \S+ '(/[^']*/launcher\.sh)' ")


@dataclass(frozen=True)
class Wired:
    """Our entry that a host takes: in which ``scope``; ``exact`` = as ``init`` writes it today.

    ``starts`` = it is for a session's start, not for calls.
    """

    scope: str
    entry: Entry
    exact: bool
    starts: bool = False


def switches(layers: Layers, environment: Mapping[str, str]) -> dict[str, object]:
    """Return what the loaders ask of a session: its environment, its folder and who sits there."""
    env = {**environment, "HOME": layers.home}
    book = contract(layers.host)
    if not layers.root and book.has("load/trust-variable"):
        env[book.phrase("load/trust-variable")] = "true"  # trust is a folder's, and none was named
    return {"env": env, "project": layers.root or layers.home, "ui": "interactive"}


def read(
    layers: Layers,
    environment: Mapping[str, str],
    version: str | None,
    more: Mapping[str, object] = MappingProxyType({}),
) -> tuple[list[Wired], list[Finding]]:
    """Return our entries that ``layers``' host takes, and what is wrong with its files.

    ``more`` says how the host is started, where that is known.
    """
    host = layers.host
    told = {**switches(layers, environment), **more}
    found = loading(host, layers.texts, switches=told, version=version)
    wired = [one for entry in found.entries if (one := _ours(layers, entry)) is not None]
    if not any(contract(host).events[one.entry.event] == FIRST for one in wired):
        wired = []
    said = list(_unreadable(layers))
    said += _dropped(layers, found, bool(wired))
    said += [_stale(layers, one) for one in wired if not one.exact]
    said += _moments(layers, found)
    said += _incomplete(layers, found, {one.scope for one in wired if not one.starts})
    said += _strangers(layers)
    said += _others(layers, found)
    if wired and not layers.root and contract(host).has("load/trust-variable"):
        problem = "it runs no hooks of settings in folders that aren't trusted, and no folder was looked at"
        said.append(Finding(host, NOTE, problem, "Run `failshut doctor` in the folder you work in"))
    if not wired and not any(one.weight == OPEN for one in said):
        said.append(_absent(layers, found, environment))
    return wired, said


def _ours(layers: Layers, entry: Entry) -> Wired | None:
    """Return our entry for a session's start, or for calls when event and matcher take the shell's."""
    host, wiring = layers.host, WIRINGS[layers.host]
    if not is_ours(entry.wiring) or entry.event not in wiring.events:
        return None
    starts = entry.event in registry.load(host).SESSION
    if entry.file not in layers.own() or not (starts or _guards_shell(host, entry.event)):
        return None  # a host that reads another one's file runs that one's entry beside its own
    if not starts and not fires(host, entry, contract(host).phrase("facts/shell-tool")):
        return None
    scope, form = layers.own()[entry.file]
    return Wired(scope, entry, _exact(layers, scope, form, entry), starts)


def _guards_shell(host: str, event: str) -> bool:
    """Say whether an event comes with a shell's command."""
    book = contract(host)
    return "@COMMAND@" in (book.phrase(f"payload/{event}") if book.has(f"payload/{event}") else "")


def _exact(layers: Layers, scope: str, form: Wiring, entry: Entry) -> bool:
    """Say whether an entry is one that ``init`` would write."""
    host, launcher = layers.host, f"{layers.home}/{LAUNCHER}"
    named = entry.event in form.events  # a plugin's file has other keys than events
    words = dict.fromkeys(word for event, word in form.rows if event == entry.event or not named)
    texts = [wired_line(host, "", "", True, word) for word in words]
    if scope == "user":
        roots = dict.fromkeys(("", layers.root))
        texts = [wired_line(host, launcher, root, False, word) for word in words for root in roots]
    if scope == MANAGED:
        texts = [wired_line(host, launcher_of(entry), "", False, word, True) for word in words]
    rows = [form.handler(text, entry.event) for text in texts]
    return any(
        row == {key: one for key, one in entry.wiring.items() if key in row or key not in ADDED}
        for row in rows
    )


def launcher_of(entry: Entry) -> str:
    """Return the absolute launcher that our entry's line names ("" = none)."""
    words = [
        str(one)
        for value in entry.wiring.values()
        for one in (value if isinstance(value, list) else [value])
    ]
    return next((found[1] for word in words if (found := _NAMED.search(word))), "")


def _again(layers: Layers, scope: str) -> str:
    """Return the command that wires the host anew in a scope."""
    command = AGAINS[scope].format(host=layers.host)
    return command + below(layers.machine) if scope == MANAGED else command


def _stale(layers: Layers, wired: Wired) -> Finding:
    path = layers.path(wired.entry.file)
    place = line(path, layers.texts.get(wired.entry.file, ""), wired.entry.where)
    problem = "our entry isn't the one that this installation writes, so it wasn't run"
    again = _again(layers, wired.scope)
    return Finding(layers.host, WEAK, problem, again, path, place, ours=wired.scope != MANAGED)


def _incomplete(layers: Layers, found: Loading, scopes: set[str]) -> Iterator[Finding]:
    """Yield the files that are missing, or hold fewer entries of ours than ``init`` writes.

    Not where the host leaves out what stands there: that is a finding of its own.
    """
    told = {one.file for one in found.dropped}
    for name, (scope, form) in layers.own().items():
        wanted = 0 if form.listed else len(form.rows)
        mine = [one for one in found.entries if one.file == name and is_ours(one.wiring)]
        mine = [one for one in mine if not _at_other_moment(layers, one)]
        held = {(one.event, json.dumps(one.wiring)) for one in mine}
        if scope not in scopes or (wanted and name in told):
            continue
        again = _again(layers, scope)
        if name not in layers.texts:
            problem = "this file of ours is missing"
            yield Finding(layers.host, WEAK, problem, again, layers.path(name), ours=scope != MANAGED)
        elif len(held) < wanted:
            problem = f"of {wanted} entries of ours the host takes {len(held)} from this file"
            yield Finding(layers.host, WEAK, problem, again, layers.path(name), ours=scope != MANAGED)
        elif form.pins[0] and not pin.holds(layers.texts[name], form):
            problem = f"{'.'.join(form.pins)} isn't pinned, so hooks can be switched off"
            yield Finding(layers.host, WEAK, problem, again, layers.path(name))


def _at_other_moment(layers: Layers, entry: Entry) -> bool:
    """Say whether an entry stands at an event that is wired on demand."""
    return (
        entry.event in later.events(layers.host).values() and entry.event not in WIRINGS[layers.host].events
    )


def _moments(layers: Layers, found: Loading) -> Iterator[Finding]:
    """Yield our entries at other moments that aren't the ones that this installation writes."""
    for entry in found.entries:
        if (
            not is_ours(entry.wiring)
            or entry.file not in layers.own()
            or not _at_other_moment(layers, entry)
        ):
            continue
        scope, form = layers.own()[entry.file]
        if not _exact(layers, scope, later.extended(layers.host, form, KINDS), entry):
            yield _stale(layers, Wired(scope, entry, False))


def _unreadable(layers: Layers) -> Iterator[Finding]:
    own = layers.own()
    for name, why in layers.unread.items():
        weight = OPEN if name in own else NOTE
        yield Finding(layers.host, weight, why, "Make it a file that can be read", layers.path(name))


def _dropped(layers: Layers, found: Loading, wired: bool) -> Iterator[Finding]:
    """Yield what the host leaves out.

    It opens the guard where it holds our entry and no other one is left.
    """
    host = layers.host
    own = [name for name in layers.own() if LAUNCHER_NAME in layers.texts.get(name, "")]
    more = [name for name, (_, form) in layers.own().items() if form is not WIRINGS[host]]
    switched = [one for one in found.dropped if one.cell.rpartition("/")[2] in SWITCHES]
    if switched and not wired:
        yield _switched(layers, switched[0])
    for one in found.dropped:
        if one in switched:
            continue
        if not one.file or not found.starts:
            weight = OPEN
        elif one.file in own + more and _is_ours_place(layers, one):
            weight = WEAK if wired else OPEN
        else:
            weight = NOTE
        if one.cell.endswith("/not-read") and weight != OPEN:
            continue  # files of others, and of what isn't hooks
        path = layers.path(one.file) if one.file else ""
        cell = contract(host).cells.get(one.cell.removeprefix(f"{host}/"))
        yield Finding(
            host, weight, one.reason, _repair(layers, one), path,
            line(path, layers.texts.get(one.file, ""), one.where) or _mistake(layers, one),
            one.cell, cell.evidence if cell else "",
        )  # fmt: skip


def _switched(layers: Layers, one: Dropped) -> Finding:
    """Say which file switches the hooks off: not the one that loses them."""
    name, place = switch(layers)
    cell = contract(layers.host).cells.get(one.cell.removeprefix(f"{layers.host}/"))
    return Finding(
        layers.host, OPEN, one.reason, _repair(layers, one), layers.path(name or one.file), place,
        one.cell, cell.evidence if cell else "",
    )  # fmt: skip


def switch(layers: Layers) -> tuple[str, int]:
    """Return the file and line in which a switch of the host's is set, ("", 0) when none is found."""
    for name, text in layers.texts.items():
        for key, value in KEYS.items():
            if _at(text, key) is value:
                return name, line(layers.path(name), text, key)
    for name, text in layers.texts.items():
        for number, row in enumerate(text.splitlines(), 1):
            if _SWITCH.search(row):
                return name, number
    return "", 0


def _is_ours_place(layers: Layers, one: Dropped) -> bool:
    """Say whether what was left out is our entry, or the file in which it stands."""
    if not one.where:
        return True
    value = _at(layers.texts.get(one.file, ""), one.where)
    return value is None or LAUNCHER_NAME in json.dumps(value) or f'"{NAME}"' in json.dumps(value)


def _at(text: str, where: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    for name, index in STEP.findall(where):
        if index and isinstance(value, list) and int(index) < len(value):
            value = value[int(index)]
        elif name and isinstance(value, dict):
            value = value.get(name)
        else:
            return None
    return value


def _mistake(layers: Layers, one: Dropped) -> int:
    """Return the line that costs a whole file, where our own checks know it."""
    text = layers.texts.get(one.file, "")
    if one.where or not text:
        return 0
    if one.file in layers.own():
        try:
            found = alive.findings(layers.host, one.file, text.encode())
        except WiringError:
            return _broken_line(one.file, text)
        if found:
            return found[0].line
    return _broken_line(one.file, text)


def _broken_line(name: str, text: str) -> int:
    """Return the line at which a text stops being JSON or TOML, 0 when it doesn't."""
    try:
        tomllib.loads(text) if name.endswith(".toml") else json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except RecursionError:
        return 1
    except tomllib.TOMLDecodeError as error:
        told = str(error).rpartition("at line ")[2].partition(",")[0]
        return int(told) if told.isdigit() else text.count("\n") + 1
    return 0


def _repair(layers: Layers, one: Dropped) -> str:
    scope = layers.own()[one.file][0] if one.file in layers.own() else layers.only
    return repair(layers.host, one.cell, layers.path(one.file) if one.file else "", layers.root, scope)


def _strangers(layers: Layers) -> Iterator[Finding]:
    """Yield the files that run the guard of another home."""
    own = f"{layers.home}/{LAUNCHER}"
    for name, text in layers.texts.items():
        for place in launchers(text):
            if place != own:
                problem = (
                    f"an entry runs the guard of another home ({place}); if that breaks, it refuses all"
                )
                number = text[: text.index(place)].count("\n") + 1
                yield Finding(layers.host, NOTE, problem, alive.OTHERS, layers.path(name), number)


def _others(layers: Layers, found: Loading) -> Iterator[Finding]:
    """Yield the files whose hooks run before calls beside ours: they may change what ours has judged."""
    book = contract(layers.host)
    if not book.has("pre-tool/replace"):
        return
    foreign = [one for one in found.entries if book.events[one.event] == FIRST and not is_ours(one.wiring)]
    for file in dict.fromkeys(one.file for one in foreign):
        problem = "a hook of others runs before calls too, and may change a call that the guard has judged"
        yield Finding(layers.host, NOTE, problem, "Look at what it answers", layers.path(file))


def _absent(layers: Layers, found: Loading, environment: Mapping[str, str]) -> Finding:
    """Say that no entry of ours is there, or that its matcher or event leaves calls out."""
    host = layers.host
    fix, at_start = _again(layers, layers.only or "user"), registry.load(host).SESSION
    for entry in found.entries:
        if is_ours(entry.wiring) and entry.file in layers.own() and entry.event not in at_start:
            path = layers.path(entry.file)
            place = line(path, layers.texts.get(entry.file, ""), entry.where)
            problem = f"our entry is on {entry.event} with a matcher that leaves shell calls out"
            return Finding(host, OPEN, problem, fix, path, place, ours=True)
    path = layers.path(next(iter(layers.own())))
    problem = "no entry of ours: the guard isn't wired"
    if layers.only == MANAGED and not layers.machine and not is_here(host, layers.home, environment):
        problem += ", nor is the agent seen here (users may have it in places of their own)"
        fix = f"`{fix}`; if nobody here runs it, name the agents that count: `failshut doctor HOST …`"
    return Finding(host, OPEN, problem, fix, path, ours=layers.only != MANAGED)
