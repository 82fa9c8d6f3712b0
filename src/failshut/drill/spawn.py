"""Say how each host starts a hook: shell, folder, variables, timer."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Spawn:
    """How a host starts a hook.

    ``shell`` is the argv in front of the command text; ``variables`` are added to the hook's
    environment (``{project}`` and ``{home}`` are filled in); ``unit`` is seconds per unit of
    the entry's timeout, ``default`` the host's own (seconds); ``cwd`` the folder.
    """

    shell: tuple[str, ...]
    cwd: str = "{project}"
    unit: float = 1.0
    default: float = 600.0
    waits_for_eof: bool = True
    variables: tuple[tuple[str, str], ...] = ()

    def argv(self, entry: Mapping[str, object]) -> list[str]:
        """Return the argv the host starts for ``entry``."""
        if isinstance(entry.get("exec"), str):
            arguments = entry.get("args", [])
            assert isinstance(arguments, list)
            return [str(entry["exec"]), *map(str, arguments)]
        for key in ("command", "bash"):
            if isinstance(entry.get(key), str):
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


# Claude Code and Kimi use Node's shell, which is /bin/sh; Codex takes /bin/bash whatever SHELL
# says; Gemini takes bash from PATH (all measured).  Cursor and Antigravity are documented.
_SH = ("/bin/sh", "-c")
_SPAWNS = {
    "claude-code": Spawn(
        _SH,
        waits_for_eof=False,
        variables=(("CLAUDECODE", "1"), ("CLAUDE_PROJECT_DIR", "{project}")),
    ),
    "codex": Spawn(("/bin/bash", "-c")),
    "copilot": Spawn(
        ("/bin/bash", "--norc", "--noprofile", "-c"),
        default=30.0,
        variables=(
            ("COPILOT_CLI", "1"),
            ("COPILOT_PROJECT_DIR", "{project}"),
            ("CLAUDE_PROJECT_DIR", "{project}"),
        ),
    ),
    "cursor": Spawn(
        _SH,
        cwd="{home}/.cursor",
        default=60.0,
        variables=(("CURSOR_PROJECT_DIR", "{project}"), ("CLAUDE_PROJECT_DIR", "{project}")),
    ),
    "gemini": Spawn(
        ("bash", "-c"),
        unit=0.001,
        default=60.0,
        variables=(
            ("GEMINI_PROJECT_DIR", "{project}"),
            ("GEMINI_CWD", "{project}"),
            ("CLAUDE_PROJECT_DIR", "{project}"),
        ),
    ),
    "antigravity": Spawn(_SH, cwd="{home}/.gemini/config", default=30.0),
    "kimi": Spawn(_SH, default=30.0),
}


def spawn_of(host: str) -> Spawn:
    """Return how ``host`` starts hooks; KeyError for an unknown host."""
    return _SPAWNS[host]
