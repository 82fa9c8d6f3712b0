"""Merge policy files into one compiled policy: lower layers add, only owners loosen.

A compiled policy is ``(FORMAT, blocks, waivers, observed)``: ``waivers`` are
``(block name, rule number, until, tables)`` of trusted exceptions, ``observed`` the names of
the built-in blocks that only record.
"""

from __future__ import annotations

from collections.abc import Sequence

from failshut.errors import PolicyError
from failshut.policy import schema
from failshut.policy.compile import Placed, block, ids, rebased
from failshut.policy.load import load_pack
from failshut.policy.schema import Exempt, Policy, Rule
from failshut.policy.shapes import FORMAT, Block
from failshut.policy.shapes import Policy as Compiled

LAYERS = "layers"
GONE_PACK = (
    "(The pack was removed from {path}, but that change isn't trusted yet: "
    "a person types `failshut trust`.)"
)


def build(policies: Sequence[Policy], root: str, built_in: tuple[Block, ...]) -> Compiled:
    """Return the compiled policy of the files (any order) for a session root.

    ``built_in`` are the baseline and self blocks, which belong to the managed layer where there is one:
    then the user's exceptions from them, and the user's observing, have no effect.  Raises ``PolicyError``
    for an exception that its layer may not make.
    """
    ordered = sorted(policies, key=lambda one: schema.LAYERS.index(one.layer))
    owned: list[tuple[Policy, Placed]] = []
    packs: set[str] = set()
    for policy in ordered:
        for placed in _placed(policy, root, packs):
            owned.append((policy, placed))
    waivers = []
    for policy in ordered:
        for exempt in policy.exempts:
            waivers += _waivers(policy, exempt, owned, built_in, root, managed(ordered))
    layers = block(LAYERS, [placed for _, placed in owned])
    return (FORMAT, (layers, *built_in), tuple(waivers), _observed(ordered))


def _placed(policy: Policy, root: str, packs: set[str]) -> list[Placed]:
    """Return the file's rules and those of the packs that no upper layer enforces already."""
    observe = policy.mode == "observe" and policy.trusted
    base = _base(policy, root)
    out: list[Placed] = []
    gone = [name for name in policy.kept_extends if name not in policy.extends]
    for name in (*policy.extends, *gone):
        if name in packs or name in schema.BUILT_IN:
            continue
        if not observe:
            packs.add(name)
        note = GONE_PACK.format(path=policy.path) if name in gone else ""
        out += [Placed(_noted(rule, note), observe) for rule in load_pack(name).rules]
    for rule in (*policy.rules, *policy.kept):
        alone = rule.mode == "observe" and policy.trusted
        out.append(Placed(rule, observe or alone, base, policy.digests))
    return out


def _noted(rule: Rule, note: str) -> Rule:
    return Rule(**{**rule.__dict__, "note": note}) if note else rule


def _base(policy: Policy, root: str) -> str:
    if policy.layer not in ("project", "local") or policy.folder == root.rstrip("/"):
        return ""
    return policy.folder


def _observed(ordered: Sequence[Policy]) -> tuple[str, ...]:
    """Return the built-in blocks that a trusted user or managed file only observes."""
    layers = {one.layer for one in ordered if one.mode == "observe" and one.trusted}
    if "managed" in layers:
        return schema.BUILT_IN
    return ("baseline",) if "user" in layers and not managed(ordered) else ()


def managed(policies: Sequence[Policy]) -> bool:
    """Say whether one of the files is root's."""
    return any(one.layer == "managed" for one in policies)


def _waivers(
    policy: Policy,
    exempt: Exempt,
    owned: list[tuple[Policy, Placed]],
    built_in: tuple[Block, ...],
    root: str,
    by_root: bool,
) -> list[tuple[object, ...]]:
    """Return what a trusted exception takes out; raise when it isn't this layer's to make.

    ``by_root`` = there is a managed policy, so that the user's exceptions take out no built-in rule.
    One that names no rule here takes nothing out: ``failshut check`` warns of it.
    """
    where: list[tuple[str, int]] = []
    for one in built_in:
        names = ids(one)
        if exempt.rule in names:
            _check_built_in(policy, exempt, one[0])
            if policy.layer == "managed" or not by_root:
                where.append((one[0], names.index(exempt.rule)))
    for number, (owner, placed) in enumerate(owned):
        if placed.rule.id == exempt.rule:
            _check_owner(policy, exempt, owner)
            where.append((LAYERS, number))
    if not policy.trusted:
        return []
    tables = tuple(rebased(table, _base(policy, root), False) for table in exempt.match)
    return [(name, number, exempt.until, tables) for name, number in where]


def _check_built_in(policy: Policy, exempt: Exempt, name: str) -> None:
    allowed = ("managed",) if name == "self" else ("managed", "user")
    if policy.layer not in allowed:
        raise PolicyError(
            exempt.path,
            exempt.line,
            f"The {policy.layer} layer can't loosen {exempt.rule!r}, a rule of {name}.",
            f"Only the {' or '.join(allowed)} policy may; ask its owner, or remove the exception.",
        )


def _check_owner(policy: Policy, exempt: Exempt, owner: Policy) -> None:
    """Raise unless the exception stands in the rule's layer or above it."""
    mine, theirs = schema.LAYERS.index(policy.layer), schema.LAYERS.index(owner.layer)
    above = mine < theirs
    if mine == theirs:
        inside = (owner.folder + "/").startswith(policy.folder.rstrip("/") + "/")
        above = inside if policy.layer == "project" else owner.path == policy.path
    if not above:
        raise PolicyError(
            exempt.path,
            exempt.line,
            f"The {policy.layer} layer can't loosen {exempt.rule!r}, a rule of {owner.path}.",
            f"Put the exception into {owner.path} or a layer above it, or remove it.",
        )
