"""Choose what of the policies in force a host's own rules can say without refusing anything more.

A host's rule can't be overruled by ours, so only what is refused wherever it is called, by one rule
alone and without conditions, is compiled; each candidate is put to the real judge first.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from failshut.checking import examine, force
from failshut.checking.force import Place
from failshut.errors import FailshutError
from failshut.model import DENY
from failshut.permissions.candidates import COMMON, PATHS, filled
from failshut.policy import load, schema
from failshut.policy.build import LAYERS
from failshut.policy.compile import Placed, block
from failshut.policy.schema import Policy, Rule
from failshut.policy.shapes import FORMAT

PREFIX, EXACT, WRITE, READ = "prefix", "exact", "write", "read"
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/=@+,-~")
"""What a command or path may consist of: nothing that a host's pattern or a shell would read otherwise."""
MORE = ("", " x", " x y --z=1", " -h", " --help", " --version", " -n", " --dry-run", " --", " 'a b'",
        " $X", " > out", " | cat", " && echo x", "; echo x", " # x", "\necho x")  # fmt: skip
"""What may follow a prefix: the policy has to refuse it with each of them."""
_ANYWHERE = "/workspace/project"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a host is to refuse by itself: ``text`` is a command, the start of one, or a path glob.

    A glob ends in ``/**``, or names one file; ``rule`` is the policy's rule that refuses it.
    """

    kind: str
    text: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Reach:
    """What a host's own rules can say: the kinds; ``one_word`` = a prefix is a program's name alone."""

    kinds: tuple[str, ...]
    one_word: bool = False


Left = tuple[str, str]
"""A rule's id and why it isn't compiled."""


def entries(host: str, reach: Reach, home: str, root: str) -> tuple[list[Entry], list[Left]]:
    """Return what ``host`` is to refuse, and which rules of policy files it can't be told.

    ``root`` "" = what holds in every project.  Raises ``force.Unusable`` for a broken policy.
    """
    files = [one for _, one in force.found(force.place(root or home, home)) if _counts(one, root)]
    found: list[Entry] = []
    left: list[Left] = []
    places = _places(home, root)
    for policy in files:
        for rule in policy.rules:
            why = unfit(rule, policy, files, host)
            some = [] if why else [one for one in _own(rule, reach) if _sound(one, host, places)]
            if some:
                found += some
            elif rule.action == "deny":
                left.append((rule.id, why or "its match says more than this host's rules can"))
    if not any(one.mode == "observe" for one in files if one.layer in ("managed", "user")):
        found += _built_in(host, reach, files, places)
    return list({(one.kind, one.text): one for one in reversed(found)}.values())[::-1], left


def _counts(policy: Policy, root: str) -> bool:
    if policy.layer in ("managed", "user"):
        return True
    return bool(root) and policy.folder == root.rstrip("/")


def unfit(rule: Rule, policy: Policy, files: Sequence[Policy], host: str) -> str:
    """Say why a rule can't hold without conditions on ``host`` ("" = it can)."""
    if rule.action != "deny":
        return "it doesn't refuse"
    if policy.mode == "observe" or rule.mode == "observe":
        return "it only observes"
    if rule.unless:
        return "it has an `unless`"
    if rule.require:
        return "it has a `require`"
    if rule.events or (rule.hosts and host not in rule.hosts):
        return "it isn't for every call of this host"
    if any(exempt.rule == rule.id for one in files for exempt in one.exempts):
        return "an exception loosens it"
    return ""


def _own(rule: Rule, reach: Reach) -> Iterator[Entry]:
    """Yield what a rule of a policy file names: commands, or paths that are written or read."""
    given = rule.raw.get("match")
    for table in given if isinstance(given, list) else [given]:
        if not isinstance(table, dict) or len(table) != 1:
            continue
        key, value = next(iter(table.items()))
        for text in value if isinstance(value, list) else [value]:
            if key == "command":
                yield from _prefix(str(text), rule, reach)
            elif key in (WRITE, READ) and key in reach.kinds and _plain_glob(str(text)):
                yield Entry(key, str(text), rule)


def _prefix(text: str, rule: Rule, reach: Reach) -> Iterator[Entry]:
    try:
        words = shlex.split(text)
    except ValueError:
        return
    if PREFIX not in reach.kinds or not words or (reach.one_word and len(words) > 1):
        return
    if all(word and set(word) <= PLAIN - {" ", "~"} for word in words):
        yield Entry(PREFIX, " ".join(words), rule)


def _plain_glob(text: str) -> bool:
    """Say whether a glob is an absolute path, or all below one."""
    stem = text.removesuffix("/**")
    return bool(stem.strip("/~")) and set(stem) <= PLAIN and text.startswith(("/", "~/"))


def _built_in(host: str, reach: Reach, files: Sequence[Policy], places: list[Place]) -> Iterator[Entry]:
    """Yield what the built-in packs refuse as it stands: their examples, and well-known paths."""
    for name in schema.BUILT_IN:
        pack = load.load_pack(name)
        for rule in pack.rules:
            if unfit(rule, pack, files, host):
                continue
            texts = [text for wanted, text in rule.examples if wanted == "deny"]
            some = [Entry(EXACT, text, rule) for text in (*texts, *COMMON.get(rule.id, ()))]
            some += [Entry(kind, glob, rule) for kind, glob in PATHS.get(rule.id, ())]
            for one in some:
                if one.kind in reach.kinds and _sound(one, host, places):
                    yield one


def _sound(entry: Entry, host: str, places: list[Place]) -> bool:
    """Say whether the rule refuses, wherever it is called, all that the host would refuse for it."""
    if not set(entry.text.removesuffix("/**")) <= PLAIN or entry.text != entry.text.strip():
        return False
    places = [*places, *_inside(entry.text, places[0])] if places[0].root == _ANYWHERE else places
    if entry.kind == EXACT:
        return all(refuses(entry.rule, host, entry.text, where) for where in places)
    if entry.kind == PREFIX:
        return all(refuses(entry.rule, host, entry.text + more, where) for more in MORE for where in places)
    return all(
        refuses(entry.rule, host, path, where, entry.kind)
        for path in filled(entry.text)
        for where in places
    )


def _inside(text: str, where: Place) -> Iterator[Place]:
    """Yield sessions in and above the absolute paths that a text names: there they are nobody else's."""
    for word in text.removesuffix("/**").split():
        path = word.rstrip("/")
        if path.startswith("/"):
            for folder in {path, path.rsplit("/", 1)[0], "/" + path.split("/")[1]} - {""}:
                yield Place(folder, folder, where.home)


def refuses(rule: Rule, host: str, text: str, where: Place, kind: str = "") -> bool:
    """Say whether a rule alone refuses a command, or (``kind`` write or read) a file tool's path."""
    home = where.home.rstrip("/")
    if kind:
        path = home + text[1:] if text.startswith("~/") else text
        call = examine.call_on(host, kind, path, where)
    else:
        call = examine.call_of(host, text, where)
    policy = (FORMAT, (block(LAYERS, [Placed(replace(rule, hosts=()))]),), (), ())
    try:
        verdict = examine.check(call, where, policy).verdict
    except FailshutError:
        return False
    return verdict.action == DENY and verdict.rule == rule.id


def _places(home: str, root: str) -> list[Place]:
    """Return where a call may come from: the project, or some that differ."""
    if root:
        return [Place(root, root, home), Place(root, f"{root.rstrip('/')}/a/b", home)]
    return [Place(one, one, home) for one in (_ANYWHERE, home, "/")]
