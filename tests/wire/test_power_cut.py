"""Cut the power at each step of a write: no half file, nothing lost, and the next run finishes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from power import Cut

from failshut.wire import apply, install, manifest, places, plan, remove
from failshut.wire.line import LAUNCHER

HOSTS = ("claude-code", "gemini", "kimi", "copilot")
FOREIGN = {
    ".claude/settings.json": '{\n  "hooks": {\n    "PreToolUse": [\n      {"matcher": "Bash", "hooks": ['
    '{"type": "command", "command": "./own.sh"}]}\n    ]\n  },\n  "model": "x"\n}\n',
    ".gemini/settings.json": '// mine\n{"hooks": {"BeforeTool": []}, "ui": {"theme": "dark"}}\n',
    ".kimi-code/config.toml": 'model = "x"  # mine\n\n[[hooks]]\nevent = "Stop"\ncommand = "date"\n',
    ".kimi-code/plugins/installed.json": '{"version":1,"plugins":[{"id":"other","root":"/x"}]}',
}


def wired(home: Path) -> None:
    """Do what ``init --yes`` does."""
    texts = plan.writers(plan.USER, HOSTS, f"{home}/{LAUNCHER}", "")
    files = {path: places.read(path) for path in every(home)}
    made = plan.plan(plan.USER, HOSTS, str(home), "", files, texts)
    apply.ready(made.changes, str(home))
    install.install(str(home), install.launcher_text(str(home), {"PATH": os.defpath}))
    apply.apply(made, str(home))


def unwired(home: Path) -> None:
    """Do what ``uninstall --yes`` does."""
    state = manifest.folder(str(home))
    files = {path: places.read(path) for path in every(home)}
    record = manifest.load(str(home))
    made = remove.plan(
        plan.USER, HOSTS, str(home), "", files, record, lambda name: places.read(str(state / name))
    )
    remove.remove(made, plan.USER, HOSTS, str(home), "")


def every(home: Path) -> list[str]:
    """Return the paths of all files that hosts are wired by."""
    return [path for host in HOSTS for path in plan.targets(host, plan.USER, str(home), "")]


def foreign(home: Path) -> dict[str, bytes | None]:
    """Write somebody's files; returns every host's bytes."""
    for name, text in FOREIGN.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return held(home)


def held(home: Path) -> dict[str, bytes | None]:
    """Return the bytes of every file, by its name below the home folder."""
    return {path.removeprefix(str(home)): places.read(path) for path in every(home)}


def run(cut: Callable[[int], None], number: int, work: Callable[[Path], None], home: Path) -> bool:
    """Work until the power goes at a step; says whether it did."""
    cut(number)
    try:
        work(home)
    except Cut:
        return True
    finally:
        cut(0)
    return False


def test_no_cut_leaves_half_a_file(cut: Callable[[int], None], tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    before = foreign(tmp_path / "whole")
    wired(tmp_path / "whole")
    after = held(tmp_path / "whole")
    number = 0
    while True:
        number += 1
        home = tmp_path / f"in-{number}"
        home.mkdir()
        foreign(home)
        gone = run(cut, number, wired, home)
        for name, data in held(home).items():
            written = (after[name] or b"").replace(str(tmp_path / "whole").encode(), str(home).encode())
            assert data in (before[name], written), (number, name)
        wired(home)
        unwired(home)
        assert held(home) == before, number
        if not gone:
            break
    assert number > 20


def test_a_cut_on_the_way_out_loses_nothing(cut: Callable[[int], None], tmp_path: Path) -> None:
    number = 0
    while True:
        number += 1
        home = tmp_path / f"out-{number}"
        home.mkdir()
        before = foreign(home)
        wired(home)
        after = held(home)
        gone = run(cut, number, unwired, home)
        for host, data in held(home).items():
            assert data in (before[host], after[host]), (number, host)
        unwired(home)
        for host, data in held(home).items():
            assert LAUNCHER.encode() not in (data or b""), (number, host)
            assert data == before[host] or json.loads(data or b"{}") == json.loads(before[host] or b"{}")
        if not gone:
            break
    assert number > 8
