"""Say what mends a cause that a contract names for a hook that isn't loaded."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

from failshut.wire.plan import PROJECT

UNNAMED = "Correct or remove what is named"


@functools.cache
def table() -> dict[str, dict[str, str]]:
    """Return the sentences: ``all`` or a host → name of the cell → sentence."""
    text = resources.files(__package__).joinpath("repairs.toml").read_text("utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


def repair(host: str, cell: str, path: str, root: str, scope: str = "") -> str:
    """Return what to do about a cell's cause in a file; ``root`` is the project's folder.

    ``scope`` is that of the file, when it is one in which ``failshut init`` writes.
    """
    name = cell.rpartition("/")[2]
    text = table().get(host, {}).get(name) or table()["all"].get(name, UNNAMED)
    option = f" --scope {PROJECT}" if scope == PROJECT else ""
    return text.format(path=path or "the settings", root=root or "the folder", scope=option)
