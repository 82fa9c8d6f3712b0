"""Install the package into a folder of its own and run its command line, as pip would leave it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from failshut.drill.payloads import payload
from failshut.wire.line import LAUNCHER, line

SOURCES = Path(__import__("failshut").__file__).parent
DANGER, HARMLESS = "git push --force origin main", "ls"


class Installed:
    """An installation below ``base``, and a home."""

    def __init__(self, base: Path, name: str = "one") -> None:
        self.site = base / name / "site-packages"
        self.home = base / "home"
        self.home.mkdir(exist_ok=True)
        shutil.copytree(SOURCES, self.site / "failshut", ignore=shutil.ignore_patterns("__pycache__"))
        self.share = (self.home / LAUNCHER).parent

    def change(self, place: str, old: str, new: str) -> None:
        """Change a source, as another release would."""
        path = self.site / "failshut" / place
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def start(self, *arguments: object) -> "subprocess.Popen[str]":
        """Start the command line."""
        environment = {**os.environ, "PYTHONPATH": str(self.site), "HOME": str(self.home)}
        return subprocess.Popen(
            [sys.executable, "-m", "failshut", *map(str, arguments)], env=environment, cwd=self.home,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, *arguments: object) -> "subprocess.CompletedProcess[str]":
        """Run the command line."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def init(self) -> None:
        """Wire Claude Code."""
        done = self.run("init", "--hosts", "claude-code", "--yes")
        assert done.returncode == 0, done.stderr

    def versions(self) -> set[str]:
        """Return the names of the folders of versions."""
        return {path.name for path in (self.share / "versions").iterdir()}

    def hook(self, launcher: Path | None = None, host: str = "claude-code") -> "subprocess.Popen[bytes]":
        """Start the wired line in an empty environment; its stdin stays open."""
        text = line(host, str(launcher or self.home / LAUNCHER))
        return subprocess.Popen(
            ["/bin/sh", "-c", text], env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"}, cwd=self.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def call(self, command: str) -> bytes:
        """Return Claude Code's payload of a command."""
        return payload("claude-code", "PreToolUse", command, str(self.home), str(self.home))

    def asked(self, command: str, launcher: Path | None = None) -> tuple[int, str]:
        """Return exit code and stderr of the wired line on a command."""
        process = self.hook(launcher)
        _, err = process.communicate(self.call(command), timeout=60)
        return process.returncode, err.decode()


def guards(installed: Installed, launcher: Path | None = None) -> bool:
    """Say whether the wired line refuses what it must and passes the rest."""
    code, told = installed.asked(DANGER, launcher)
    return code == 2 and "Rule git/force-push" in told and installed.asked(HARMLESS, launcher) == (0, "")
