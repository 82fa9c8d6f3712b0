"""Cut the power at each step of writing a version's folder: a half one is never used."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from power import Cut

from failshut.wire import compiled, install, program
from failshut.wire.line import LAUNCHER

TINY = ("version.py", "where.py", "hot/run.py", "hot/start.py", "hot/answer.py", "policy/builtin.py")


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package of few files, so that each step can be tried."""
    package = tmp_path / "site-packages" / "failshut"
    for place in TINY:
        (package / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(Path(__import__("failshut").__file__).parent / place, package / place)
    monkeypatch.setattr(install, "package", lambda: package)
    few = [package / place for place in TINY if not place.startswith(("hot/run", "hot/start"))]
    monkeypatch.setattr(
        install.bundle, "sources", lambda folder: [folder / one.relative_to(package) for one in few]
    )
    monkeypatch.setattr(compiled, "write", written)
    monkeypatch.setattr(compiled, "files", lambda folder, final: {"hot.x": final.encode()})
    monkeypatch.setattr(install, "interpreters", lambda environment: ("/usr/bin/python3",))
    return package


def written(folder: Path, final: str) -> None:
    """Stand for the compiler."""
    (folder / "hot.x").write_bytes(final.encode())


@pytest.mark.parametrize("upgrade", [False, True])
def test_no_cut_lets_a_launcher_name_half_a_program(
    cut: Callable[[int], None],
    tiny: Path,
    tmp_path: Path,
    upgrade: bool,
) -> None:
    number, gone = 0, True
    while gone:
        number += 1
        home = str(tmp_path / f"home-{number}")
        os.mkdir(home)
        (tiny / "version.py").write_text('VERSION = "0.1.0"\n')
        program.contents.cache_clear()
        if upgrade:
            install.install(home, install.launcher_text(home, {}))
            (tiny / "version.py").write_text('VERSION = "0.1.1"\n')
            program.contents.cache_clear()
        text = install.launcher_text(home, {})
        gone = False
        cut(number)
        try:
            install.install(home, text)
        except Cut:
            gone = True
        finally:
            cut(0)
        whole(home, absent=not upgrade)
        install.install(home, text)
        whole(home)
        assert len(list((Path(home) / LAUNCHER).parent.joinpath("versions").iterdir())) == 1 + upgrade
    assert number > 25


def whole(home: str, absent: bool = False) -> None:
    """Assert that the launcher is as written or absent, and what it names is there in full."""
    path = Path(home) / LAUNCHER
    if absent and not path.exists():
        return
    folder = path.parent / "versions" / program.named(path.read_bytes())
    assert folder.name and list(program.differences(folder)) == []
