"""Assert what a hook run imports: built-in modules of the interpreter, and ours."""

import subprocess
from pathlib import Path

import pytest

from chain import DANGER, HOSTS, PYTHON, Chain
from failshut import hosts
from failshut.drill.payloads import payload
from failshut.wire.entries import WIRINGS

BUILT_IN = {
    "select", "_blake2",  # for a refusal alone: what git knows of it, and a name for the very call
    "_codecs", "_imp", "_io", "_json", "_signal", "_thread", "_warnings", "_weakref", "marshal", "posix",
    "sys", "time", "builtins", "__main__", "__future__", "encodings", "encodings.aliases",
    "encodings.utf_8", "codecs", "io", "abc", "_abc", "zipimport", "_frozen_importlib",
    "_frozen_importlib_external",
}  # fmt: skip
CODE = """
import sys
sys.path.insert(0, {src!r})
from failshut.hot import answer
payload = {payload!r}
got = answer.respond({host!r}, {event!r}, "", {home!r}, lambda: payload)
print(got.exit, *sys.modules)
"""


def modules(chain: Chain, host: str, command: str) -> tuple[int, set[str]]:
    """Return the exit code and every module that a run of ``host`` has imported."""
    code = CODE.format(
        src=str(Path(chain.package).parent),
        payload=chain.payload(host, command),
        host=host,
        event=hosts.load(host).EVENT,
        home=str(chain.home),
    )
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", code], capture_output=True, text=True, check=True, cwd=chain.project
    )
    status, *names = done.stdout.split()
    return int(status), set(names)


def ours(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith("failshut")}


@pytest.mark.parametrize("host", HOSTS)
def test_a_run_imports_built_in_modules_only(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    for command, exit_code in ((DANGER, 2), ("ls -la", 0), ("git status && npm test", 0)):
        status, names = modules(chain, host, command)
        assert status == exit_code
        assert names - ours(names) <= BUILT_IN


def test_a_cleared_call_imports_neither_reader_nor_matcher(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    _, names = modules(chain, "claude-code", "make test")
    assert "failshut.effects.programs" in names
    for name in ("failshut.shell.walk.walk", "failshut.effects.infer", "failshut.policy.decide"):
        assert name not in names


@pytest.mark.parametrize("host", [host for host in HOSTS if hosts.load(host).SESSION])
def test_a_sessions_start_imports_built_in_modules_only(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    event = next(one for one in WIRINGS[host].events if one in hosts.load(host).SESSION)
    code = CODE.format(
        src=str(Path(chain.package).parent),
        payload=payload(host, event, "", str(chain.project), str(chain.home)),
        host=host,
        event=event,
        home=str(chain.home),
    )
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", code], capture_output=True, text=True, check=True, cwd=chain.project
    )
    status, *names = done.stdout.split()
    assert status == "0" and "failshut.hot.session" in names
    assert {*names} - ours({*names}) <= BUILT_IN
    _, called = modules(chain, host, DANGER)
    assert called.isdisjoint({"failshut.hot.session", "failshut.hosts.opening"}), (
        "a call pays nothing for it"
    )
