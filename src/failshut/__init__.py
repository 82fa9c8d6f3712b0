"""Guard coding agents: refusals that fail shut and say why."""

from failshut.version import VERSION as __version__

__all__ = ["__version__"]
