"""The short cuts of a hook run change no verdict."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from failshut import hosts
from failshut.effects import places
from failshut.effects.infer import effects_of
from failshut.effects.mentions import mentioned
from failshut.hot import judge
from failshut.model import PASS, Call, Context, Script
from failshut.policy import builtin
from failshut.policy.build import build
from failshut.policy.decide import decide
from failshut.policy.load import read
from failshut.policy.shapes import FORMAT
from failshut.shell import commands as parse

POLICY = (FORMAT, builtin.BLOCKS, (), ())
ROOT, HOME = "/workspace/project", "/home/dev"
NAMES = (
    "a.txt .env .ssh id_rsa .git config src .. etc passwd tmp dev sda .claude settings.json home"
    " workspace project failshut .config".split()
)
PATHS = st.builds(
    lambda start, parts: start + "/".join(parts),
    st.sampled_from(["", "/", "~/"]),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=4),
)
WORDS = st.sampled_from(
    "ls cat .env git push --force -f reset --hard rm -rf / ~ sudo 'rm' \"rm\" r\\m cd .. ; && | > x <"
    " $HOME find . -delete make test npm python3 -c echo".split()
)


def full(call: Call):  # type: ignore[no-untyped-def]
    """Judge without any short cut."""
    context = Context(ROOT, call.cwd, (HOME,), places.guard_files(HOME), places.host_files(ROOT, (HOME,)))
    script = parse(call.command) if call.command is not None else None
    unread = ""
    if script is not None and script.opaque:
        found, unread = mentioned(call.command or "", script)
        script = Script(found, script.opaque)
    effects = effects_of(call, script, context)
    return decide(
        call, POLICY, context, script=script, effects=effects, unread=unread, ask_guard=judge.ask_guard
    )


@pytest.fixture(autouse=True)
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "homes", lambda home: (home,))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.sampled_from(["reads", "writes", "deletes"]), PATHS)
def test_a_file_tool_gets_the_same_verdict(field: str, path: str) -> None:
    call = Call("codex", "other", "x", cwd=ROOT, **{field: (path,)})  # type: ignore[arg-type]
    assert judge.judged(call, POLICY, ROOT, HOME) == full(call)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.lists(WORDS, min_size=1, max_size=6))
def test_a_shell_call_gets_the_same_verdict(words: list[str]) -> None:
    call = Call("codex", "shell", "Bash", cwd=ROOT, command=" ".join(words))
    quick, slow = judge.judged(call, POLICY, ROOT, HOME), full(call)
    assert (quick.action, quick.rule) == (slow.action, slow.rule)


def test_command_rules_see_the_commands_in_opaque_text() -> None:
    def said(text: str) -> tuple[str, str]:
        call = Call("codex", "shell", "Bash", cwd=ROOT, command=text, text=text)
        found = judge.judged(call, policy, ROOT, HOME)
        return found.action, found.rule

    rule = '[[rule]]\nid = "own/deploy"\nmatch = { command = "deploy --now" }\ndeny = "No."\n'
    policy = build((read(f"{ROOT}/failshut.toml", rule.encode(), "project"),), ROOT, builtin.BLOCKS)
    assert said("for x in a; do sudo deploy $x --now; done") == ("deny", "own/deploy")
    assert said("alias d='deploy --now'\nd x") == ("deny", "own/deploy")
    assert said("alias d='deploy --now'; (ls)") == ("pass", "")
    assert said("deploy --now 'x") == ("deny", "own/deploy")
    assert said("(echo deploy --now)") == ("pass", "")
    assert said("cat <<'E'\ndeploy --now\nE") == ("pass", "")


def test_the_short_cut_is_taken() -> None:
    call = Call("codex", "read", "x", cwd=ROOT, reads=("src/a.py",))
    context = Context(ROOT, ROOT, (HOME,))
    assert judge.quiet(effects_of(call, None, context))
    assert judge.judged(call, POLICY, ROOT, HOME).action == PASS


@pytest.mark.parametrize(
    "host,variable",
    [
        ("claude-code", "CLAUDE_PROJECT_DIR"),
        ("copilot", "COPILOT_PROJECT_DIR"),
        ("cursor", "CURSOR_PROJECT_DIR"),
        ("gemini", "GEMINI_PROJECT_DIR"),
    ],
)
def test_the_session_root_is_the_hosts_project(
    host: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import posix

    module = hosts.load(host)
    call = Call(host, "shell", "x", cwd="/somewhere/else", roots=("/workspace/a",))
    for name in module.ROOT_ENV:
        monkeypatch.delitem(posix.environ, name.encode(), raising=False)
    bare = judge.session_root(call, module)
    assert bare == (str(Path.cwd()) if module.CWD_IS_ROOT else "/workspace/a")
    monkeypatch.setitem(posix.environ, variable.encode(), b"/workspace/b")
    assert judge.session_root(call, module) == "/workspace/b"
