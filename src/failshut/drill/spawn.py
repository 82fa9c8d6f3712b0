"""Say how each host starts a hook: shell, folder, variables, timer."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from failshut.interpret.contracts import contract


@dataclass(frozen=True)
class Spawn:
    """How a host starts a hook.

    ``shell`` is the argv in front of the command text; ``variables`` are added to the hook's
    environment (``{project}`` and ``{home}`` are filled in); ``unit`` is seconds per unit of
    the entry's timeout, ``default`` the host's own (seconds); ``cwd`` the folder.  ``args`` says
    what becomes of ``args`` beside ``command``: started | ignored | refused | unknown.
    """

    shell: tuple[str, ...]
    cwd: str
    unit: float
    default: float
    waits_for_eof: bool
    variables: tuple[tuple[str, str], ...]
    args: str = "unknown"

    def argv(self, entry: Mapping[str, object]) -> list[str]:
        """Return the argv the host starts for ``entry``."""
        if isinstance(entry.get("exec"), str):
            arguments = entry.get("args", [])
            assert isinstance(arguments, list)
            return [str(entry["exec"]), *map(str, arguments)]
        for key in ("command", "bash"):
            if isinstance(entry.get(key), str):
                arguments = entry.get("args")
                if isinstance(arguments, list) and self.args == "started":
                    return [str(entry[key]), *map(str, arguments)]
                return [*self.shell, str(entry[key])]
        raise ValueError(f"no command in {dict(entry)!r}")

    def seconds(self, entry: Mapping[str, object]) -> float:
        """Return the entry's timeout in seconds."""
        value = entry.get("timeout", entry.get("timeoutSec"))
        return float(value) * self.unit if isinstance(value, (int, float)) else self.default

    def folder(self, project: str, environment: Mapping[str, str]) -> str:
        """Return the folder in which the hook starts; created when the host's own would exist."""
        path = self.cwd.format(project=project, home=environment.get("HOME", project))
        return path if os.path.isdir(path) else project

    def environment(
        self, entry: Mapping[str, object], project: str, environment: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the hook's environment: the host's own, its variables, the entry's ``env``."""
        home = environment.get("HOME", project)
        added = {key: value.format(project=project, home=home) for key, value in self.variables}
        own = entry.get("env")
        extra = {str(key): str(value) for key, value in own.items()} if isinstance(own, dict) else {}
        return {**environment, **added, **extra}


def spawn_of(host: str) -> Spawn:
    """Return how ``host`` starts hooks, from its contract; ContractError for an unknown host."""
    facts = contract(host)
    unit, default = (facts.cell(f"spawn/{key}").value for key in ("seconds-per-unit", "default-seconds"))
    assert isinstance(unit, (int, float)) and isinstance(default, (int, float))
    variables = facts.table("spawn/variables").items()
    return Spawn(
        facts.words("spawn/shell"),
        facts.phrase("spawn/cwd"),
        float(unit),
        float(default),
        facts.cell("spawn/waits-for-pipes").value is True,
        tuple((key, str(value)) for key, value in variables),
        facts.phrase("spawn/args"),
    )
