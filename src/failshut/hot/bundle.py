"""Bundle the hot path's compiled modules into one file beside the launcher.

Some forty small modules would cost a third of a bare interpreter start to find and read one by
one.  ``init`` writes the bundle for each interpreter that the launcher names; ``hot.start`` reads it.
File: 8 bytes length of the index, 8 bytes hash, the index (marshal: tag, {name: (place,
is package, mtime in ns, size, start, length, hash)}), the modules' code (marshal).
"""

import _imp
import marshal
import os
import sys
from pathlib import Path

ROOMS = ("hosts", "hot", "policy", "shell", "effects")
FILES = ("model.py", "errors.py", "paths.py", "version.py")
NOT_HOT = ("hosts/base.py", "hot/run.py", "hot/bundle.py", "hot/start.py")


def sources(package: Path) -> list[Path]:
    """Return the package's sources that a hook run may import, sorted."""
    found = [package / name for name in FILES]
    for room in ROOMS:
        found.extend((package / room).rglob("*.py"))
    left_out = {package / name for name in NOT_HOT}
    return sorted(path for path in found if path not in left_out)


def build(package: Path) -> bytes:
    """Return the bundle's bytes for the running interpreter."""
    modules: dict[str, tuple[object, ...]] = {}
    codes: list[bytes] = []
    rows = []
    for path in sources(package):
        place = "/" + path.relative_to(package).as_posix()
        about = path.stat()
        code = marshal.dumps(compile(path.read_bytes(), str(path), "exec", dont_inherit=True, optimize=2))
        name = "failshut" + place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        rows.append((name, place, path.name == "__init__.py", about, code))
    # The index's own length moves the starts, so it is laid out until it holds still.
    start = 0
    while True:
        offset = start
        for name, place, is_package, about, code in rows:
            check = _imp.source_hash(len(code), code)
            when, size = about.st_mtime_ns, about.st_size
            modules[name] = (place, is_package, when, size, offset, len(code), check)
            offset += len(code)
        index = marshal.dumps(((sys.version, str(package)), modules))
        if start == 16 + len(index):
            break
        start = 16 + len(index)
    codes = [code for *_, code in rows]
    head = len(index).to_bytes(8, "little") + _imp.source_hash(len(index), index)
    return head + index + b"".join(codes)


def write(folder: Path, package: Path) -> Path:
    """Write the running interpreter's bundle into ``folder`` (atomically); returns its path."""
    target = folder / f"hot.{sys.implementation.cache_tag}"
    temporary = folder / f".{target.name}.{os.getpid()}"
    temporary.write_bytes(build(package))
    temporary.chmod(0o600)
    temporary.replace(target)
    return target
