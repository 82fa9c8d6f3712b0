"""What a host's file marks as guarded is refused or asked about, whichever agent touches it."""

import json
from pathlib import Path

import pytest
from judge import judge

from failshut.hosts import HOSTS
from failshut.wire.hosts import load

SWITCH = ("deny", "guard/kill-switch")
GUARDED = {host: load(host).GUARDED for host in HOSTS}
ROWS = [json.loads(line) for line in (Path(__file__).parent / "guarded.jsonl").read_text().splitlines()]
PROGRAM = {host: load(host).WIRING.programs[0] for host in HOSTS}
PROMPT = {host: "exec hi" if ("-p", "") in GUARDED[host].asks else "-p hi" for host in HOSTS}


def pairs(member: str) -> list[tuple[str, object]]:
    """Return each host with each item of one member."""
    return [(host, item) for host in HOSTS for item in getattr(GUARDED[host], member)]


@pytest.mark.parametrize("host,place", pairs("user"))
def test_files_below_home(host: str, place: str) -> None:
    assert judge(f"cp x ~/{place}") == ("ask", "guard/host-hooks")
    assert place.endswith(".env") or judge(f"cat ~/{place}")[0] == "pass"


@pytest.mark.parametrize("host,place", pairs("project") + pairs("machine"))
def test_files_of_the_project_and_the_machine(host: str, place: str) -> None:
    assert judge(f"cp x {place}")[0] in ("ask", "deny")
    assert place.endswith(".env") or judge(f"cp {place} x")[0] == "pass"


@pytest.mark.parametrize("host,place", pairs("secrets"))
def test_secrets(host: str, place: str) -> None:
    assert judge(f"cat ~/{place}")[0] != "pass"


@pytest.mark.parametrize("host,flag", pairs("flags"))
def test_flags(host: str, flag: tuple[str, str]) -> None:
    value = "x" if flag[1] == "*" else flag[1]
    assert judge(f"{PROGRAM[host]} {flag[0]} {value} {PROMPT[host]}") == SWITCH
    assert judge(f"{PROGRAM[host]} {PROMPT[host]}")[0] == "pass"


@pytest.mark.parametrize("host,variable", pairs("variables"))
def test_variables(host: str, variable: str) -> None:
    for command in (
        f"env {variable}=/tmp/x {PROGRAM[host]} {PROMPT[host]}",
        f"export {variable}=/tmp/x; {PROGRAM[host]} {PROMPT[host]}",
        f"{variable}=/tmp/x {PROGRAM[host]} {PROMPT[host]}",
        f"{variable}=/tmp/x; {PROGRAM[host]} {PROMPT[host]}",
    ):
        assert judge(command) == SWITCH, command
    if variable == load(host).WIRING.variable:
        assert (
            judge(f"{variable}=~/{load(host).WIRING.folders[0]} {PROGRAM[host]} {PROMPT[host]}")[0]
            == "pass"
        )


@pytest.mark.parametrize("host,word", pairs("words"))
def test_words(host: str, word: str) -> None:
    assert judge(f"echo '{word}' > ~/{GUARDED[host].user[0]}") == SWITCH


@pytest.mark.parametrize("host", [host for host in HOSTS if GUARDED[host].package])
def test_packages(host: str) -> None:
    for flag, value in GUARDED[host].flags:
        assert judge(f"npx {GUARDED[host].package}@latest {flag} {value.replace('*', 'x')}") == SWITCH


@pytest.mark.parametrize("row", ROWS, ids=[row["command"] for row in ROWS])
def test_ways_around_the_guard_and_their_harmless_twins(row: dict[str, str]) -> None:
    assert judge(row["command"])[1] == row["rule"]


@pytest.mark.parametrize("host,place", pairs("endings"))
def test_files_by_their_ends(host: str, place: tuple[str, str]) -> None:
    assert judge(f"cp x ~/{place[0]}/a{place[1]}") == ("ask", "guard/host-hooks")
    assert judge(f"cp x ~/docs/a{place[1]}")[0] == "pass"


@pytest.mark.parametrize("host,verb", pairs("drops"))
def test_verbs_that_leave_the_guard_out(host: str, verb: str) -> None:
    assert judge(f"{PROGRAM[host]} {verb}") == SWITCH
    assert judge(f"{PROGRAM[host]} {verb.rpartition(' ')[0]} other")[0] == "pass"


@pytest.mark.parametrize("host,verb", pairs("installs"))
def test_verbs_that_bring_plugins(host: str, verb: str) -> None:
    assert judge(f"{PROGRAM[host]} {verb} x") == ("ask", "guard/host-hooks")
