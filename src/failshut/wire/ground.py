"""Say where the guard's own files are: those of one home, or those of the machine."""

from dataclasses import dataclass

from failshut import paths
from failshut.wire.line import LAUNCHER_NAME

MACHINE_SHARE = "/usr/local/lib/failshut"
MACHINE_STATE = "/var/lib/failshut"


@dataclass(frozen=True)
class Ground:
    """Folders: ``share`` of launcher and program, ``state`` of the record, ``more`` that a person needs.

    ``top`` exists, and is locked by who writes.  ``prefix`` stands before every path while a package is
    built; what is written names the paths without it.
    """

    top: str
    share: str
    state: str
    more: tuple[str, ...] = ()
    prefix: str = ""
    machine: bool = False

    @property
    def folders(self) -> tuple[tuple[str, int], ...]:
        """Return all folders with their modes."""
        opened = 0o755 if self.machine else 0o700
        return ((self.share, opened), (self.state, 0o700), *[(place, 0o700) for place in self.more])

    @property
    def launcher(self) -> str:
        """Return the launcher's path."""
        return f"{self.share}/{LAUNCHER_NAME}"

    @property
    def final(self) -> str:
        """Return the path of ``share`` in use."""
        return self.share.removeprefix(self.prefix)

    @property
    def where(self) -> str:
        """Return the folder that the program guards besides ("" = the package's)."""
        return self.final if self.machine else ""

    @property
    def mode(self) -> int:
        """Return the mode of the files that a host's shell reads."""
        return 0o644 if self.machine else 0o600


Base = str | Ground
"""A home folder stands for its ground."""


def of(base: Base) -> Ground:
    """Return the ground of a home folder, or the ground itself."""
    if isinstance(base, Ground):
        return base
    more = (paths.cache_dir(base), base + paths.CONFIG)
    return Ground(base, paths.share_dir(base), paths.state_dir(base), more)


def machine(prefix: str = "") -> Ground:
    """Return the machine's ground, below ``prefix`` where a package is built."""
    share, state = prefix + MACHINE_SHARE, prefix + MACHINE_STATE
    return Ground(prefix or "/", share, state, prefix=prefix, machine=True)
