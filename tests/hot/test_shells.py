"""Run line and launcher under every shell that may stand as /bin/sh or as a host's shell."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from chain import DANGER, HARMLESS, NO_OPINION, Chain
from failshut.wire.line import line

SHELLS = {
    "dash": ["dash"],
    "bash": ["bash"],
    "bash as sh": ["bash", "--posix"],
    "busybox ash": ["busybox", "sh"],
}
HOSTS = ("claude-code", "codex", "cursor")


def run(
    chain: Chain, host: str, outer: str, inner: str, payload: bytes, **env: str
) -> tuple[int, str, str]:
    """Run the line of ``host`` in the shell ``outer`` with ``inner`` in the place of /bin/sh."""
    shell = chain.home / f"sh-{inner.replace(' ', '-')}"
    words = [shutil.which(SHELLS[inner][0]) or "", *SHELLS[inner][1:]]
    shell.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
    shell.chmod(0o755)
    text = line(host, str(chain.launcher)).replace("/bin/sh -c", f"{shell} -c")
    done = subprocess.run(
        [*SHELLS[outer], "-c", text],
        input=payload,
        capture_output=True,
        env=chain.environment(**env),
        cwd=chain.project,
        check=False,
        timeout=30,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture(params=SHELLS)
def inner(request: pytest.FixtureRequest) -> str:
    return present(request.param)


@pytest.fixture(params=SHELLS)
def outer(request: pytest.FixtureRequest) -> str:
    return present(request.param)


def present(name: str) -> str:
    if shutil.which(SHELLS[name][0]) is None:
        pytest.skip(f"{SHELLS[name][0]} isn't installed here")
    return name


@pytest.mark.parametrize("host", HOSTS)
def test_it_refuses_and_passes_in_every_pair_of_shells(
    host: str, outer: str, inner: str, tmp_path: Path
) -> None:
    chain = Chain(tmp_path)
    status, out, err = run(chain, host, outer, inner, chain.payload(host, DANGER))
    assert status == 2 and err.startswith("Failshut refused: This replaces published history")
    assert '"deny"' in out and "Failshut refused: " in out
    status, out, err = run(chain, host, outer, inner, chain.payload(host, HARMLESS))
    assert (status, out, err) == (0, NO_OPINION[host], "")
    chain.launcher.unlink()
    status, out, err = run(chain, host, outer, inner, chain.payload(host, HARMLESS))
    assert status == 2 and "launcher missing or broken" in err


def test_the_watchdog_ends_a_hanging_interpreter_in_every_shell(inner: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    hang = chain.home / "hang"
    hang.write_text("#!/bin/sh\nexec sleep 60\n")
    hang.chmod(0o755)
    chain.install((str(hang),), watchdog=1)
    status, _, err = run(chain, "codex", "dash", inner, chain.payload("codex", HARMLESS))
    assert status == 2 and "killed or stalled" in err


def test_exported_functions_and_options_change_nothing(inner: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    names = "printf command test true sleep wait kill read exit unset trap set eval exec".split()
    functions = {f"BASH_FUNC_{name}%%": "() { exit 0; }" for name in names}
    for env in (functions, {"SHELLOPTS": "errexit:nounset"}, {"ENV": "/dev/null"}, {"SHELLOPTS": "noglob"}):
        status, _, err = run(chain, "codex", "dash", inner, chain.payload("codex", DANGER), **env)
        assert status == 2 and ("Failshut refused: " in err or "is a special builtin" in err), env
        if env is not functions:
            status, _, _ = run(chain, "codex", "dash", inner, chain.payload("codex", HARMLESS), **env)
            assert status == 0, env


@pytest.mark.long
def test_a_launcher_cut_at_any_byte_refuses(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    whole = chain.launcher.read_bytes()
    payload = chain.payload("codex", HARMLESS)
    opened = []
    for at in range(len(whole)):
        chain.launcher.write_bytes(whole[:at])
        status, _, err = run(chain, "codex", "dash", "dash", payload)
        if status != 2 or "Failshut refused: " not in err:
            opened.append(at)
    # Without its very last byte, a newline, the text is still the whole program.
    assert opened in ([], [len(whole) - 1]), opened
    assert os.path.getsize(chain.launcher) == len(whole) - 1
