"""The guard runs from a folder for each version: upgrades, deleted packages, edited files."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from installed_copy import DANGER, Installed, guards

from failshut.hot import start
from failshut.wire import program
from failshut.wire.line import LAUNCHER

OTHER = ('VERSION = "0.1.0"', 'VERSION = "0.1.1"')


@pytest.fixture
def one(tmp_path: Path) -> Installed:
    """Return an installation with a wired home."""
    installed = Installed(tmp_path)
    installed.init()
    return installed


def later(one: Installed, version: str) -> Installed:
    """Return another release for the same home."""
    installed = Installed(one.home.parent, version)
    installed.change("version.py", OTHER[0], f'VERSION = "{version}"')
    return installed


def test_the_guard_outlives_its_package(one: Installed) -> None:
    assert guards(one)
    shutil.rmtree(one.site)
    assert guards(one)


def test_its_folder_is_read_only_and_named_for_what_it_holds(one: Installed) -> None:
    (name,) = one.versions()
    folder = one.share / "versions" / name
    assert all(not path.stat().st_mode & 0o222 for path in (folder, *folder.rglob("*")))
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", program.LIST], cwd=folder, check=True)
    assert name.startswith("0.1.0-") and list(program.differences(folder)) == []
    assert name in (one.home / LAUNCHER).read_text()


def test_a_run_reads_the_bundle_beside_its_package(one: Installed) -> None:
    (folder,) = (one.share / "versions").iterdir()
    marks = [folder / f"failshut{place}" for place in (*start.MARKS, "/hot/run.py", "/hot/start.py")]
    for path in (folder / "failshut").rglob("*.py"):
        if path not in marks:
            path.parent.chmod(0o700)
            path.unlink()
    assert guards(one)


def test_a_run_that_began_before_an_upgrade_ends_on_the_old_version(one: Installed) -> None:
    new = later(one, "0.1.1")
    new.change("hosts/words.py", 'HEAD = "Failshut', 'HEAD = "Newshut')
    started = one.hook()
    data = one.call(DANGER)
    assert started.stdin is not None
    started.stdin.write(data[:10])
    started.stdin.flush()
    new.init()
    shutil.rmtree(one.site)
    _, told = started.communicate(data[10:], timeout=60)
    assert started.returncode == 2 and b"Failshut refused" in told and b"Newshut" not in told
    assert "Newshut refused" in new.asked(DANGER)[1]


def test_the_version_before_stays_and_older_ones_go(one: Installed) -> None:
    (first,) = one.versions()
    second, third = later(one, "0.1.1"), later(one, "0.1.2")
    second.init()
    assert {name.partition("-")[0] for name in one.versions()} == {"0.1.0", "0.1.1"}
    second.init()
    assert first in one.versions(), "the same version again takes nothing away"
    third.init()
    assert {name.partition("-")[0] for name in one.versions()} == {"0.1.1", "0.1.2"}
    second.init()  # back
    assert {name.partition("-")[0] for name in one.versions()} == {"0.1.1", "0.1.2"}
    assert guards(one) and "versions/0.1.1-" in (one.home / LAUNCHER).read_text()


@pytest.mark.parametrize("versions", [("0.1.1", "0.1.1"), ("0.1.1", "0.1.2")])
def test_two_at_once(tmp_path: Path, versions: tuple[str, str]) -> None:
    installed = [Installed(tmp_path, f"{at}-{version}") for at, version in enumerate(versions)]
    for one, version in zip(installed, versions, strict=True):
        one.change("version.py", OTHER[0], f'VERSION = "{version}"')
    started = [one.start("init", "--hosts", "claude-code", "--yes") for one in installed]
    for process in started:
        _, told = process.communicate(timeout=120)
        assert process.returncode == 0, told
    assert guards(installed[0])
    assert not [name for name in installed[0].versions() if name.startswith(".")]
    assert installed[0].run("uninstall", "--yes").returncode == 0
    assert not installed[0].share.exists() and not (one.home / ".claude").exists()


DAMAGE = {
    "failshut/policy/builtin.py": "it was changed",
    "failshut/hot/run.py": "it was changed",
    "SHA256SUMS": "it can't be read",
    "failshut/extra.py": "it isn't ours",
    "failshut/hot/__pycache__/start.TAG.pyc": "it isn't what its sources compile to",
    "hot.TAG": "it isn't what its sources compile to",
}


@pytest.mark.parametrize("place", DAMAGE)
def test_the_doctor_names_an_edited_file_and_init_mends_it(one: Installed, place: str) -> None:
    (folder,) = (one.share / "versions").iterdir()
    path = folder / place.replace("TAG", str(program.compiled.TAG))
    path.parent.chmod(0o755)
    if path.exists():
        path.chmod(0o644)
    data = path.read_bytes() if path.exists() else b""
    path.write_bytes(data[:-20] if path.suffix == ".pyc" else data + b"\n# edited\n")
    said = findings(one)
    assert (str(path), "failshut init") in [(row["path"], row["fix"]) for row in said]
    assert any(DAMAGE[place] in row["problem"] for row in said)
    one.init()
    assert not findings(one) and guards(one)
    assert all(not path.stat().st_mode & 0o222 for path in (folder, *folder.rglob("*")))


def test_a_list_that_was_edited_too_is_found(one: Installed) -> None:
    (folder,) = (one.share / "versions").iterdir()
    for path, old, new in (
        (folder / "failshut/version.py", "0.1.0", "0.1.9"),
        (folder / program.LIST, *(hashlib.sha256(text).hexdigest() for text in versions(folder))),
    ):
        path.parent.chmod(0o755)
        path.chmod(0o644)
        path.write_text(path.read_text().replace(old, new))
    assert next(row["path"] for row in findings(one)) == str(folder / program.LIST)


def versions(folder: Path) -> tuple[bytes, bytes]:
    """Return version.py as it was and as it is edited."""
    data = (folder / "failshut/version.py").read_bytes().replace(b"0.1.9", b"0.1.0")
    return data, data.replace(b"0.1.0", b"0.1.9")


def findings(one: Installed) -> list[dict[str, str]]:
    """Return what the doctor says of the program."""
    done = one.run("doctor", "claude-code", "--format", "json", "--no-run")
    rows = json.loads(done.stdout)["hosts"][0]["findings"]
    return [row for row in rows if "program" in row["problem"] or "guard in use" in row["problem"]]


def test_the_doctor_notes_an_older_version_in_use(one: Installed) -> None:
    assert not findings(one)
    (said,) = findings(later(one, "0.1.1"))
    assert said["weight"] == "note" and "0.1.0-" in said["problem"] and "0.1.1-" in said["problem"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("echo x > {folder}/failshut/hot/run.py", 2),
        ("chmod -R u+w {folder}", 2),
        ("rm -rf {share}/versions", 2),
        ("cat {folder}/failshut/hot/run.py", 0),
        ("ls {share}/versions", 0),
        ("sed -i s/a/b/ {site}/failshut/hot/run.py", 2),
        ("cat {site}/failshut/version.py", 0),
        ("rm -rf /usr/local/lib/failshut", 2),
        ("cat /usr/local/lib/failshut/launcher.sh", 0),
        ("sed -i s/a/b/ /etc/failshut/failshut.toml", 2),
        ("cat /etc/failshut/failshut.toml", 0),
        ("python3 /usr/local/lib/failshut/uninstall.py --yes", 2),
    ],
)
def test_an_agent_may_read_the_program_and_not_write_it(one: Installed, command: str, code: int) -> None:
    (folder,) = (one.share / "versions").iterdir()
    text = command.format(folder=folder, share=one.share, site=one.site)
    found, told = one.asked(text)
    assert (found, "Rule " in told) == (code, code == 2), told


def test_nothing_stays(one: Installed) -> None:
    later(one, "0.1.1").init()
    script = one.share / "uninstall.py"
    done = subprocess.run(
        ["/usr/bin/env", "-i", "python3", "-I", "-S", script, "--yes"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert [path.name for path in one.home.iterdir() if path.name not in (".local", ".cache")] == []
    assert not one.share.exists()


def test_what_somebody_left_among_the_versions_goes_by_itself(one: Installed, tmp_path: Path) -> None:
    """A file, and a link: what the link leads to keeps its modes and stays."""
    victim = tmp_path / "victim"
    (victim / "sub").mkdir(parents=True)
    (victim / "sub").chmod(0o755)
    folder = one.home / LAUNCHER.replace("launcher.sh", "versions")
    (folder / ".DS_Store").write_text("x")
    (folder / "linked").symlink_to(victim)
    program.prune(
        folder.parent, [path.name for path in folder.iterdir() if (path / program.LIST).is_file()]
    )
    assert not (folder / "linked").is_symlink() and not (folder / ".DS_Store").exists()
    assert (victim / "sub").stat().st_mode & 0o777 == 0o755
    assert guards(one)
