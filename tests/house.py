"""Copy the package, put another host into the copy, and run it in processes of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import failshut

TESTS = Path(__file__).parent
TOOLS = TESTS.parent / "tools"
SOURCE = Path(failshut.__file__).parent
REGISTRY = "hosts/__init__.py"
CACHES = shutil.ignore_patterns("__pycache__")
VERB = "import sys; from failshut.cli.main import run; sys.exit(run(sys.argv[1:]))"


class House:
    """A copy of the package below ``base/src``, a home and a project."""

    def __init__(self, base: Path) -> None:
        self.base = base.resolve()
        self.package = self.base / "src" / "failshut"
        self.home, self.project = self.base / "home", self.base / "project"
        shutil.copytree(SOURCE, self.package, ignore=CACHES)
        self.home.mkdir()
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")

    def add(self, files: Path) -> None:
        """Put files into the package, in its own layout."""
        shutil.copytree(files, self.package, dirs_exist_ok=True, ignore=CACHES)

    def register(self, line: str) -> None:
        """Insert a line at the end of the registry's table."""
        path = self.package / REGISTRY
        head, table = path.read_text().split("HOSTS = {\n", 1)
        rows, rest = table.split("}\n", 1)
        path.write_text(f"{head}HOSTS = {{\n{rows}{line}}}\n{rest}")

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python on the copy, in the project."""
        environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{self.package.parent}:{TESTS}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
        }
        return subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, cwd=self.project, env=environment
        )

    def failshut(self, *arguments: str, code: int = 0) -> str:
        """Run a verb, which has to end with ``code``; returns its standard output."""
        done = self.python("-c", VERB, *arguments)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def texts(self) -> dict[str, str]:
        """Return every file of the package by its place."""
        return texts(self.package)


def texts(package: Path) -> dict[str, str]:
    """Return every file below a folder by its place."""
    paths = (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(package)): path.read_text() for path in paths}
