"""Break every part of the guard: each host's forbidden call stays refused, in its own dialect."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from chain import DANGER, HARMLESS, HOSTS, NO_OPINION, PYTHON, Chain
from reads import refused

HOST_TIMEOUT = 20.0


def script(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def program(chain: Chain, text: str) -> None:
    (chain.own_package() / "hot" / "run.py").write_text(text)
    chain.install(deadline=1, watchdog=3)


def interpreter(chain: Chain, text: str) -> None:
    chain.install((script(chain.home / "python", text),), deadline=1, watchdog=2)


def fifo_interpreter(chain: Chain) -> None:
    path = chain.home / "fifo"
    os.mkfifo(path, 0o755)
    chain.install((str(path),), watchdog=2)


def fifo_launcher(chain: Chain) -> None:
    chain.launcher.unlink()
    os.mkfifo(chain.launcher, 0o755)


def cut(share: float) -> Callable[[Chain], None]:
    def do(chain: Chain) -> None:
        data = chain.launcher.read_bytes()
        chain.launcher.write_bytes(data[: int(len(data) * share)])

    return do


def launcher_text(text: str) -> Callable[[Chain], None]:
    return lambda chain: void(chain.launcher.write_text(text))


def void(_: object) -> None:
    return None


TIMER = "import _signal; _signal.setitimer(_signal.ITIMER_REAL, 1.0)\n"
FAULTS: dict[str, tuple[str, Callable[[Chain], None]]] = {
    "interpreter missing": ("interpreter missing", lambda c: c.install(("/no/such/python",))),
    "interpreter is a folder": ("interpreter missing", lambda c: c.install(("/usr",))),
    "interpreter is a FIFO": ("interpreter missing", fifo_interpreter),
    "interpreter sleeps": (
        "killed or stalled",
        lambda c: interpreter(c, "#!/bin/sh\nexec sleep 60\n"),
    ),
    "interpreter's child holds the pipe": (
        "killed or stalled",
        lambda c: interpreter(c, "#!/bin/sh\nsleep 15 & wait\n"),
    ),
    "interpreter stops itself": (
        "killed or stalled",
        lambda c: interpreter(c, "#!/bin/sh\nkill -STOP $$\n"),
    ),
    "interpreter isn't a program": ("interpreter broken", lambda c: interpreter(c, "#!/no/such\n")),
    "package gone": ("program missing", lambda c: c.install(program="/no/such/hot/run.py")),
    "module missing": (
        "without an answer, status 1",
        lambda c: (c.own_package() / "hot" / "answer.py").unlink(),
    ),
    "program crashes": ("without an answer, status 1", lambda c: program(c, "raise SystemError\n")),
    "program isn't Python": ("without an answer, status 1", lambda c: program(c, "}{\n")),
    "program says nothing": (
        "without an answer, status 0",
        lambda c: program(c, "import os; os._exit(0)\n"),
    ),
    "program prints an allow and ends with 0": (
        "without an answer, status 0",
        lambda c: program(c, 'print(\'{"permissionDecision":"allow"}\')\n'),
    ),
    "program ends with 40 after garbage": (
        "missing or broken",
        lambda c: program(c, "import os; os.write(1, b'hello\\n'); os._exit(40)\n"),
    ),
    "program ends with 40 in silence": (
        "missing or broken",
        lambda c: program(c, "import os; os._exit(40)\n"),
    ),
    "stray print before a no opinion": (
        "missing or broken",
        lambda c: program(c, "import os; os.write(1, b'x\\nfailshut/1\\n\\n\\n'); os._exit(40)\n"),
    ),
    "program killed": (
        "killed or stalled",
        lambda c: program(c, "import os; os.kill(os.getpid(), 9)\n"),
    ),
    "program segfaults": (
        "signal 11",
        lambda c: program(c, "import os; os.kill(os.getpid(), 11)\n"),
    ),
    "program hangs in a regex": (
        "deadline passed",
        lambda c: program(c, TIMER + "import re; re.match('(a+)+$', 'a' * 40 + 'b')\n"),
    ),
    "program loops": ("deadline passed", lambda c: program(c, TIMER + "while True: pass\n")),
    "launcher missing": ("missing or broken", lambda c: c.launcher.unlink()),
    "launcher empty": ("missing or broken", launcher_text("")),
    "launcher cut at 30 %": ("missing or broken", cut(0.3)),
    "launcher cut at 97 %": ("missing or broken", cut(0.97)),
    "launcher is a folder": (
        "missing or broken",
        lambda c: (c.launcher.unlink(), c.launcher.mkdir())[1],
    ),
    "launcher is a FIFO": ("missing or broken", fifo_launcher),
    "launcher kills itself": ("missing or broken", launcher_text("kill -KILL $$\n")),
    "launcher prints an allow and ends with 0": (
        "missing or broken",
        launcher_text("echo '{}'; exit 0\n"),
    ),
    "launcher ends with 40": ("missing or broken", launcher_text("exit 40\n")),
    "launcher isn't executable": ("", lambda c: c.launcher.chmod(0o600)),
    "launcher can't be parsed": ("missing or broken", launcher_text("case (\n")),
}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_guard_still_refuses(fault: str, host: str, tmp_path: Path) -> None:
    words, breakage = FAULTS[fault]
    chain = Chain(tmp_path)
    breakage(chain)
    run = chain.run(host, chain.payload(host, DANGER), timeout=HOST_TIMEOUT)
    text = refused(host, run)
    if words:
        assert words in text
        assert "The command isn't at fault" in text and "tell the person" in text
    assert not run.holds_pipe
    if "child holds" not in fault:  # a killed wrapper's child outlives it, holding nothing of the host's
        assert run.left == ()


ENVIRONMENTS = {
    "functions": {
        f"BASH_FUNC_{name}%%": "() { exit 0; }"
        for name in [
            "printf",
            "command",
            "test",
            "true",
            "sleep",
            "wait",
            "kill",
            "read",
            "exit",
            "unset",
            "trap",
            "set",
            "eval",
            "exec",
        ]
    },
    "bracket": {"BASH_FUNC_[%%": "() { return 0; }"},
    "errexit": {"SHELLOPTS": "errexit:nounset"},
    "pipefail": {"SHELLOPTS": "pipefail"},
    "xtrace": {"SHELLOPTS": "xtrace"},
    "odd IFS": {"IFS": "0123456789/."},
    "no PATH": {"PATH": ""},
    "python variables": {"PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere", "PYTHONSTARTUP": "/x"},
    "our own names": {
        "FAILSHUT_DISABLE": "1",
        "FAILSHUT_DEADLINE": "0",
        "FAILSHUT_MODE": "observe",
    },
}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_odd_environment_changes_nothing(name: str, host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    if name == "no PATH" and host == "gemini":
        pytest.skip("Gemini starts bash from PATH; without one its own shell tool can't run either")
    environment = chain.environment(**ENVIRONMENTS[name])
    run = chain.run(host, chain.payload(host, DANGER), environment=environment)
    assert "force" in refused(host, run)
    run = chain.run(host, chain.payload(host, HARMLESS), environment=environment)
    assert (run.exit, run.stdout) == (0, NO_OPINION[host])


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("text", ["exit 0\n", "echo hello; exit 0\n", "exec true\n"])
def test_a_start_up_file_of_the_hosts_shell_opens_nothing(text: str, host: str, tmp_path: Path) -> None:
    if host == "codex":
        pytest.skip("Codex starts every hook with bash -c, which reads BASH_ENV first: a listed limit")
    chain = Chain(tmp_path)
    start_up = chain.home / "startup.sh"
    start_up.write_text(text)
    (chain.home / ".bashrc").write_text(text)
    environment = chain.environment(BASH_ENV=str(start_up), ENV=str(start_up))
    assert "force" in refused(host, chain.run(host, chain.payload(host, DANGER), environment=environment))
    run = chain.run(host, chain.payload(host, HARMLESS), environment=environment)
    assert (run.exit, run.stdout) == (0, NO_OPINION[host])


def ignore(*numbers: int) -> Callable[[], None]:
    return lambda: [signal.signal(number, signal.SIG_IGN) for number in numbers] and None


def block(*numbers: int) -> Callable[[], None]:
    return lambda: void(signal.pthread_sigmask(signal.SIG_BLOCK, numbers))


SIGNALS = {
    "SIGALRM ignored": ignore(signal.SIGALRM),
    "SIGALRM blocked": block(signal.SIGALRM),
    "SIGCHLD ignored": ignore(signal.SIGCHLD),
    "SIGCHLD blocked": block(signal.SIGCHLD),
    "SIGPIPE ignored": ignore(signal.SIGPIPE),
    "SIGPIPE blocked": block(signal.SIGPIPE),
    "many ignored": ignore(
        signal.SIGTERM, signal.SIGUSR1, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR2
    ),
}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("name", SIGNALS)
def test_inherited_signals_change_nothing(name: str, host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    chain.install(deadline=1, watchdog=3)
    run = chain.run(host, chain.payload(host, DANGER), preexec=SIGNALS[name])
    assert "force" in refused(host, run)
    run = chain.run(host, chain.payload(host, HARMLESS), preexec=SIGNALS[name])
    assert (run.exit, run.stdout, run.left) == (0, NO_OPINION[host], ())
    reader, writer = os.pipe()
    run = chain.run(host, b"", stdin=reader, preexec=SIGNALS[name], timeout=HOST_TIMEOUT)
    os.close(writer)
    os.close(reader)
    assert "deadline passed" in refused(host, run)


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_interpreter_takes_over(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    chain.install(("/no/such/python", PYTHON))
    assert "force" in refused(host, chain.run(host, chain.payload(host)))


@pytest.mark.parametrize("host", HOSTS)
def test_a_full_or_closed_stdout_refuses_by_exit_code(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    full = os.open("/dev/full", os.O_WRONLY)
    run = chain.run(host, chain.payload(host), stdout=full)
    os.close(full)
    assert run.exit == 2
    assert run.stderr.startswith("Failshut refused: ")
