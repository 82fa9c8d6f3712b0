"""Show the main job on real input: refuse a forced push in seven hosts, then break the guard.

Everything happens in a throw-away home and repository.  Each host's wired line is read back from
the file that ``failshut init`` wrote and run the way that host runs it, on the payload that
its contract holds; the words that the model reads are computed by ``failshut.interpret`` from the
captured bytes.
Exit 1 when anything isn't as promised.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from failshut import hosts
from failshut.drill import payloads
from failshut.drill.judge import Judged, judge
from failshut.drill.run import HookRun, run_hook
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

DANGER = "git push --force origin main"
HARMLESS = "ls"
WIDTH = 96


class Stage:
    """A throw-away home with the guard installed, and a repository."""

    def __init__(self, base: Path) -> None:
        self.home, self.project = base / "home", base / "project"
        self.home.mkdir()
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.project)], check=True)
        self.failshut("init", "--hosts", "all", "--home", str(self.home), "--yes")
        self.entries = {host: self.wired(host) for host in hosts.HOSTS}
        self.launcher = self.home / LAUNCHER
        self.whole = self.launcher.read_text()

    def failshut(self, *arguments: str) -> str:
        """Run the installed command; returns its standard output."""
        command = [str(Path(sys.executable).parent / "failshut"), *arguments]
        environment = {**os.environ, "HOME": str(self.home)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            raise SystemExit(f"demo: {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def wired(self, host: str) -> dict[str, object]:
        """Return our first entry in the host's file."""
        path = self.home / WIRINGS[host].user
        text = path.read_text()
        value = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        return next(entries(value))

    def line(self, host: str) -> str:
        """Return the wired line as it stands in the host's file."""
        entry = self.entries[host]
        arguments = entry.get("args")
        return str(arguments[-1] if isinstance(arguments, list) else entry["command"])

    def run(self, host: str, command: str = DANGER, **options: object) -> HookRun:
        """Run the host's line on its payload with ``command`` put in."""
        data = options.pop("data", None)
        payload = data if isinstance(data, bytes) else self.payload(host, command)
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        return run_hook(
            host,
            self.entries[host],
            payload,
            project=str(self.project),
            environment=environment,
            **options,  # type: ignore[arg-type]
        )

    def payload(self, host: str, command: str) -> bytes:
        """Return what the host sends for a call of its shell tool, by its contract."""
        event = hosts.load(host).EVENT
        return payloads.payload(host, event, command, str(self.project), str(self.home))


def entries(value: object) -> Iterator[dict[str, object]]:
    """Find our entries in a host's file by the launcher's place, which stays when a line is spoiled."""
    if isinstance(value, dict):
        texts = [value.get("command"), *(value.get("args") or [])]
        if any(isinstance(text, str) and LAUNCHER in text for text in texts):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from entries(item)


def replaced(old: str, new: str) -> Callable[[Stage], None]:
    """Break the launcher by replacing one of its parts."""

    def do(stage: Stage) -> None:
        assert old in stage.whole, old
        stage.launcher.write_text(stage.whole.replace(old, new))

    return do


def script(stage: Stage, name: str, text: str) -> str:
    """Write an executable file into the home; returns its path."""
    path = stage.home / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def stalled(stage: Stage, host: str) -> HookRun:
    """Run with an input that begins and never ends."""
    reader, writer = os.pipe()
    try:
        os.write(writer, b'{"tool_name":')
        return stage.run(host, stdin=reader, data=b"")
    finally:
        os.close(writer)
        os.close(reader)


def faults(stage: Stage) -> Iterator[tuple[str, Callable[[str], HookRun]]]:
    """Break the guard in one way after the other; yields what is broken and how to run a host."""
    program = stage.whole.split("[ -f '", 1)[1].split("'", 1)[0]
    hang = script(stage, "hang", "#!/bin/sh\nexec sleep 60\n")
    killed = script(stage, "killed.py", "import os\nos.kill(os.getpid(), 9)\n")
    interpreters = stage.whole.split("for p in ", 1)[1].split("; do", 1)[0]
    for name, old, new in (
        ("interpreter gone", interpreters, "'/no/such/python'"),
        ("interpreter hangs", interpreters, f"'{hang}'"),
        ("package gone", program, "/no/such/failshut/hot/run.py"),
        ("program killed (SIGKILL)", program, killed),
        ("launcher emptied", stage.whole, ""),
    ):
        replaced(old, new)(stage)
        yield name, stage.run
    stage.launcher.write_text(stage.whole)
    yield "stdin stalled", lambda host: stalled(stage, host)
    yield "garbage on stdin", lambda host: stage.run(host, data=b"\x00garbage")


def show(title: str, results: dict[str, Judged], want: str) -> bool:
    """Print one table; returns whether every row is as promised."""
    print(f"\n{title}\n" + "─" * WIDTH)
    good = True
    for host, judged in results.items():
        run, result = judged.run, judged.outcome
        right = result.effect == want and not run.timed_out and not run.left
        if want == "blocked":
            right = right and "Failshut refused: " in (result.model_text or "")
        good = good and right
        mark = {"blocked": "refused", "ran": "passes"}.get(result.effect, result.effect)
        print(
            f"{'✓' if right else '✗'} {hosts.load(host).TITLE:<20} {mark:<8} {run.seconds * 1000:6.0f} ms"
        )
        for line in (result.model_text or "").splitlines() if want == "blocked" else ():
            print(textwrap.fill(line, WIDTH, initial_indent="    │ ", subsequent_indent="    │ "))
    return good


def together(stage: Stage, run: Callable[[str], HookRun]) -> dict[str, Judged]:
    """Run all hosts side by side and say what each does."""
    with ThreadPoolExecutor(len(hosts.HOSTS)) as pool:
        runs = dict(zip(hosts.HOSTS, pool.map(run, hosts.HOSTS), strict=True))
    return {
        host: judge(host, hosts.load(host).EVENT, stage.entries[host], DANGER, run)
        for host, run in runs.items()
    }


def spoil(stage: Stage, host: str, byte: int) -> None:
    """Change one byte of a wired line in the host's own file and read the entries again."""
    path = stage.home / WIRINGS[host].user
    text = path.read_text()
    at = text.index("failshut/1") + byte
    path.write_text(text[:at] + ("~" if text[at] != "~" else "-") + text[at + 1 :])
    stage.entries[host] = stage.wired(host)


def main() -> int:
    """Run the demo; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave the broken guard out")
    parser.add_argument("--spoil", metavar="HOST:BYTE", help="change one byte of a wired line first")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="failshut-demo-") as folder:
        stage = Stage(Path(folder).resolve())
        if options.spoil:
            host, _, byte = options.spoil.partition(":")
            spoil(stage, host, int(byte))
        good = True
        for host in hosts.HOSTS:
            wanted = stage.failshut("init", "--print-command", host, "--home", str(stage.home))
            if stage.line(host) != wanted.rstrip("\n"):
                print(f"✗ {host}: the wired line isn't the one that init prints")
                good = False
        good &= show(f"`{DANGER}` — what the model reads", together(stage, stage.run), "blocked")
        harmless = together(stage, lambda host: stage.run(host, HARMLESS))
        good &= show(f"`{HARMLESS}` — no opinion: the host goes on as without a hook", harmless, "ran")
        for name, run in () if options.quick else faults(stage):
            good &= show(f"Guard broken: {name} — the forced push again", together(stage, run), "blocked")
    print(
        "\n" + ("All refused, and every refusal was readable." if good else "NOT as promised: see ✗ above.")
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
