"""Remember what each policy file held, so that only a person's ``failshut trust`` loosens it.

One JSON file per policy path: ``{"version", "path", "trusted", "rules", "extends", "guards"}``;
``trusted`` is the hash of the trusted bytes ("" = none), ``rules`` every rule in force since,
``guards`` the hashes of trusted Python guards.  A state that can't be written loosens nothing.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

from failshut.errors import PolicyError
from failshut.policy import digest, files
from failshut.policy.find import read_source
from failshut.policy.gates import read_gate
from failshut.policy.load import pack_names, read
from failshut.policy.reader import Reader
from failshut.policy.rules import read_rule
from failshut.policy.schema import Gate, Policy, Rule

VERSION = 1
# What a rule refuses; its sentences may change without trust.
ENFORCING = ("id", "match", "unless", "require", "events", "hosts")
NOTE = "(The rule was {what} {path}, but that change isn't trusted yet: a person types `failshut trust`.)"

State = dict[str, object]


def state_path(state_dir: str, path: str) -> str:
    """Return where the state of a policy path lies."""
    return f"{state_dir.rstrip('/')}/{digest.name_of(path)}.json"


def with_memory(path: str, data: bytes | None, layer: str, state: bytes | None) -> tuple[Policy, bytes]:
    """Return the policy in force for a file (None = it vanished) and the state to store.

    What the state remembers and the file no longer holds is kept, and says so.  Managed files
    are root's: always trusted, nothing kept.  Raises ``PolicyError`` when the file can't be used.
    """
    policy = Policy(layer, path) if data is None else read(path, data, layer)
    old = _parse(path, state)
    guards = _pairs(old.get("guards"))
    if layer == "managed":
        return replace(policy, trusted=True, digests=guards, held=policy.gates), state or b""
    trusted = data is not None and old.get("trusted") == digest.digest(data).hex()
    rules = _remembered(old)
    kept = tuple(_kept(path, line, raw, policy) for line, raw in _missing(rules, policy))
    policy = replace(
        policy,
        trusted=trusted,
        kept=tuple(rule for rule in kept if rule is not None),
        kept_extends=_known_packs(old),
        digests=guards,
        held=_gates(path, old),
    )
    if state is None and not (policy.rules or policy.extends):
        return policy, b""
    gates = [[gate.line, gate.raw] for gate in policy.held]
    return policy, _dump(path, str(old.get("trusted") or ""), policy, rules, guards, gates)


def store(state_dir: str, path: str, before: bytes | None, after: bytes) -> bytes | None:
    """Write the state when it changed; return the bytes that now stand there."""
    if after == (before or b""):
        return before
    return after if files.write(state_path(state_dir, path), after) else before


def trust(state_dir: str, paths: list[tuple[str, str]]) -> list[str]:
    """Trust the current bytes of ``(layer, path)`` files; return what that changed, in words.

    Raises ``PolicyError`` for a file that can't be used, ``OSError`` when the state can't be
    written.  Only a person may call this.
    """
    said: list[str] = []
    for layer, path in paths:
        try:
            said += changes(state_dir, layer, path)
        except PolicyError as error:
            said.append(f"{path}: {error.problem}")
        settle(state_dir, path, trusting(layer, path))
    return said


def trusting(layer: str, path: str) -> bytes:
    """Return the state that trusts the file (and its guards) as they are now; writes nothing.

    Whoever asks a person takes this before the question: what changes meanwhile isn't trusted.
    """
    from failshut.policy import loosening

    data = read_source(path)
    policy = Policy(layer, path) if data is None else read(path, data, layer)
    mark = "" if data is None else digest.digest(data).hex()
    gates = [[gate.line, gate.raw] for gate in policy.gates]
    return _dump(path, mark, policy, [], loosening.digests(policy), gates)


def settle(state_dir: str, path: str, state: bytes) -> None:
    """Write a state that a person agreed to; raises ``OSError`` when it can't be written."""
    if not files.write(state_path(state_dir, path), state):
        raise OSError(f"{state_path(state_dir, path)} can't be written; nothing is trusted.")


