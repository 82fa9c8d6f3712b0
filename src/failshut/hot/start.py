"""Take a hook run from the entry script to the answer: limits, bundle, then ``hot.answer``."""

import _imp
import _signal
import marshal
import posix
import sys

LONGEST = 30.0
"""Seconds that a deadline may have at most: half of what ``init`` gives the host."""


class Bundle:
    """Import our modules from the file that ``init`` wrote (``hot.bundle``): one file, no search.

    A module whose source has another time or size than when it was bundled, or whose code is
    damaged, is left to the ordinary import.  Raises OSError, ValueError, EOFError or TypeError
    when the file can't be used.
    """

    def __init__(self, package: str, path: str) -> None:
        self.package = package
        self.fd = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
        about = posix.fstat(self.fd)
        if about.st_uid not in (0, posix.geteuid()) or about.st_mode & 0o022:
            raise OSError("others can write it")
        head = posix.pread(self.fd, 16, 0)
        data = posix.pread(self.fd, int.from_bytes(head[:8], "little"), 16)
        if _imp.source_hash(len(data), data) != head[8:]:
            raise OSError("it is damaged")
        tag, self.modules = marshal.loads(data)
        if tag != (sys.version, package):
            raise OSError("it belongs to another version")

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """Return the module's spec, or None for the ordinary import."""
        entry = self.modules.get(name)
        if entry is None:
            return None
        place, is_package, when, size, start, length, check = entry
        source = self.package + place
        try:
            about = posix.stat(source)
            code = posix.pread(self.fd, length, start)
        except OSError:
            return None
        if (about.st_mtime_ns, about.st_size) != (when, size):
            return None
        if _imp.source_hash(length, code) != check:
            return None
        spec = type(sys.__spec__)(name, self, origin=source, is_package=is_package)  # type: ignore[arg-type]
        spec.loader_state = code
        if is_package:
            spec.submodule_search_locations = [source.rpartition("/")[0]]
        return spec

    def create_module(self, spec: object) -> None:
        """Leave the module object to the import machinery."""

    def exec_module(self, module: object) -> None:
        """Run the module's code in it."""
        exec(marshal.loads(module.__spec__.loader_state), module.__dict__)  # type: ignore[attr-defined]


def main(arguments: list[str]) -> int:
    """Answer a run; ``arguments`` are run.py's.  Returns the program's exit code."""
    deadline = float(arguments[5])
    if not 0 < deadline <= LONGEST:
        return 1
    _signal.setitimer(_signal.ITIMER_REAL, deadline)
    package = arguments[0].rpartition("/hot/")[0]
    try:
        path = f"{arguments[4]}/.local/share/failshut/hot.{sys.implementation.cache_tag}"
        sys.meta_path.insert(0, Bundle(package, path))  # type: ignore[arg-type]
    except (OSError, ValueError, EOFError, TypeError):
        pass  # slower, not less safe: the ordinary import finds the same sources
    from failshut.hot import answer

    return answer.main(arguments[1], arguments[2], arguments[3], arguments[4])
