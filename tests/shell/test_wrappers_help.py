"""Compare the table's options with what installed programs say of themselves."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from failshut.shell.wrappers.table import key_of, row

REASONS = tomllib.loads(Path(__file__).with_name("help.toml").read_text())
PROGRAMS = (
    "env", "nohup", "nice", "ionice", "timeout", "stdbuf", "setsid", "chroot", "strace", "taskset", "chrt",
    "flock", "unshare", "nsenter", "systemd-run", "script", "su", "runuser", "setpriv", "watch", "xargs",
    "prlimit", "choom", "setarch", "dbus-run-session", "start-stop-daemon", "sort", "split", "tar",
    "make", "ed", "docker run", "docker exec", "npm exec", "linux32", "time", "git rebase", "git config",
    "git difftool", "rg", "parallel", "fd", "hyperfine", "bwrap", "rsync", "sudo", "kubectl exec", "rlwrap",
)  # fmt: skip
TABLES = {"git rebase": "-h", "git config": "-h", "git difftool": "-h"}
LINE = re.compile(r"^(?:\s{1,8}(?=-)|(?=--\w+-\w+=[A-Z]))(-[^\s,]?.*)$")


def told(program: str) -> str:
    """Return a program's help."""
    words = program.split()
    words[0] = "/usr/bin/time" if program == "time" else words[0]
    done = subprocess.run(
        [*words, TABLES.get(program, "--help")], capture_output=True, text=True, timeout=60, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout + done.stderr


def options(text: str) -> dict[str, str]:
    """Return the options of a help text, each with ``=``, ``=?`` or ""."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not (hit := LINE.match(line)):
            continue
        head = re.split(r"\s{2,}|\t", hit[1])[0]
        some: dict[str, str] = {}
        for part in re.split(r", *(?=-)| (?=--)|(?<=\w) (?=-\w)", head):
            name = re.match(r"(--?[A-Za-z0-9][\w.-]*)(.*)", part.strip())
            if name is None or name[2][:1] not in ("", "=", "[", " ", "<"):
                continue
            rest = name[2]
            value = re.match(r"[= ]\s*[<\[A-Za-z0-9']", rest) and not re.match(r"=(true|false):", rest)
            kind = "=?" if rest.startswith("[") else "=" if value else ""
            some[name[1].lstrip("-")] = kind
        strongest = max(some.values(), key=len, default="")
        found.update({name: kind or strongest for name, kind in some.items()})
    return found


def known(program: str) -> dict[str, str]:
    """Return the options of the table."""
    head, _, verb = program.partition(" ")
    key = f"{key_of(head)} {verb}".strip()
    found = {}
    for group in row(key_of(key))[0].split():
        body, equals, mark = group.partition("=")
        found.update(dict.fromkeys(body.split(","), equals + mark))
    return found


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_table_knows_the_options(program: str) -> None:
    if not shutil.which(program.split()[0]):
        pytest.skip("not installed")
    given, table, reasons = options(told(program)), known(program), REASONS.get(program, {})
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
            assert set(some) <= set(options(told(program)))