def changes(state_dir: str, layer: str, path: str) -> list[str]:
    """Return words (a line or more) for each thing that trusting the file would change."""
    from failshut.policy import loosening

    data = read_source(path)
    state = files.read(state_path(state_dir, path))
    policy, _ = with_memory(path, data, layer, state)
    said = [f"{path}: the rule {rule.id} ({rule.action}) no longer holds." for rule in policy.kept]
    gone = [name for name in policy.kept_extends if name not in policy.extends]
    said += [f"{path}: the pack {name} no longer holds." for name in gone]
    if not policy.trusted:
        said += [loosening.exception_words(one) for one in policy.exempts]
        if policy.mode == "observe":
            said.append(loosening.observe_words(policy))
        else:
            said += [loosening.observe_rule_words(rule) for rule in policy.rules if rule.mode == "observe"]
    said += [loosening.gate_words(gate) for gate in policy.gates if gate not in policy.held]
    names = [gate.id for gate in policy.gates]
    said += [f"{path}: the gate {gate.id} no longer holds." for gate in policy.held if gate.id not in names]
    known = dict(policy.digests)
    for guard, mark in loosening.digests(policy):
        if known.get(guard) != mark:
            said.append(loosening.guard_words(policy, guard, mark))
    return said


def _missing(rules: list[tuple[int, State]], policy: Policy) -> list[tuple[int, State]]:
    present = {_identity(rule.raw) for rule in policy.rules}
    return [(line, raw) for line, raw in rules if _identity(raw) not in present]


def _kept(path: str, line: int, raw: State, policy: Policy) -> Rule | None:
    """Return a remembered rule, with a note; None when this version can't read it any more."""
    rule = read_rule(Reader(path, ""), raw, ())
    if rule is None:
        return None
    changed = any(one.id == rule.id for one in policy.rules)
    what = "changed in" if changed else "removed from"
    return replace(rule, line=line, note=NOTE.format(what=what, path=path))


def _identity(raw: State) -> str:
    """Return what a rule refuses, as text that is equal for equal rules."""
    parts = {key: raw[key] for key in ENFORCING if key in raw}
    action = next((key for key in ("deny", "ask", "tell") if key in raw), "")
    return json.dumps([action, parts], sort_keys=True, default=str)


def _dump(
    path: str,
    trusted: str,
    policy: Policy,
    rules: list[tuple[int, State]],
    guards: tuple[tuple[str, str], ...],
    gates: list[list[object]],
) -> bytes:
    """Return the state: the file's own rules, then the remembered ones it no longer holds."""
    rows = [[rule.line, rule.raw] for rule in policy.rules]
    rows += [[line, raw] for line, raw in _missing(rules, policy)]
    state = {
        "version": VERSION,
        "path": path,
        "trusted": trusted,
        "extends": sorted({*policy.extends, *policy.kept_extends}),
        "guards": dict(guards),
        "rules": rows,
        **({"gates": gates} if gates else {}),
    }
    return json.dumps(state, ensure_ascii=False, default=str).encode() + b"\n"


def _parse(path: str, state: bytes | None) -> State:
    """Return the state; one that can't be read is a ``PolicyError``: it may have held rules."""
    if state is None:
        return {}
    try:
        value = json.loads(state)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict) and value.get("version") == VERSION:
        return value
    raise PolicyError(
        path,
        0,
        "What was remembered of this policy can't be read, so rules may be missing.",
        "A person looks at the file and types `failshut trust`.",
    )


def _gates(path: str, state: State) -> tuple[Gate, ...]:
    """Return the gates that a person has trusted, as they stood then."""
    rows = state.get("gates")
    found = []
    for row in rows if isinstance(rows, list) else []:
        gate = read_gate(Reader(path, ""), row[1] if isinstance(row, list) and len(row) == 2 else None, ())
        if gate is not None:
            found.append(replace(gate, line=row[0] if isinstance(row[0], int) else 0))
    return tuple(found)


def _remembered(state: State) -> list[tuple[int, State]]:
    rows = state.get("rules")
    return [
        (row[0], row[1])
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, list) and len(row) == 2 and isinstance(row[0], int) and isinstance(row[1], dict)
    ]


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    items = value.items() if isinstance(value, dict) else ()
    return tuple(sorted((str(key), str(one)) for key, one in items))


def _known_packs(state: State) -> tuple[str, ...]:
    names = state.get("extends")
    known = pack_names()
    return tuple(str(one) for one in (names if isinstance(names, list) else ()) if one in known)


def known_states(state_dir: str) -> list[str]:
    """Return the policy paths whose state is stored, sorted; ``PolicyError`` for a broken one."""
    try:
        names = os.listdir(state_dir)
    except OSError:
        return []
    found = [_parse(name, files.read(f"{state_dir}/{name}")) for name in names if name[-5:] == ".json"]
    return sorted(str(one["path"]) for one in found if "path" in one)
