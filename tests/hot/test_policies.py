"""Policies in a hook run: the user's and the project's rules, bad files, caches, Python guards."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chain import HARMLESS, HOSTS, NO_OPINION, Chain
from failshut import paths
from failshut.policy import state
from reads import refused

RULE = """\
[[rule]]
id = "deploy/apply"
match = { command = "shipit apply" }
deny = "Applying changes real infrastructure."
instead = "Run `shipit plan` and show it to the person."
"""
COMMAND = "sudo shipit --quiet apply --yes"


def user_policy(chain: Chain, text: str) -> Path:
    path = Path(paths.user_policy(str(chain.home)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def caches(chain: Chain) -> list[Path]:
    return sorted(Path(paths.cache_dir(str(chain.home))).glob("*.policy"))


@pytest.mark.parametrize("bundled", [True, False])
@pytest.mark.parametrize("host", HOSTS)
def test_a_users_rule_refuses_with_its_words(host: str, bundled: bool, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    if not bundled:
        chain.bundle.unlink()
    path = user_policy(chain, RULE)
    for _ in range(2):  # without a cache, then with one
        text = refused(host, chain.run(host, chain.payload(host, COMMAND)))
        assert "Applying changes real infrastructure." in text and "Rule deploy/apply." in text
        run = chain.run(host, chain.payload(host, "shipit plan"))
        assert (run.exit, run.stdout) == (0, NO_OPINION[host])
    assert len(caches(chain)) == 1
    assert "force" in refused(host, chain.run(host, chain.payload(host)))
    if host in ("claude-code", "gemini"):
        assert f"{path}:1" in chain.run(host, chain.payload(host, COMMAND)).stdout


@pytest.mark.parametrize("host", HOSTS)
def test_a_bad_policy_refuses_and_names_file_and_line(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    path = user_policy(
        chain, RULE + '\n[[rule]]\nid = "x/y"\nmatch = { comand = "ls" }\ndeny = "No, not here."\n'
    )
    text = refused(host, chain.run(host, chain.payload(host, HARMLESS)))
    assert f"{path}:9" in text and "comand" in text
    assert "The command isn't at fault" in text


def test_a_projects_rule_holds_for_a_call_from_below(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    (chain.project / "failshut.toml").write_text(RULE)
    below = chain.project / "deep" / "er"
    below.mkdir(parents=True)
    text = refused("codex", chain.run("codex", chain.payload("codex", COMMAND), project=below))
    assert "Rule deploy/apply." in text


def mutations(data: bytes) -> dict[str, bytes]:
    return {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "zeros": bytes(len(data)),
        "a bit in the middle": flip(data, len(data) // 2),
        "a bit at the end": flip(data, len(data) - 3),
        "another version": data.replace(b"cpython", b"cpythom"),
        "garbage": os.urandom(len(data)),
    }


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]


@pytest.mark.parametrize("host", HOSTS)
def test_a_damaged_cache_loosens_nothing(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    user_policy(chain, RULE)
    chain.run(host, chain.payload(host, COMMAND))
    (path,) = caches(chain)
    good = path.read_bytes()
    for name, data in mutations(good).items():
        path.write_bytes(data)
        assert "Rule deploy/apply." in refused(host, chain.run(host, chain.payload(host, COMMAND))), name
        assert path.read_bytes() == good, name


def test_a_damaged_bundle_is_not_used(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    good = chain.bundle.read_bytes()
    for name, data in mutations(good).items():
        chain.bundle.write_bytes(data)
        assert "force" in refused("codex", chain.run("codex", chain.payload("codex"))), name


def test_a_bundle_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    chain.bundle.chmod(0o666)
    assert "force" in refused("codex", chain.run("codex", chain.payload("codex")))


def test_sixteen_hooks_at_once_on_a_cold_cache_all_answer(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    user_policy(chain, RULE)
    jobs = [(host, COMMAND if number % 2 else HARMLESS) for number, host in enumerate(HOSTS * 3)][:16]
    with ThreadPoolExecutor(16) as pool:
        runs = list(pool.map(lambda job: chain.run(job[0], chain.payload(*job)), jobs))
    for (host, command), run in zip(jobs, runs, strict=True):
        if command == COMMAND:
            assert "Rule deploy/apply." in refused(host, run)
        else:
            assert (run.exit, run.stdout) == (0, NO_OPINION[host])


def test_removing_a_rule_takes_effect_only_after_trust(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    path = user_policy(chain, RULE)
    refused("codex", chain.run("codex", chain.payload("codex", COMMAND)))
    path.write_text("# nothing any more\n")
    text = refused("codex", chain.run("codex", chain.payload("codex", COMMAND)))
    assert "failshut trust" in text
    state.trust(paths.policy_memory_dir(str(chain.home)), [("user", str(path))])
    assert chain.run("codex", chain.payload("codex", COMMAND)).exit == 0


GUARD_RULE = """\
[[rule]]
id = "ours/guard"
match = { tool = "*", python = "guards.py:check" }
deny = "Our own guard refuses this."
"""
GUARDS = {
    "refuses": ("def check(call):\n    return 'no ' + call['tool']", "Our own guard refuses this. no "),
    "crashes": ("def check(call):\n    raise ValueError('x')", "ValueError"),
    "ends the process": ("import os\ndef check(call):\n    os._exit(0)", "ended without an answer"),
    "kills itself": ("import os\ndef check(call):\n    os.kill(os.getpid(), 9)", "ended without an answer"),
    "hangs": ("def check(call):\n    while True: pass", "gave no answer"),
    "regex without end": (
        "import re\ndef check(call):\n    re.match('(a+)+$', 'a' * 40 + 'b')",
        "gave no answer",
    ),
    "prints": ("def check(call):\n    print('{}', flush=True); return True", "Our own guard refuses this."),
    "leaves a child with the pipes": (
        "import os, time\ndef check(call):\n    if os.fork() == 0: time.sleep(20)\n    return True",
        "Our own guard refuses this.",
    ),
    "answers nonsense": ("def check(call):\n    return 7", "returned int"),
}


def with_guard(chain: Chain, source: str, trusted: bool) -> None:
    path = user_policy(chain, GUARD_RULE)
    (path.parent / "guards.py").write_text(source)
    if trusted:
        state.trust(paths.policy_memory_dir(str(chain.home)), [("user", str(path))])


@pytest.mark.parametrize("host", ["claude-code", "codex", "copilot", "gemini", "kimi"])
@pytest.mark.parametrize("name", GUARDS)
def test_a_user_guards_fault_is_a_refusal(name: str, host: str, tmp_path: Path) -> None:
    source, words = GUARDS[name]
    chain = Chain(tmp_path)
    with_guard(chain, source, trusted=True)
    run = chain.run(host, chain.payload(host, HARMLESS), timeout=15)
    assert words in refused(host, run)
    assert not run.holds_pipe and run.seconds < 10 and run.left == ()


def test_an_untrusted_or_changed_guard_runs_nothing(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    source = f"open({str(tmp_path / 'RAN')!r}, 'w')\ndef check(call):\n    return True"
    with_guard(chain, source, trusted=False)
    assert chain.run("codex", chain.payload("codex", HARMLESS)).exit == 0
    with_guard(chain, "def check(call):\n    return True", trusted=True)
    (Path(paths.user_policy(str(chain.home))).parent / "guards.py").write_text(source)
    run = chain.run("codex", chain.payload("codex", HARMLESS))
    assert run.exit == 2 and "changed since a person trusted it" in run.stderr
    assert not (tmp_path / "RAN").exists()


def test_each_decision_is_recorded_once_without_secrets(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    command = "git push --force https://u:hunter2@example.com/x main"
    chain.run("codex", chain.payload("codex", command))
    chain.run("codex", chain.payload("codex", HARMLESS))
    (log,) = Path(paths.log_dir(str(chain.home))).glob("*.jsonl")
    first, second = (__import__("json").loads(line) for line in log.read_text().splitlines())
    assert (first["verdict"], first["rule"], second["verdict"]) == ("deny", "git/force-push", "pass")
    assert "hunter2" not in log.read_text() and "https://u:[secret]@example.com/x" in first["what"]


def test_observing_records_and_refuses_nothing(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    path = user_policy(chain, 'mode = "observe"\n' + RULE)
    state.trust(paths.policy_memory_dir(str(chain.home)), [("user", str(path))])
    assert chain.run("codex", chain.payload("codex", COMMAND)).exit == 0
    assert chain.run("codex", chain.payload("codex")).exit == 0
    (log,) = Path(paths.log_dir(str(chain.home))).glob("*.jsonl")
    assert "observe: deploy/apply" in log.read_text() and "observe: git/force-push" in log.read_text()


def test_require_is_checked_at_each_call(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    shutil_git(chain.project, "main")
    user_policy(chain, RULE.replace("deny =", 'require = { branch = "main" }\ntell ='))
    assert chain.run("codex", chain.payload("codex", COMMAND)).exit == 0
    shutil_git(chain.project, "topic")
    text = refused("codex", chain.run("codex", chain.payload("codex", COMMAND)))
    assert "main" in text and "topic" in text


def shutil_git(project: Path, branch: str) -> None:
    subprocess.run(["rm", "-rf", str(project / ".git")], check=True)
    subprocess.run(["git", "init", "-q", "-b", branch, str(project)], check=True)
