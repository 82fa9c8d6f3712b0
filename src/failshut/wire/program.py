"""Copy what a hook run may import into a folder of its own for each version, which then never changes.

A run reads one folder from its start to its end: what is installed, upgraded or deleted meanwhile is
elsewhere.  A folder is built under another name and then renamed, so that a half one is never used; its
name holds a hash of ``LIST``, and that the hash of each file.
"""

import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from failshut import paths
from failshut.exits import WiringError
from failshut.hot import bundle
from failshut.version import VERSION
from failshut.wire import compiled
from failshut.wire.compiled import COPY

LIST = "SHA256SUMS"
"""The list of a folder's files with their hashes, as `sha256sum -c` reads it."""
RUN = f"{COPY}/hot/run.py"
ENTRY = ("hot/run.py", "hot/start.py")
WHERE = "where.py"
UNFINISHED = ".new-"
"""How the name of a folder that is being built begins."""
_NAMED = re.compile(rf"/{paths.VERSIONS}/([^/'\n]+)/{re.escape(RUN)}'")


@functools.cache
def contents(package: Path, where: str) -> dict[str, bytes]:
    """Return the files of a copy, by path below its folder.

    ``where`` is the folder that the copy guards beside its own: that of the package.
    """
    sources = [*bundle.sources(package), *(package / name for name in ENTRY)]
    sources += sorted((package / "policy" / "packs").rglob("*.toml"))
    found = {f"{COPY}/{path.relative_to(package)}": path.read_bytes() for path in sources}
    text = found[f"{COPY}/{WHERE}"].decode()
    return found | {f"{COPY}/{WHERE}": text.replace('PACKAGE = ""', f"PACKAGE = {where!r}").encode()}


def listed(found: dict[str, bytes]) -> bytes:
    """Return the text of ``LIST``."""
    rows = [f"{hashlib.sha256(data).hexdigest()}  {place}\n" for place, data in sorted(found.items())]
    return "".join(rows).encode()


def name(package: Path, where: str = "") -> str:
    """Return the name of the folder for the installed package: its version and a hash of the contents.

    ``where`` "" = the package's folder.
    """
    found = contents(package, where or str(package))
    return f"{VERSION}-{hashlib.sha256(listed(found)).hexdigest()[:12]}"


def place(share: str, package: Path, where: str = "") -> str:
    """Return the folder for the installed package below ``share``, the launcher's folder."""
    return f"{share}/{paths.VERSIONS}/{name(package, where)}"


def named(launcher: bytes | None) -> str:
    """Return the name of the folder that a launcher's text runs ("" = none)."""
    found = _NAMED.search((launcher or b"").decode("utf-8", "replace"))
    return found[1] if found else ""


def put(share: Path, package: Path, where: str = "", final: str = "", python: str = "") -> None:
    """Build the folder for the installed package below ``share``, or mend what differs in it.

    ``final`` is the path of ``share`` in use; ``python`` the interpreter to compile for ("" = this one).
    """
    versions = share / paths.VERSIONS
    target = versions / name(package, where)
    found, used = contents(package, where or str(package)), place(final or str(share), package, where)
    versions.mkdir(exist_ok=True)
    for old in versions.glob(UNFINISHED + "*"):
        remove(old)
    fresh = versions / f"{UNFINISHED}{os.getpid()}"
    if not target.exists():
        build(fresh, used, found, python)
        fresh.rename(target)
        _sync([versions])
    elif list(differences(target, used, compiled_too=not python)):
        build(fresh, used, found, python)
        _mend(target, fresh)


def build(folder: Path, final: str, found: dict[str, bytes], python: str = "") -> None:
    """Make ``folder`` hold the files ``found`` and what they compile to, read-only and on the disk."""
    when = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    for at, data in {**found, LIST: listed(found)}.items():
        path = folder / at
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (when, when))  # whole seconds: an archive or an image keeps those
    _compile(folder, final, python)
    places = [folder, *folder.rglob("*")]
    for path in places:
        path.chmod(0o555 if path.is_dir() else 0o444)
    _sync(places)


def remove(folder: Path) -> None:
    """Delete a folder of read-only files; a file or a link that stands there goes by itself."""
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink()
        return
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder)


def prune(share: Path, keep: Iterable[str]) -> None:
    """Delete the folders of older versions; of those that aren't in ``keep`` none stays."""
    versions = share / paths.VERSIONS
    for folder in versions.iterdir() if versions.is_dir() else ():
        if folder.name not in set(keep):
            remove(folder)


def newest(share: Path, besides: str) -> str:
    """Return the name of the folder that was built last besides one ("" = there is no other)."""
    versions = share / paths.VERSIONS
    found = [path for path in versions.glob("*") if (path / LIST).is_file() and path.name != besides]
    return max(found, key=lambda path: (path / LIST).stat().st_mtime).name if found else ""


def differences(folder: Path, final: str = "", compiled_too: bool = True) -> Iterator[tuple[str, str]]:
    """Yield what in a version's folder isn't as it was built: (path below it, what is wrong)."""
    try:
        text = (folder / LIST).read_bytes()
        rows = dict(row.split("  ", 1)[::-1] for row in text.decode().splitlines())
    except (OSError, ValueError):
        yield LIST, "it can't be read"
        return
    hashed = hashlib.sha256(text).hexdigest()[:12]
    if folder.parent.name == paths.VERSIONS and not folder.name.endswith(f"-{hashed}"):
        yield LIST, "it isn't the list that the folder's name stands for"
    for at, wanted in rows.items():
        try:
            data = (folder / at).read_bytes()
        except OSError:
            yield at, "it is missing"
            continue
        if hashlib.sha256(data).hexdigest() != wanted:
            yield at, "it was changed"
    made = _compiled(folder, final or str(folder)) if compiled_too else {}
    for at, data in made.items():
        path = folder / at
        if not path.is_file():
            yield at, "it is missing"
        elif not compiled.same(at, path.read_bytes(), data):
            yield at, "it isn't what its sources compile to"
    for path in sorted(folder.rglob("*")):
        at = str(path.relative_to(folder))
        if path.is_dir() or at in rows or at in made or at == LIST:
            continue
        if compiled_too or not (at.endswith(".pyc") or at.startswith("hot.")):
            yield at, "it isn't ours"


def _compiled(folder: Path, final: str) -> dict[str, bytes]:
    try:
        return compiled.files(folder, final)
    except (OSError, SyntaxError, ValueError):
        return {}  # a source is missing or spoilt, which is said of that


def _compile(folder: Path, final: str, python: str) -> None:
    if not python or os.path.realpath(python) == os.path.realpath(sys.executable):
        compiled.write(folder, final)
        return
    line = [python, "-I", compiled.__file__, str(folder), final]
    try:
        subprocess.run(line, check=True, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as error:
        told = str(getattr(error, "stderr", "") or error).strip().splitlines()[-1]
        raise WiringError(f"{python}: it can't compile the guard ({told}).") from error


def _mend(folder: Path, fresh: Path) -> None:
    """Put what differs from the folder ``fresh`` in its place, each file in one step: runs go on."""
    good = {path.relative_to(fresh) for path in fresh.rglob("*") if not path.is_dir()}
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    for path in [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]:
        if path.relative_to(folder) not in good:
            path.unlink()
    for at in sorted(good, key=lambda one: one.name.startswith("hot.")):
        (folder / at).parent.mkdir(parents=True, exist_ok=True)
        (fresh / at).parent.chmod(0o700)
        (fresh / at).replace(folder / at)
    remove(fresh)
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o555)
    _sync([folder])


def _sync(places: Iterable[Path]) -> None:
    for path in places:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
