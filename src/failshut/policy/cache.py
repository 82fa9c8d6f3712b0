"""Give the compiled policy for a place, from a cache that is believed only when all fits (hot).

One file per session root and set of policy files: a head (program version, place, the files'
sizes), every file's bytes and what is remembered of it, a checksum, the marshalled body.  All
but the body is compared with the files at each call.  Whatever doesn't fit is rebuilt from the
sources.  The checksum finds damage; against who writes as the same user no cache can help.
The built-in packs never come from a cache.
"""

from __future__ import annotations

import marshal
import sys
from binascii import crc32

from failshut.policy import builtin, files
from failshut.policy.digest import name_of
from failshut.policy.find import MANAGED, candidates, read_source
from failshut.policy.shapes import FORMAT, PAGE, Policy, Tuple
from failshut.version import VERSION as PROGRAM

MAGIC = b"failshut-policy\n"
VERSION = "/".join(
    (
        PROGRAM,
        str(FORMAT),
        builtin.BUILD,
        str(sys.implementation.cache_tag),
        f"{sys.hexversion:x}",
    )
)
# What one policy file gives: layer, path, whether it exists, its bytes, the same of its state.
Source = tuple[str, str, int, bytes, int, bytes]


def policy_for(
    root: str, cwd: str, home: str, state_dir: str, cache_dir: str, *, managed: str = MANAGED
) -> Policy:
    """Return the compiled policy in force; ``PolicyError`` when a file of it can't be used.

    All are absolute paths ("" = unknown cwd or home).  Without any policy file it is the
    built-in one, and no cache is touched.
    """
    sources = gather(candidates(root, cwd, home, managed=managed), state_dir)
    if not sources:
        return (FORMAT, builtin.BLOCKS, (), ())
    key = "\0".join((root, state_dir, *(source[1] for source in sources)))
    path = f"{cache_dir.rstrip('/')}/{name_of(key)}.policy"
    body = recall(files.read(path), key, sources)
    if body is None:
        from failshut.policy.rebuild import rebuild

        body, sources = rebuild(sources, root, state_dir)
        files.write(path, pack(key, sources, body))
    layers, waivers, observed = body
    return (FORMAT, (layers, *builtin.BLOCKS), waivers, observed)


def gather(places: tuple[tuple[str, str], ...], state_dir: str) -> tuple[Source, ...]:
    """Read each policy file and what is remembered of it; leave out what never was."""
    found = []
    for layer, path in places:
        data = read_source(path, managed=layer == "managed")
        if data is not None and path.endswith("/pyproject.toml") and b"failshut" not in data:
            data = None
        state = files.read(f"{state_dir.rstrip('/')}/{name_of(path)}.json")
        if data is not None or state is not None:
            found.append(
                (
                    layer,
                    path,
                    int(data is not None),
                    data or b"",
                    int(state is not None),
                    state or b"",
                )
            )
    return tuple(found)


def pack(key: str, sources: tuple[Source, ...], body: Tuple) -> bytes:
    """Return the bytes of a cache file."""
    payload = marshal.dumps(body, 2)
    parts = [_head(key, sources)]
    for source in sources:
        parts += [source[3], source[5]]
    return b"".join([*parts, crc32(payload).to_bytes(4, "big"), payload])


def _head(key: str, sources: tuple[Source, ...]) -> bytes:
    """Return what a cache file of this program, place and set of files begins with."""
    sizes = tuple(
        (layer, path, present, len(data), remembered, len(state))
        for layer, path, present, data, remembered, state in sources
    )
    return MAGIC + marshal.dumps((VERSION, key, sizes), 2)


def recall(data: bytes | None, key: str, sources: tuple[Source, ...]) -> Tuple | None:
    """Return the cached body when the file is whole, ours and of these sources; else None.

    Nothing of the file is decoded before all in front of the body was compared byte by byte.
    """
    head = _head(key, sources)
    if data is None or not data.startswith(head):
        return None
    at = len(head)
    for source in sources:
        for part in (source[3], source[5]):
            if not data.startswith(part, at):
                return None
            at += len(part)
    payload = memoryview(data)[at + 4 :]
    if crc32(payload) != int.from_bytes(data[at : at + 4], "big") or not payload:
        return None
    try:
        body = marshal.loads(payload)
    except (ValueError, EOFError, TypeError):
        return None
    return body if fits(body) and len(body[0][1]) >= headers(sources) else None


def headers(sources: tuple[Source, ...]) -> int:
    """Return how many rules the sources hold at least."""
    count = 0
    for source in sources:
        project = source[1].endswith("/pyproject.toml")
        mark = b"[[tool.failshut.rule]]" if project else b"[[rule]]"
        count += source[3].count(b"\n" + mark) + source[3].startswith(mark)
    return count


def fits(body: object) -> bool:
    """Say whether the body has the shape that ``decide`` relies on."""
    if type(body) is not tuple or len(body) != 3:
        return False
    layers, waivers, observed = body
    if type(layers) is not tuple or len(layers) != 7 or type(waivers) is not tuple:
        return False
    return (
        _block_fits(*layers)
        and all(_waiver_fits(one, len(layers[1])) for one in waivers)
        and observed in ((), ("baseline",), ("baseline", "self"))
    )


def _all(kind: type, values: object) -> bool:
    return type(values) is tuple and set(map(type, values)) <= {kind}


def _block_fits(
    name: object,
    actions: object,
    observes: object,
    firsts: object,
    pages: object,
    hot: object,
    cold: object,
) -> bool:
    """Say whether a block's parts have their types and sizes."""
    if name != "layers" or type(actions) is not str or type(observes) is not str:
        return False
    if not (_all(str, firsts) and _all(bytes, pages) and _all(bytes, hot) and _all(bytes, cold)):
        return False
    if set(actions) - set("datDAT") or len(actions) != len(observes):
        return False
    return (
        _size(firsts) == _size(pages)
        and -(-len(actions) // PAGE) == _size(hot) == _size(cold)
        and (not actions or _size(pages) > 0)
    )


def _size(values: object) -> int:
    return len(values) if type(values) is tuple else -1


def _waiver_fits(one: object, size: int) -> bool:
    if type(one) is not tuple or len(one) != 4:
        return False
    name, number, until, tables = one
    limits = {block[0]: len(block[1]) for block in builtin.BLOCKS}
    limits["layers"] = size
    return (
        type(name) is str
        and type(number) is int
        and 0 <= number < limits.get(name, 0)
        and type(until) is int
        and _all(tuple, tables)
        and all(len(table) == 10 for table in tables)
    )
