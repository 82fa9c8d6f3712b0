"""Take a hook run from the entry script to the answer: limits, bundle, then ``hot.answer``."""

import _imp
import _signal
import gc
import marshal
import posix
import sys

MYPY = False
if MYPY:
    from types import CodeType, ModuleType
    from typing import Any

LONGEST = 570.0
"""Seconds that a deadline may have at most: less than ``init`` gives a host at the end of a turn."""

OBJECTS = 100_000
"""Objects after which the collector looks for rings; most runs end before, and spare its time."""

MARKS = ("/version.py", "/hot/answer.py", "/policy/builtin.py")
"""Sources whose time and size tell one installation of the package from another."""


def marks(package: str) -> tuple[tuple[int, int], ...]:
    """Return time (ns) and size of the ``MARKS`` below the package's folder."""
    about = [posix.stat(package + place) for place in MARKS]
    return tuple([(one.st_mtime_ns, one.st_size) for one in about])


class Bundle:
    """Import our modules from the file that ``init`` wrote (``hot.bundle``): one file, no search.

    A module's own imports are loaded before it without the import machinery, which would cost
    more than the modules themselves.  Each has a spec all the same, which says that the module is
    ready: without that every ``import`` of it makes and drops an exception.  A bundle of another
    interpreter, folder or installation isn't used (``MARKS``); a module whose code is damaged is left
    to the ordinary import.  Raises OSError, ValueError, EOFError or TypeError when the file can't be
    used.
    """

    def __init__(self, package: str, path: str) -> None:
        self.package = package
        self.fd = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK)
        about = posix.fstat(self.fd)
        if about.st_uid not in (0, posix.geteuid()) or about.st_mode & 0o022:
            raise OSError("others can write it")
        head = posix.pread(self.fd, 16, 0)
        size = int.from_bytes(head[:8], "little")
        if size > about.st_size:
            raise OSError("it is damaged")
        data = posix.pread(self.fd, size, 16)
        if _imp.source_hash(len(data), data) != head[8:]:
            raise OSError("it is damaged")
        tag, self.modules, self.rooms = marshal.loads(data)
        self.codes: dict[str, CodeType] = {}
        if tag != (sys.version, package, *marks(package)):
            raise OSError("it belongs to another version")

    def has(self, name: str) -> bool:
        """Say whether a module is here; a room's other rows are read when one is asked for."""
        if name not in self.modules and name.startswith("failshut."):
            place = self.rooms.pop(name.split(".")[1], None)
            if place is not None:
                self.modules.update(self.block(place))
        return name in self.modules

    def block(self, place: "tuple[int, int, bytes]") -> "dict[str, Any]":
        """Return what a block holds, nothing when it isn't to be used."""
        start, length, check = place
        try:
            data = posix.pread(self.fd, length, start)
        except OSError:
            return {}
        return marshal.loads(data) if _imp.source_hash(length, data) == check else {}

    def code(self, name: str) -> "CodeType | None":
        """Return the module's code, read with that of its group; None when it isn't to be used."""
        if name not in self.codes:
            self.codes.update(self.block(self.modules[name][0]))
        return self.codes.pop(name, None)

    def source(self, name: str) -> str:
        """Return the path of a module's source."""
        return (
            self.package + name[8:].replace(".", "/") + ("/__init__.py" if self.modules[name][1] else ".py")
        )

    def load(self, name: str) -> None:
        """Load a module and what it imports, unless it is there or isn't to be used."""
        if name in sys.modules or not self.has(name):
            return
        above, _, last = name.rpartition(".")
        self.load(above)
        for other in self.modules[name][2]:
            self.load(other)
        code = self.code(name)
        if code is None or above not in sys.modules:
            return
        module = type(sys)(name)
        module.__spec__ = spec = type(sys.__spec__)(name, self)  # type: ignore[arg-type]
        spec._initializing = False  # type: ignore[attr-defined]
        module.__file__ = self.source(name)
        module.__package__ = above
        if self.modules[name][1]:
            module.__package__ = name
            module.__path__ = [module.__file__.rpartition("/")[0]]
            self.open(module)
        sys.modules[name] = module
        try:
            exec(code, module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
        setattr(sys.modules[above], last, module)

    def open(self, package: "ModuleType") -> None:
        """Let ``from PACKAGE import MODULE`` load the module here, at half the cost of the machinery."""
        above = package.__name__

        def missing(last: str) -> object:
            name = f"{above}.{last}"
            if last[:1] != "_":
                self.load(name)
            if name not in sys.modules:
                raise AttributeError(last)
            return sys.modules[name]

        package.__getattr__ = missing  # type: ignore[method-assign]

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """Return the module's spec once what it imports is loaded; None for the ordinary import."""
        if not self.has(name):
            return None
        _, is_package, others = self.modules[name]
        for other in others:
            self.load(other)
        code = self.code(name)
        if code is None:
            return None
        source = self.source(name)
        spec = type(sys.__spec__)(name, self, origin=source, is_package=is_package)  # type: ignore[arg-type]
        spec.loader_state = code
        if is_package:
            spec.submodule_search_locations = [source.rpartition("/")[0]]
        return spec

    def create_module(self, spec: object) -> None:
        """Leave the module object to the import machinery."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code in it."""
        if self.modules[module.__name__][1]:
            self.open(module)
        exec(module.__spec__.loader_state, module.__dict__)  # type: ignore[union-attr]


def main(arguments: list[str]) -> int:
    """Answer a run; ``arguments`` are run.py's.  Returns the program's exit code."""
    deadline = float(arguments[5])
    if not 0 < deadline <= LONGEST:
        return 1
    _signal.setitimer(_signal.ITIMER_REAL, deadline)
    gc.set_threshold(OBJECTS)
    package = arguments[0].rpartition("/hot/")[0]
    try:
        bundle = Bundle(package, f"{package.rpartition('/')[0]}/hot.{sys.implementation.cache_tag}")
        sys.meta_path.insert(0, bundle)  # type: ignore[arg-type]
        for name in ("failshut", "failshut.hot"):
            bundle.open(sys.modules[name])
        bundle.load("failshut.hot.answer")
    except (OSError, ValueError, EOFError, TypeError):
        pass  # slower, not less safe: the ordinary import finds the same sources
    from failshut.hot import answer

    return answer.main(arguments[1], arguments[2], arguments[3], arguments[4])
