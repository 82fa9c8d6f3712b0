"""Answer one hook run: the launcher starts this file with ``python -I -S``.

Arguments: HOST EVENT ROOT HOME DEADLINE (seconds).  Payload on stdin, one frame on stdout
(``hot.frame``), exit code 40 (print stdout, exit 0) or 42 (refuse).  Any other ending is a fault
that the launcher turns into a refusal, so this file never needs to be right to be shut.
"""

import _signal

# First of all: an inherited ignored or blocked SIGALRM would defeat the timer, and only the
# signal's default action ends a C loop that holds the interpreter lock.
_signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
_signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGALRM,))
_signal.setitimer(_signal.ITIMER_REAL, 5.0)

import posix  # noqa: E402
import sys  # noqa: E402


class _Bundled:
    """Import our modules from the bundle that ``init`` wrote (``hot.bundle``): one file, no search.

    A module whose source has another time or size than when it was bundled, or whose code is
    damaged, is left to the ordinary import.
    """

    def __init__(self, package: str, path: str) -> None:
        import _imp
        import marshal

        self.package, self.hash, self.loads = package, _imp.source_hash, marshal.loads
        self.fd = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
        about = posix.fstat(self.fd)
        if about.st_uid not in (0, posix.geteuid()) or about.st_mode & 0o022:
            raise OSError("others can write it")
        head = posix.pread(self.fd, 16, 0)
        data = posix.pread(self.fd, int.from_bytes(head[:8], "little"), 16)
        if self.hash(len(data), data) != head[8:]:
            raise OSError("it is damaged")
        tag, self.modules = self.loads(data)
        if tag != (sys.version, package):
            raise OSError("it belongs to another version")

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
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
        if (about.st_mtime_ns, about.st_size) != (when, size) or self.hash(length, code) != check:
            return None
        spec = type(sys.__spec__)(name, self, origin=source, is_package=is_package)
        spec.loader_state = code
        if is_package:
            spec.submodule_search_locations = [source.rpartition("/")[0]]
        return spec

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(self.loads(module.__spec__.loader_state), module.__dict__)  # type: ignore[attr-defined]


def _main(arguments: list[str]) -> int:
    deadline = float(arguments[5])
    if not 0 < deadline <= 30:
        return 1
    _signal.setitimer(_signal.ITIMER_REAL, deadline)
    package = arguments[0].rpartition("/hot/")[0]
    stub = type(sys)("failshut")
    stub.__path__ = [package]
    sys.modules["failshut"] = stub
    try:
        bundle = arguments[4] + "/.local/share/failshut/hot." + str(sys.implementation.cache_tag)
        sys.meta_path.insert(0, _Bundled(package, bundle))  # type: ignore[arg-type]
    except (OSError, ValueError, EOFError, TypeError):
        pass  # slower, not less safe: the ordinary import finds the same sources
    from failshut.hot import answer

    return answer.main(arguments[1], arguments[2], arguments[3], arguments[4])


if __name__ == "__main__":
    try:
        code = _main(sys.argv)
    except BaseException:
        # The launcher refuses in the host's dialect; nothing here could say more, safely.
        code = 1
    posix._exit(code)
