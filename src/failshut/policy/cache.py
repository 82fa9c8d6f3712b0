"""Give the compiled policy for a place; from the cache when that fits the files (hot).

One cache file per session root and set of policy files (``store``).  The built-in packs never
come from a cache.
"""

from __future__ import annotations

import posix

from failshut.policy import builtin, files
from failshut.policy.find import MANAGED, candidates, read_source
from failshut.policy.shapes import FORMAT, Policy

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
    from failshut.policy import store
    from failshut.policy.digest import name_of

    key = "\0".join((root, state_dir, *(source[1] for source in sources)))
    path = f"{cache_dir.rstrip('/')}/{name_of(key)}.policy"
    body = store.recall(files.read(path), key, sources)
    if body is None:
        from failshut.policy.rebuild import rebuild

        body, sources = rebuild(sources, root, state_dir)
        files.write(path, store.pack(key, sources, body))
    layers, waivers, observed = body
    return (FORMAT, (layers, *builtin.BLOCKS), waivers, observed)


def gather(places: tuple[tuple[str, str], ...], state_dir: str) -> tuple[Source, ...]:
    """Read each policy file and what is remembered of it; leave out what never was."""
    found = []
    remembers = _any_in(state_dir)
    for layer, path in places:
        data = read_source(path, managed=layer == "managed")
        if data is not None and path.endswith("/pyproject.toml") and b"failshut" not in data:
            data = None
        state = _memory(state_dir, path) if remembers else None
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


def _any_in(state_dir: str) -> bool:
    """Say whether anything is remembered at all: most people have no policy file."""
    try:
        return bool(posix.listdir(state_dir))
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _memory(state_dir: str, path: str) -> bytes | None:
    from failshut.policy.digest import name_of

    return files.read(f"{state_dir.rstrip('/')}/{name_of(path)}.json")
