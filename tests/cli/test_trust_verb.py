"""Only a person at a terminal loosens a policy, and only in the bytes that were shown."""

from collections.abc import Callable
from pathlib import Path

import pytest
import terminal
from call import Desk, desk

pytestmark = pytest.mark.skipif(bool(terminal.AGENT), reason=f"run by an agent: {terminal.AGENT}")

POLICY = """[[rule]]
id = "no/make"
match = { command = "make" }
deny = "No."
instead = "Run `ls`."

[[except]]
rule = "no/make"
match = { command = "make test" }
reason = "tests are fine"
"""


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    made = desk(tmp_path)
    made.policy(POLICY)
    return made


def typed(
    place: Desk, text: str, *arguments: str, meanwhile: Callable[[], object] = lambda: None
) -> tuple[int, str]:
    """Run trust on a terminal and type ``text`` at the question; returns exit code and screen."""
    return terminal.typed(
        place.line("trust", *arguments),
        [("Type the word", text)],
        cwd=place.project,
        environment=place.environment(),
        meanwhile=meanwhile,
    )


def loosened(place: Desk) -> bool:
    return place.run("check", "make test").returncode == 0


def test_the_word_typed_by_a_person_makes_an_exception_hold(place: Desk) -> None:
    assert not loosened(place)
    code, screen = typed(place, "trust")
    assert code == 0
    path = place.project / "failshut.toml"
    assert (
        f"{path}:7: the exception for no/make takes effect.\n"
        '  match: { command = "make test" }\n'
        "  reason: tests are fine\n"
        "  until: no end\n"
    ) in screen
    assert f"Trusted: {path}." in screen
    assert loosened(place)
    assert place.run("check", "make").returncode == 1


@pytest.mark.parametrize("answer", ["yes", "y", "", "TRUST", "trust me"])
def test_anything_else_declines(place: Desk, answer: str) -> None:
    code, screen = typed(place, answer)
    assert code == 1 and "Nothing was trusted." in screen
    assert not loosened(place) and place.written() == []


@pytest.mark.parametrize("stdin", [b"trust\n", b""])
def test_without_a_terminal_nobody_can_confirm(place: Desk, stdin: bytes) -> None:
    done = place.run("trust", stdin=stdin)
    assert done.returncode == 2
    assert "the exception for no/make" in done.stdout and "only a person" in done.stderr
    assert place.written() == [] and not loosened(place)


def test_what_changes_while_the_person_reads_is_not_trusted(place: Desk) -> None:
    def swap() -> None:
        place.policy(POLICY.replace('"make test"', '"make deploy"'))

    code, _ = typed(place, "trust", meanwhile=swap)
    assert code == 0
    assert place.run("check", "make deploy").returncode == 1


def test_a_removed_rule_holds_until_a_person_agrees(place: Desk) -> None:
    from failshut.policy.cache import policy_for

    state = str(place.home / ".local/state/failshut/policies")
    policy_for(str(place.project), "", str(place.home), state, str(place.home / "cache"))
    (place.project / "failshut.toml").unlink()
    done = place.run("check", "make")
    assert done.returncode == 1 and "isn't trusted yet" in done.stdout
    code, screen = typed(place, "trust")
    assert code == 0 and "the rule no/make (deny) no longer holds" in screen
    assert place.run("check", "make").returncode == 0


def test_a_named_file_is_trusted_alone(place: Desk) -> None:
    (place.project / "sub").mkdir()
    other = place.policy(POLICY.replace("no/make", "no/less").replace("make", "less"), "sub/failshut.toml")
    code, screen = typed(place, "trust", str(other))
    assert code == 0 and "no/less" in screen and "no/make" not in screen
    assert not loosened(place)


def test_nothing_to_trust_is_said_and_clean(place: Desk) -> None:
    place.policy(POLICY.split("[[except]]")[0])
    done = place.run("trust")
    assert done.returncode == 0 and done.stdout.startswith("Nothing to trust")


def test_problems_are_located_and_nothing_is_asked(place: Desk) -> None:
    path = place.policy(
        POLICY + '\n[[except]]\nrule = "git/discard"\nmatch = { command = "x" }\nreason = "y"\n'
    )
    done = place.run("trust")
    assert done.returncode == 2 and f"{path}:12: The project layer can't loosen" in done.stderr
    path = place.policy("mode = 1\nx = 2\n")
    done = place.run("trust")
    assert done.returncode == 2 and f"{path}:1: " in done.stderr and f"{path}:2: " in done.stderr


def test_a_file_that_is_no_policy_is_refused(place: Desk) -> None:
    (place.project / "notes.toml").write_text("")
    done = place.run("trust", "notes.toml")
    assert done.returncode == 2 and "is no policy file" in done.stderr


