"""Run in a machine of its own (``test_managed``): wire it, try it as another user, take it out."""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "src")]

import wiring_common as common  # noqa: E402
from test_vendor import DANGER, HARMLESS, NOBODY, commands  # noqa: E402

from failshut.drill.payloads import payload  # noqa: E402
from failshut.hosts import HOSTS, load  # noqa: E402
from failshut.wire import ground, install, program  # noqa: E402
from failshut.wire.entries import WIRINGS  # noqa: E402

SHARE = Path(ground.MACHINE_SHARE)


def wired(*more: str) -> None:
    """Wire the machine."""
    done = common.failshut("init", "--scope", "managed", "--yes", *more)
    assert done.code == 0, done.stderr


def asked(host: str, command: str, home: str, place: str) -> tuple[int, str]:
    """Run the line that stands in a host's file as another user; returns exit code and what it said."""
    text = next(commands(json.loads(Path(place).read_text())))
    done = subprocess.run(
        ["/bin/sh", "-c", text], user=NOBODY, group=NOBODY, cwd="/", env={"HOME": home}, text=True,
        input=payload(host, load(host).EVENT, command, "/tmp", home).decode(), capture_output=True,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def guarded(home: str) -> None:
    """Assert that every host's file guards."""
    for host in HOSTS:
        place = WIRINGS[host].machine
        if place:
            code, told = asked(host, DANGER, home, place)
            assert code == 2 and "git/force-push" in told, (host, told)
            code, told = asked(host, HARMLESS, home, place)
            assert code == 0, (host, told)


def guards(home: str) -> None:
    """The doctor finds the machine shut, for a person whose home holds nothing of ours, too."""
    before = common.tree(Path("/etc"))
    wired()
    guarded(home)
    assert tomllib.loads(Path("/etc/codex/requirements.toml").read_text()) == {"features": {"hooks": True}}
    for more in ((), ("--scope", "managed")):
        done = common.failshut("doctor", "--format", "json", "--home", home, *more)
        rows = {row["host"]: row for row in json.loads(done.stdout)["hosts"]}
        for host in ("claude-code", "codex", "copilot"):
            assert (rows[host]["state"], rows[host]["scopes"]) == ("shut", ["managed"]), rows[host]
    done = common.failshut("uninstall", "--scope", "managed", "--yes")
    assert done.code == 0 and common.tree(Path("/etc")) == before, done.stderr
    assert not SHARE.exists() and not Path(ground.MACHINE_STATE).exists()


def upgrades(home: str) -> None:
    """Another version's folder comes beside the old one, and the launcher names it."""
    wired()
    (first,) = (path.name for path in (SHARE / "versions").iterdir())
    program.VERSION = "0.9.9"
    wired()
    assert {path.name for path in (SHARE / "versions").iterdir()} == {
        first, program.name(install.package(), ground.MACHINE_SHARE)
    }  # fmt: skip
    assert program.named((SHARE / "launcher.sh").read_bytes()).startswith("0.9.9-")
    guarded(home)


def alone(home: str) -> None:
    """The script beside the launcher takes everything out."""
    before = common.tree(Path("/etc"))
    wired()
    line = ["env", "-i", "/usr/bin/python3", "-I", "-S", SHARE / "uninstall.py", "--yes"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert common.tree(Path("/etc")) == before and not SHARE.exists()
    assert not Path(ground.MACHINE_STATE).exists()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir="/tmp") as person:
        os.chown(person, NOBODY, NOBODY)
        {"guards": guards, "upgrades": upgrades, "alone": alone}[sys.argv[1]](person)
