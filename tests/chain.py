"""Build a throw-away home with a launcher and run wired lines in it, as the hosts do."""

import functools
import json
import os
import shutil
import sys
from pathlib import Path

from failshut import hosts
from failshut.drill.payloads import payload
from failshut.drill.run import HookRun, run_hook
from failshut.hot import bundle
from failshut.wire import launcher
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line

HERE = Path(__file__).parent
PAYLOADS = HERE / "fixtures" / "payloads"
PYTHON = os.path.realpath(sys.executable)
HOSTS = tuple(hosts.HOSTS)
DANGER = "git push --force origin main"
HARMLESS = "ls"
NO_OPINION = dict.fromkeys(HOSTS, "") | {
    "cursor": '{"permission":"allow"}\n',
    "antigravity": '{"decision":"allow"}\n',
}
"""What stdout must be, byte for byte, when no rule names a call (exit 0, nothing on stderr)."""


@functools.cache
def compiled(package: Path) -> dict[str, bundle.Row]:
    """Return the package's compiled modules, made once a test session."""
    return bundle.compiled(package)


class Chain:
    """A home with an installed guard: ``home``, ``project``, one wired line a host."""

    def __init__(self, base: Path, **limits: object) -> None:
        self.home = base / "home"
        self.project = base / "project"
        for folder in (self.home, self.project):
            folder.mkdir(parents=True, exist_ok=True)
        (self.project / ".git").mkdir(exist_ok=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        sources = Path(__import__("failshut").__file__).parent
        self.package = base / "lib" / "failshut"
        self.package.parent.mkdir(parents=True)
        self.package.symlink_to(sources)
        self.launcher = self.home / LAUNCHER
        self.launcher.parent.mkdir(parents=True, exist_ok=True)
        self.install(**limits)
        self.bundle = self.package.with_name(f"hot.{sys.implementation.cache_tag}")
        self.bundle.write_bytes(bundle.assembled(compiled(sources), self.package))
        self.bundle.chmod(0o600)

    def install(
        self,
        interpreters: tuple[str, ...] = (PYTHON,),
        program: str = "",
        deadline: float = 5.0,
        watchdog: int = 8,
    ) -> None:
        """Write the launcher anew with these parts."""
        program = program or str(self.package / "hot" / "run.py")
        text = launcher.text(interpreters, program, str(self.home), deadline, watchdog)
        self.launcher.write_text(text)

    def own_package(self) -> Path:
        """Use a copy of the package, without a bundle; returns its folder."""
        if self.package.is_symlink():
            sources = self.package.resolve()
            self.package.unlink()
            shutil.copytree(sources, self.package)
            self.bundle.unlink(missing_ok=True)
        return self.package

    def environment(self, **changes: str | None) -> dict[str, str]:
        """Return a small environment; None removes a name."""
        names: dict[str, str | None] = {
            "HOME": str(self.home),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "SHLVL": "1",
            **changes,
        }
        return {key: value for key, value in names.items() if value is not None}

    def payload(self, host: str, command: str = DANGER, name: str = "", **top: object) -> bytes:
        """Return the payload of ``host``'s shell tool with ``command`` put in.

        ``name`` is a captured one's; without it the contract's is taken.
        """
        return json.dumps(self.payload_object(host, command, name) | top).encode()

    def payload_object(self, host: str, command: str, name: str = "") -> dict[str, object]:
        """Return the payload as an object."""
        if not name:
            event = hosts.load(host).EVENT
            return json.loads(payload(host, event, command, str(self.project), str(self.home)))
        path = PAYLOADS / host / f"{name}.json"
        text = path.read_text().replace("$PROJECT", str(self.project))
        text = text.replace("$HOME", str(self.home))
        value = json.loads(text)
        for container in (value, value.get("toolCall") or {}):
            for key in ("tool_input", "toolArgs", "toolInput", "args"):
                inner = container.get(key)
                if isinstance(inner, dict):
                    for field in ("command", "CommandLine"):
                        if field in inner:
                            inner[field] = command
        return value

    def entry(self, host: str) -> dict[str, object]:
        """Return the host's entry with the wired line, as ``init`` writes it."""
        return WIRINGS[host].handler(line(host, str(self.launcher)))

    def run(self, host: str, payload: bytes, **options: object) -> HookRun:
        """Run ``host``'s wired line on ``payload``."""
        environment = options.pop("environment", None) or self.environment()
        return run_hook(
            host,
            options.pop("entry", None) or self.entry(host),  # type: ignore[arg-type]
            payload,
            project=str(options.pop("project", self.project)),
            environment=environment,  # type: ignore[arg-type]
            **options,  # type: ignore[arg-type]
        )
