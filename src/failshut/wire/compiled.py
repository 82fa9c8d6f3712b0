"""Compile a copy of the hot path for the running interpreter: the bundle, and what it leaves out.

Also run by another interpreter, as ``python -I compiled.py FOLDER FINAL``: nothing but Python's own and
``hot.bundle`` is imported.
"""

import marshal
import os
import sys
from importlib import util
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from failshut.hot import bundle

COPY = "failshut"
"""The package's folder in a copy of the hot path."""
FIRST = "hot/start.py"
"""The first module that the entry script imports: no bundle is open then."""
TAG = sys.implementation.cache_tag
BUNDLE = f"hot.{TAG}"


def files(folder: Path, final: str) -> dict[str, bytes]:
    """Return the compiled files of the copy in ``folder``, by path below it.

    ``final`` is the folder's path in use.
    """
    package, named = folder / COPY, f"{final}/{COPY}"
    rows = bundle.compiled(package)
    found = {BUNDLE: bundle.assembled(rows, package, named)}
    left = [path for path in bundle.sources(package) if bundle.name_of(package, path) not in rows]
    for path in (package / FIRST, *left):
        place = path.relative_to(folder)
        found[str(place.parent / "__pycache__" / f"{path.stem}.{TAG}.pyc")] = _pyc(path, f"{final}/{place}")
    return found


def same(path: str, one: bytes, other: bytes) -> bool:
    """Say whether two compiled files hold the same code (equal code may be written in two ways)."""
    if one == other:
        return True
    try:
        if path == BUNDLE:
            return bundle.held(one) == bundle.held(other)
        return one[:16] == other[:16] and bool(marshal.loads(one[16:]) == marshal.loads(other[16:]))
    except (ValueError, EOFError, TypeError, KeyError, AttributeError):
        return False


def write(folder: Path, final: str) -> None:
    """Write the compiled files into ``folder``, whose folders can be written now."""
    for place, data in files(folder, final).items():
        path = folder / place
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


def _pyc(path: Path, named: str) -> bytes:
    """Return the file that the ordinary import would write for a source."""
    about = os.stat(path)
    code = compile(path.read_bytes(), named, "exec", dont_inherit=True)
    numbers = (0, int(about.st_mtime) & 0xFFFFFFFF, about.st_size & 0xFFFFFFFF)
    head = util.MAGIC_NUMBER + b"".join(number.to_bytes(4, "little") for number in numbers)
    return head + marshal.dumps(code)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])
