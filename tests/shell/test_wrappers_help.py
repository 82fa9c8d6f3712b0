"""Compare the table's options with what installed programs say of themselves."""

import shutil
import tomllib
from pathlib import Path

import pytest

from failshut.shell.wrappers.table import key_of, row
from help_text import listed, options, told

REASONS = tomllib.loads(Path(__file__).with_name("help.toml").read_text())
PROGRAMS = (
    "env", "nohup", "nice", "ionice", "timeout", "stdbuf", "setsid", "chroot", "strace", "taskset", "chrt",
    "flock", "unshare", "nsenter", "systemd-run", "script", "su", "runuser", "setpriv", "watch", "xargs",
    "prlimit", "choom", "setarch", "dbus-run-session", "start-stop-daemon", "sort", "split", "tar",
    "make", "ed", "docker run", "docker exec", "npm exec", "linux32", "time", "git rebase", "git config",
    "git difftool", "rg", "parallel", "fd", "hyperfine", "bwrap", "rsync", "sudo", "kubectl exec", "rlwrap",
)  # fmt: skip
TABLES = {"git rebase": "-h", "git config": "-h", "git difftool": "-h"}


def known(program: str) -> dict[str, str]:
    """Return the options of the table."""
    head, _, verb = program.partition(" ")
    key = f"{key_of(head)} {verb}".strip()
    return listed(row(key_of(key))[0])


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_table_knows_the_options(program: str) -> None:
    if not shutil.which(program.split()[0]):
        pytest.skip("not installed")
    given, table, reasons = (
        options(told(program, TABLES.get(program, "--help"))),
        known(program),
        REASONS.get(program, {}),
    )
    wrong = {
        name: (kind, table.get(name, "not there"))
        for name, kind in given.items()
        if name not in reasons and (name not in table or bool(kind == "=") != bool(table[name] == "="))
    }
    assert len(given) > 1, "no options were found in the help"
    assert wrong == {}


def test_reasons_are_given_and_needed() -> None:
    for program, some in REASONS.items():
        assert all(len(reason) > 10 for reason in some.values())
        if shutil.which(program.split()[0]):
            assert set(some) <= set(options(told(program, TABLES.get(program, "--help"))))
