"""What a host's file marks as guarded is refused or asked about, whichever agent touches it."""

import pytest
from judge import judge

from failshut.hosts import HOSTS
from failshut.wire.hosts import load

SWITCH = ("deny", "guard/kill-switch")
GUARDED = {host: load(host).GUARDED for host in HOSTS}
PROGRAM = {host: load(host).WIRING.programs[0] for host in HOSTS}


def pairs(member: str) -> list[tuple[str, object]]:
    """Return each host with each item of one member."""
    return [(host, item) for host in HOSTS for item in getattr(GUARDED[host], member)]


@pytest.mark.parametrize("host,place", pairs("user"))
def test_files_below_home(host: str, place: str) -> None:
    assert judge(f"cp x ~/{place}") == ("ask", "guard/host-hooks")
    assert judge(f"cat ~/{place}")[0] == "pass"


@pytest.mark.parametrize("host,place", pairs("project") + pairs("machine"))
def test_files_of_the_project_and_the_machine(host: str, place: str) -> None:
    assert judge(f"cp x {place}")[0] in ("ask", "deny")
    assert judge(f"cp {place} x")[0] == "pass"


@pytest.mark.parametrize("host,place", pairs("secrets"))
def test_secrets(host: str, place: str) -> None:
    assert judge(f"cat ~/{place}")[0] != "pass"


@pytest.mark.parametrize("host,flag", pairs("flags"))
def test_flags(host: str, flag: tuple[str, str]) -> None:
    value = "x" if flag[1] == "*" else flag[1]
    assert judge(f"{PROGRAM[host]} {flag[0]} {value} -p hi") == SWITCH
    assert judge(f"{PROGRAM[host]} -p hi")[0] == "pass"


@pytest.mark.parametrize("host,variable", pairs("variables"))
def test_variables(host: str, variable: str) -> None:
    for command in (
        f"{variable}=/tmp/x {PROGRAM[host]} -p hi",
        f"{variable}=/tmp/x; {PROGRAM[host]} -p hi",
    ):
        assert judge(command) == SWITCH, command
    if variable == load(host).WIRING.variable:
        assert judge(f"{variable}=~/{load(host).WIRING.folders[0]} {PROGRAM[host]} -p hi")[0] == "pass"


@pytest.mark.parametrize("host,word", pairs("words"))
def test_words(host: str, word: str) -> None:
    assert judge(f"echo '{word}' > ~/{GUARDED[host].user[0]}") == SWITCH


@pytest.mark.parametrize("host", [host for host in HOSTS if GUARDED[host].package])
def test_packages(host: str) -> None:
    for flag, value in GUARDED[host].flags:
        assert judge(f"npx {GUARDED[host].package}@latest {flag} {value.replace('*', 'x')}") == SWITCH
