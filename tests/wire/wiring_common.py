"""Share the case files, a short stand-in for the wired line and a way to call the command line."""

from pathlib import Path

from click.testing import CliRunner

from failshut.cli import main as program
from failshut.wire.entries import WIRINGS
from failshut.wire.plan import editor

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").rglob("*.before.*"))
LINE = ": failshut/1 '/home/u/.local/share/failshut/launcher.sh' \"é\\\\\""
OLD = ": failshut/1 '/home/old/.local/share/failshut/launcher.sh'"


def names() -> list[str]:
    """Return the case names for pytest's ids."""
    return [f"{case.parent.name}/{case.name.split('.')[0]}" for case in CASES]


def put(host: str, data: bytes, line: str = LINE):
    """Return the host's document with our entries, and the marks."""
    return editor(WIRINGS[host]).put(data, WIRINGS[host], lambda word: line, "F")


def elements(host: str, event: str, line: str = LINE) -> list[dict[str, object]]:
    """Return our elements on one event of the host's first file."""
    return WIRINGS[host].elements(event, lambda word: line, "F")


def take(host: str, data: bytes, marks=()) -> bytes:
    """Return the host's document without our entries."""
    return editor(WIRINGS[host]).take(data, WIRINGS[host], list(marks), "F")


class Result:
    """What a run of the command line gave."""

    def __init__(self, code: int, stdout: str, stderr: str) -> None:
        self.code, self.stdout, self.stderr = code, stdout, stderr


def failshut(*arguments: object, monkeypatch=None) -> Result:
    """Run the command line in this process (stdin is no terminal)."""
    runner = CliRunner()
    with runner.isolation() as streams:
        code = program.run([str(argument) for argument in arguments])
        out, err = streams[0].getvalue(), streams[1].getvalue()
    return Result(code, out.decode(), err.decode())


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """Return every path below ``folder``: bytes of files, targets of links, None for folders."""
    found: dict[str, bytes | str | None] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = path.read_bytes() if path.is_file() else None
    return found
