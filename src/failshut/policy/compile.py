"""Compile rules into blocks of strings, integers, bytes and tuples.

A block is ``(name, actions, observes, firsts, pages, hot, cold)``: per rule one letter of
``actions`` (d, a, t; upper case = it also requires something), "1" in ``observes`` when it only
records, ``hot`` = marshalled ``(match, unless, require, events, hosts)`` and ``cold`` =
marshalled ``(id, reason, instead, source, why)``, both in marshalled pages; ``firsts`` and
``pages`` are the index (see index.py).
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from dataclasses import dataclass

from failshut.policy.argv import basename
from failshut.policy.paths import split
from failshut.policy.scene import LETTERS
from failshut.policy.schema import Rule
from failshut.policy.shapes import PAGE, Block, Table, Tuple

# Version 2 has no back references, which would depend on reference counts: same rules, same bytes.
MARSHAL = 2
# The key of rules that no call can match, because their Python guard isn't trusted.
NEVER = "!"


@dataclass(frozen=True)
class Placed:
    """A rule on its way into a block: whether it is only observed, and where it counts from.

    ``base`` is the folder of the policy file when that isn't the session root ("" = it is);
    ``digests`` are the trusted hashes of Python guards by absolute path.
    """

    rule: Rule
    observe: bool = False
    base: str = ""
    digests: tuple[tuple[str, str], ...] = ()


def block(name: str, placed: Iterable[Placed]) -> Block:
    """Return the compiled block of the rules, in their order."""
    rows = [(one.rule, *_compiled(one)) for one in placed]
    index: dict[str, list[int]] = {}
    for number, (_, match, _, _) in enumerate(rows):
        for key in [key for table in match for key in table_keys(table)] or [NEVER]:
            posts = index.setdefault(key, [])
            if number not in posts[-1:]:
                posts.append(number)
    keys = tuple(sorted(index))
    return (
        name,
        "".join(letter(rule) for rule, *_ in rows),
        "".join("1" if one.observe else "0" for one in placed),
        keys[::PAGE],
        tuple(
            marshal.dumps((some, tuple(tuple(index[key]) for key in some)), MARSHAL)
            for some in (keys[at : at + PAGE] for at in range(0, len(keys), PAGE))
        ),
        _pages([hot for _, _, hot, _ in rows]),
        _pages([cold for _, _, _, cold in rows]),
    )


def _pages(rows: list[bytes]) -> tuple[bytes, ...]:
    """Return the marshalled rows, ``PAGE`` of them in each marshalled page."""
    starts = range(0, len(rows), PAGE)
    return tuple(marshal.dumps(tuple(rows[at : at + PAGE]), MARSHAL) for at in starts)


def ids(some: Block) -> tuple[str, ...]:
    """Return the ids of a block's rules, in order."""
    return tuple(marshal.loads(cold)[0] for page in some[6] for cold in marshal.loads(page))


def letter(rule: Rule) -> str:
    """Return the rule's action letter."""
    plain = {"deny": "d", "ask": "a", "tell": "t"}[rule.action]
    return plain.upper() if rule.require else plain


def _compiled(one: Placed) -> tuple[tuple[Table, ...], bytes, bytes]:
    rule = one.rule
    match = tuple(
        table
        for table in (guarded(rebased(table, one.base, True), one) for table in rule.match)
        if table is not None
    )
    unless = tuple(rebased(table, one.base, False) for table in rule.unless)
    hot: Tuple = (match, unless, rule.require, rule.events, rule.hosts)
    source = f"{rule.path}:{rule.line}"
    cold = (rule.id, f"{rule.reason} {rule.note}".strip(), rule.instead, source, rule.why)
    return match, marshal.dumps(hot, MARSHAL), marshal.dumps(cold, MARSHAL)


def rebased(table: Table, base: str, add: bool) -> Table:
    """Return the table with relative globs counted from the policy file's folder too.

    ``add`` keeps the session root's reading (more is matched); exceptions get the folder's only.
    """
    if not base or not table[3]:
        return table
    start = split(base)
    paths = []
    for name, globs in table[3]:
        moved = tuple(
            ("/", start + segments) if anchor == "" else (anchor, segments) for anchor, segments in globs
        )
        paths.append((name, globs + moved if add else moved))
    return (*table[:3], tuple(paths), *table[4:])


def guarded(table: Table, one: Placed) -> Table | None:
    """Return the table with its Python guard's trusted hash, or None when it isn't trusted."""
    if not table[9]:
        return table
    file, function, _ = table[9]
    path = guard_path(one.rule.path, file)
    known = dict(one.digests).get(path)
    if known is None:
        return None
    return (*table[:9], (path, function, known))


def guard_path(policy: str, file: str) -> str:
    """Return the absolute path of a guard named in a policy file."""
    folder = policy.rsplit("/", 1)[0]
    return file if file.startswith("/") else "/" + "/".join(split(f"{folder}/{file}"))


def table_keys(table: Table) -> list[str]:
    """Return the index keys under which a call that the table matches is sure to look."""
    commands, effects, params, paths, urls, hosts, mcp, tools, _, _ = table
    if commands:
        return [_program_key(pattern) for pattern in commands]
    if effects:
        return ["E:" + one[:-2] if one.endswith(".*") else "e:" + one for one in effects]
    if paths:
        name, globs = paths[0]
        return [_path_key(LETTERS[name], anchor, segments) for anchor, segments in globs]
    if params:
        return [""]
    for start, globs in (("u", hosts), ("u", urls), ("m", mcp), ("n", tools)):
        if globs:
            return [_text_key(start, tokens) for tokens in globs]
    return [""]


def _program_key(pattern: Tuple) -> str:
    """Return the key of a command pattern: its program and, when it names one, its first word."""
    program, _, words = pattern
    if not isinstance(program, str):
        return "p:*"
    first = words[0] if words and isinstance(words[0], str) else ""
    return "p:" + basename(program) + (" " + first if first else "")


def _text_key(start: str, tokens: tuple[object, ...]) -> str:
    """Return the key of a text glob: the text itself when it is one, else that of all globs."""
    if len(tokens) == 1 and isinstance(tokens[0], str):
        return start + ":" + tokens[0]
    return start


def _path_key(letter: str, anchor: str, segments: tuple[object, ...]) -> str:
    key = letter + ":" + {"": "", "/": "/", "~": "~/"}[anchor]
    for segment in segments:
        if not isinstance(segment, str) or segment == "**":
            break
        key += segment.lower() + "/"
    return key