def test_damaged_memory_can_be_repaired_by_a_person(place: Desk) -> None:
    from failshut.policy.state import state_path

    path = str(place.project / "failshut.toml")
    broken = Path(state_path(str(place.home / ".local/state/failshut/policies"), path))
    broken.parent.mkdir(parents=True)
    broken.parent.chmod(0o700)
    broken.write_text("{")
    broken.chmod(0o600)
    assert place.run("check", "ls").returncode == 2
    code, screen = typed(place, "trust")
    assert code == 0 and "can't be read" in screen
    assert loosened(place)


def test_a_missing_guard_is_a_located_problem(place: Desk) -> None:
    path = place.policy('[[rule]]\nid = "x"\nmatch = { command = "ls", python = "g.py:f" }\ndeny = "No."\n')
    done = place.run("trust")
    assert (
        done.returncode == 2 and f"{path}:1: The guard {place.project}/g.py doesn't exist." in done.stderr
    )
    (place.project / "g.py").write_text("def f(call):\n    return True\n")
    code, screen = typed(place, "trust")
    assert code == 0 and "may run, in its present form" in screen
    assert place.run("check", "ls").returncode == 1


def test_there_is_no_flag_that_answers() -> None:
    from failshut.cli.trust import command

    names = {name for parameter in command.params for name in parameter.opts}
    assert names == {"--home", "--cwd", "PATH"}


GUARDED = '[[rule]]\nid = "x"\nmatch = { command = "ls", python = "g.py:f" }\ndeny = "No."\n'


@pytest.mark.parametrize(
    "source,where,text",
    [
        ("def f(call)\n    return True\n", "g.py:1", "can't be compiled"),
        ("\nreturn 1\n", "g.py:2", "can't be compiled"),
        ("def g(call):\n    return True\n", "failshut.toml:1", "has no function `f`. Use one of: `g`."),
        ("", "failshut.toml:1", "has no function `f`. Define it there."),
    ],
)
def test_a_guard_that_cannot_run_is_not_trusted(place: Desk, source: str, where: str, text: str) -> None:
    place.policy(GUARDED)
    (place.project / "g.py").write_text(source)
    done = place.run("trust")
    assert done.returncode == 2 and done.stdout == ""
    assert f"{place.project}/{where}: " in done.stderr and text in done.stderr
    assert place.written() == []


@pytest.mark.parametrize(
    "source",
    [
        "f = lambda call: True\n",
        "try:\n    from x import f\nexcept ImportError:\n    pass\n",
        "class f: ...\n",
    ],
)
def test_a_function_may_be_made_in_any_way(place: Desk, source: str) -> None:
    place.policy(GUARDED)
    (place.project / "g.py").write_text(source)
    assert "only a person" in place.run("trust").stderr


def test_a_guard_is_shown_with_function_size_and_mark(place: Desk) -> None:
    from failshut.policy.digest import digest

    path = place.policy(GUARDED)
    source = "def f(call):\n    return True\n"
    (place.project / "g.py").write_text(source)
    shown = place.run("trust").stdout
    assert shown == (
        f"{path}:1: the guard {place.project}/g.py may run, in its present form.\n"
        f"  function: `f`\n  size: 2 lines, mark {digest(source.encode()).hex()[:16]}\n"
    )


def test_an_exception_is_shown_as_written_with_its_last_day(place: Desk) -> None:
    part = (
        '[[except]]\nrule = "no/make"\nmatch = [{ command = ["make a", "make b"] }]\n'
        'reason = "r\\u001b[2J"\n'
    )
    path = place.policy(POLICY + part + "until = 2020-02-03\n" + part + "until = 2099-02-03\n")
    shown = place.run("trust").stdout
    assert f"{path}:11: the exception for no/make has no effect.\n" in shown
    assert '  match: [{ command = ["make a", "make b"] }]\n  reason: r\n' in shown
    assert "  until: expired on 2020-02-03, has no effect\n" in shown
    assert "  until: 2099-02-03, that day included\n" in shown


def test_observing_says_what_is_no_longer_refused(place: Desk) -> None:
    rule = POLICY.split("[[except]]")[0]
    path = place.policy('mode = "observe"\n' + rule)
    shown = place.run("trust").stdout
    assert "Its own rules only record what they would refuse: no/make." in shown
    assert "baseline" not in shown
    path.unlink()
    user = place.home / ".config/failshut/failshut.toml"
    user.parent.mkdir(parents=True)
    user.write_text('mode = "observe"\n')
    shown = place.run("trust").stdout
    said = "Nothing of the baseline is refused any more; only `self` and the policies of other layers are."
    assert said in shown and "it has none" in shown


def test_a_folder_that_is_none_is_named(place: Desk) -> None:
    done = place.run("trust", "--cwd", "/nonexistent")
    assert done.returncode == 2 and "--cwd: /nonexistent is no folder." in done.stderr
