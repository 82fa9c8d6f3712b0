"""The machine's scope: what `init` writes below a prefix, and on a machine of its own."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import wiring_common as common
from test_vendor import NOBODY

from failshut.hosts import HOSTS
from failshut.wire import ground, install, program
from failshut.wire.entries import WIRINGS

PINS = tomllib.loads((Path(__file__).parent / "pins.toml").read_text())["case"]
MACHINE = [host for host in HOSTS if WIRINGS[host].machine]
REQUIREMENTS = "etc/codex/requirements.toml"
FOREIGN = {
    "etc/claude-code/managed-settings.json": '{\n  "permissions": {"deny": ["Read(./.env)"]}\n}\n',
    "etc/codex/requirements.toml": '# the company\'s\nallowed = ["a"]\n',
    "etc/cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "./x"}]}}',
    "etc/gemini-cli/settings.json": '// mine\n{"ui": {"theme": "dark"},}\n'.replace(",}", "}"),
}


def managed(verb: str, prefix: Path, *more: object) -> common.Result:
    """Run a verb below a prefix."""
    return common.failshut(verb, "--scope", "managed", "--prefix", prefix, *more)


def foreign(prefix: Path) -> dict[str, bytes | str | None]:
    """Write somebody's files; returns everything below the prefix."""
    for name, text in FOREIGN.items():
        (prefix / name).parent.mkdir(parents=True)
        (prefix / name).write_text(text)
    return common.tree(prefix)


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a prefix in which everything is wired."""
    prefix = tmp_path_factory.mktemp("staged")
    old = os.umask(0o077)
    try:
        assert managed("init", prefix, "--yes").code == 0
    finally:
        os.umask(old)
    return prefix


def test_each_host_has_its_file_and_the_others_a_reason(staged: Path) -> None:
    told = managed("init", staged, "--format", "json")
    value = json.loads(told.stdout)
    assert {row["path"].removeprefix(str(staged)) for row in value["changes"]} == {
        one.machine for host in MACHINE for one in WIRINGS[host].files if one.machine
    }
    assert {row["host"] for row in value["skipped"]} == set(HOSTS) - set(MACHINE)
    assert value["outcome"] == "nothing" and all(row["reason"] for row in value["skipped"])


def test_what_is_written_names_the_final_paths(staged: Path) -> None:
    for path in staged.rglob("*"):
        if path.is_file():
            assert str(staged).encode() not in path.read_bytes(), path
    launcher = (staged / ground.MACHINE_SHARE[1:] / "launcher.sh").read_text()
    name = program.name(install.package(), ground.MACHINE_SHARE)
    assert f"'{ground.MACHINE_SHARE}/versions/{name}/failshut/hot/run.py'" in launcher


def test_everybody_can_read_it_and_nobody_write_it(staged: Path) -> None:
    for path in staged.rglob("*"):
        if "var/lib/failshut" not in str(path):
            assert path.stat().st_mode & 0o555 == (0o555 if path.is_dir() else 0o444), path
        assert not path.stat().st_mode & 0o022, path


def test_foreign_entries_and_comments_stay_and_uninstall_gives_the_bytes_back(tmp_path: Path) -> None:
    before = foreign(tmp_path)
    assert managed("init", tmp_path, "--yes").code == 0
    once = common.tree(tmp_path)
    assert managed("init", tmp_path, "--yes").code == 0
    assert common.tree(tmp_path) == once
    assert "// mine" in (tmp_path / "etc/gemini-cli/settings.json").read_text()
    assert "# the company's" in (tmp_path / REQUIREMENTS).read_text()
    assert "Read(./.env)" in (tmp_path / "etc/claude-code/managed-settings.json").read_text()
    assert managed("uninstall", tmp_path, "--yes").code == 0
    assert common.tree(tmp_path) == before


def test_from_changed_files_exactly_ours_goes(tmp_path: Path) -> None:
    foreign(tmp_path)
    managed("init", tmp_path, "--yes")
    for name in FOREIGN:
        with (tmp_path / name).open("a") as file:
            file.write("\n")
    assert managed("uninstall", tmp_path, "--yes").code == 0
    for name, text in FOREIGN.items():
        left = (tmp_path / name).read_text()
        assert "failshut" not in left and left.split() == text.split(), name


@pytest.mark.parametrize("case", PINS, ids=lambda case: case["name"])
def test_codex_s_switch_is_pinned(case: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / REQUIREMENTS
    path.parent.mkdir(parents=True)
    path.write_text(case["before"])
    done = managed("init", tmp_path, "--hosts", "codex", "--yes")
    if "refused" in case:
        assert done.code == 2 and case["refused"] in done.stderr and path.read_text() == case["before"]
        assert not (tmp_path / "usr").exists()
        return
    assert done.code == 0 and path.read_text() == case["after"]
    path.write_text(path.read_text() + "# later\n")
    assert managed("uninstall", tmp_path, "--yes").code == 0
    left = path.read_text()
    assert tomllib.loads(left) == tomllib.loads(case["before"]) and "# later" in left


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--root", "/tmp"), "about the whole machine"),
        (("--home", "/tmp"), "about the whole machine"),
        (("--prefix", "/no/such/folder"), "isn't a folder"),
        (("--trust", "--prefix", "/tmp"), "nobody has to trust"),
        (("--prefix", "/tmp", "--python", "python3", "--yes"), "no absolute path of a Python"),
        (("--print-command", "kimi", "--prefix", "/tmp"), "reads no hooks of the machine's"),
    ],
)
def test_usage(arguments: tuple[str, ...], words: str) -> None:
    done = common.failshut("init", "--scope", "managed", *arguments)
    assert done.code == 2 and words in done.stderr


@pytest.mark.parametrize("verb", ["init", "uninstall"])
def test_who_is_not_root_is_told_what_to_do(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = common.failshut(verb, "--scope", "managed", "--yes")
    assert done.code == 2 and "as root (`sudo`)" in done.stderr and "--prefix" in done.stderr


def test_prefix_and_python_are_for_this_scope_only(tmp_path: Path) -> None:
    for option in ("--prefix", "--python"):
        done = common.failshut("init", "--home", tmp_path, "--hosts", "kimi", option, tmp_path)
        assert done.code == 2 and "--scope managed" in done.stderr


DOCTOR = ["doctor", "--scope", "managed", "--format", "json", "--prefix"]


def seen(prefix: Path) -> dict[str, dict[str, object]]:
    """Return what the doctor says of each host, files alone."""
    done = common.failshut(*DOCTOR, prefix)
    return {row["host"]: row for row in json.loads(done.stdout)["hosts"]}


PLANTED = {
    "a file that others may write": ("etc/cursor/hooks.json", "chmod 666 {}", "cursor", "besides root"),
    "a launcher that others may write": ("{share}/launcher.sh", "chmod 666 {}", "copilot", "besides root"),
    "a folder that others may write": ("{share}", "chmod 777 {}", "cursor", "besides root"),
    "an edited program": (
        "{program}/failshut/hot/run.py",
        "chmod u+w {0}; echo >>{0}",
        "claude-code",
        "it was changed",
    ),
    "no launcher": ("{share}/launcher.sh", "rm {}", "claude-code", "launcher is missing"),
    "no pin": (REQUIREMENTS, "rm {}", "codex", "file of ours is missing"),
    "a pin that was taken out": (REQUIREMENTS, "echo x=1 >{}", "codex", "features.hooks isn't pinned"),
    "no file": ("etc/github-copilot/policy.d/failshut.json", "rm {}", "copilot", "isn't wired"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_the_doctor_names_what_is_wrong(name: str, staged: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "machine"
    shutil.copytree(staged, prefix)
    share = ground.MACHINE_SHARE[1:]
    held = f"{share}/versions/{program.name(install.package(), ground.MACHINE_SHARE)}"
    place, command, host, words = PLANTED[name]
    path = prefix / place.format(share=share, program=held)
    assert not [one for one in seen(prefix)[host]["findings"] if one["weight"] != "note"]
    subprocess.run(["/bin/sh", "-c", command.format(path)], check=True)
    said = [one for one in seen(prefix)[host]["findings"] if words in one["problem"]]
    assert said and said[0]["path"] == str(path), seen(prefix)[host]
    assert "--scope managed" in said[0]["fix"] or said[0]["fix"].startswith("chown")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_doctor_names_a_file_of_somebody_else_s(staged: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "machine"
    shutil.copytree(staged, prefix)
    os.chown(prefix / "etc/codex/hooks.json", NOBODY, NOBODY)
    assert any("besides root" in one["problem"] for one in seen(prefix)["codex"]["findings"])


IN_A_MACHINE = """
set -e
cp -a /etc "$1/etc-copy"; mkdir "$1/lib" "$1/var"
mount --bind "$1/etc-copy" /etc; mount --bind "$1/lib" /usr/local/lib; mount --bind "$1/var" /var/lib
exec "$2" "$3" "$4"
"""
SCRIPT = Path(__file__).parent / "machine_trial.py"


def own_machine() -> bool:
    """Say whether this process may have folders of its own mounted."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return False
    return (
        subprocess.run(["unshare", "-m", "mount", "--bind", "/usr", "/usr"], capture_output=True).returncode
        == 0
    )


@pytest.mark.skipif(not own_machine(), reason="no mounts of its own here")
@pytest.mark.parametrize("steps", ["guards", "upgrades", "alone"])
def test_on_a_machine_of_its_own(steps: str, tmp_path: Path) -> None:
    line = ["unshare", "-m", "sh", "-c", IN_A_MACHINE, "sh", tmp_path, sys.executable, SCRIPT, steps]
    done = subprocess.run(line, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
