"""Guard coding agents: refusals that fail shut and say why."""

__version__ = "0.1.0"
