"""Run a verb in a process of its own, as a person would, in a throw-away home."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SRC = Path(__import__("failshut").__file__).parent.parent
START = """
import importlib, sys
from failshut.errors import FailshutError
command = importlib.import_module("failshut.cli." + sys.argv[1]).command
try:
    code = command.main(sys.argv[2:], prog_name="failshut", standalone_mode=False)
except FailshutError as error:
    print("failshut:", error, file=sys.stderr)
    code = error.exit_code
sys.exit(code)
"""


@dataclass
class Desk:
    """A home and a git repository ``project``; ``run`` runs a verb there."""

    home: Path
    project: Path

    def environment(self) -> dict[str, str]:
        """Return a small environment with this home."""
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SRC),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
        }

    def line(self, verb: str, *arguments: str) -> list[str]:
        """Return the command line of a verb."""
        return [sys.executable, "-c", START, verb, *arguments]

    def run(
        self, verb: str, *arguments: str, stdin: bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the verb to its end."""
        done = subprocess.run(
            self.line(verb, *arguments),
            input=stdin,
            capture_output=True,
            cwd=cwd or self.project,
            env=self.environment(),
            timeout=60,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    def policy(self, text: str, name: str = "failshut.toml") -> Path:
        """Write a policy file into the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def written(self) -> list[str]:
        """Return the files below the home."""
        return sorted(str(p.relative_to(self.home)) for p in self.home.rglob("*") if p.is_file())


def desk(base: Path) -> Desk:
    """Make an empty home and a repository on the branch main."""
    made = Desk(base / "home", base / "project")
    made.home.mkdir()
    (made.project / ".git").mkdir(parents=True)
    (made.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return made
