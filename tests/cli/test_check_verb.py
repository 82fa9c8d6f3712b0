"""Check one command: verdicts, text, JSON, explanations, exit codes, policies that can't be used."""

import json
import time
from pathlib import Path

import pytest
from call import Desk, desk

from chain import HOSTS
from failshut.hot.leave import pause_file
from failshut.paths import user_policy

RULE = """[[rule]]
id = "migrations/generated"
match = { write = "migrations/**" }
deny = "Migrations are generated, not hand-edited."
instead = "Change the model and run `make migrations`."
"""


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return desk(tmp_path)


def test_a_denial_says_why_what_instead_and_which_rule(place: Desk) -> None:
    done = place.run("check", "git push --force origin main")
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.splitlines() == [
        "deny: This replaces published history, so commits of others can be lost.",
        "Instead: Push new commits with `git push`, or on your own topic branch use "
        "`git push --force-with-lease origin TOPIC`.",
        "Rule git/force-push (pack baseline/git:3)",
    ]


@pytest.mark.parametrize("command,code", [("ls", 0), ("git stash drop", 1), ("rm -rf /", 1)])
def test_the_exit_code_tells_pass_from_stop(place: Desk, command: str, code: int) -> None:
    assert place.run("check", command).returncode == code


def test_json_has_the_documented_keys(place: Desk) -> None:
    done = place.run("check", "--format", "json", "git stash drop")
    found = json.loads(done.stdout)
    assert (found["version"], found["verdict"], found["rule"]) == (1, "ask", "git/drop-history")
    assert found["effects"][0]["name"] == "git.rewrite-history"
    assert found["effects"][0]["params"] == {"what": "stash"}
    assert "commands" not in found and "model" not in found


def test_check_writes_nothing_at_all(place: Desk) -> None:
    place.policy(RULE)
    assert place.run("check", "tee migrations/1.py").returncode == 1
    assert place.written() == []


def test_a_project_rule_holds_in_a_folder_below_and_names_its_line(place: Desk) -> None:
    path = place.policy("\n" + RULE)
    (place.project / "web").mkdir()
    done = place.run("check", "--cwd", "web", "echo x > ../migrations/1.py")
    assert f"Rule migrations/generated ({path}:2)" in done.stdout
    assert place.run("check", "--cwd", "web", "echo x > migrations/1.py").returncode == 0


def test_the_home_option_picks_the_users_policy(place: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    folder = other / ".config" / "failshut"
    folder.mkdir(parents=True)
    (folder / "failshut.toml").write_text(RULE)
    assert place.run("check", "tee migrations/x").returncode == 0
    assert place.run("check", "--home", str(other), "tee migrations/x").returncode == 1


def test_the_home_option_is_the_home_that_the_text_means(place: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    done = place.run("check", "--home", str(other), "--format", "json", f"rm -rf {other}")
    assert json.loads(done.stdout)["rule"] == "files/delete-root"


def test_a_policy_file_alone_counts_from_the_session_root(place: Desk, tmp_path: Path) -> None:
    place.policy('[[rule]]\nid = "no/ls"\nmatch = { command = "ls" }\ndeny = "No."\n')
    path = tmp_path / "elsewhere.toml"
    path.write_text(RULE)
    done = place.run("check", "--policy", str(path), "tee migrations/x")
    assert done.returncode == 1 and f"({path}:1)" in done.stdout
    assert place.run("check", "--policy", str(path), "ls").returncode == 0
    assert place.run("check", "ls").returncode == 1
    assert place.run("check", "--policy", str(path), "git push -f").returncode == 1


@pytest.mark.parametrize(
    ("layer", "code", "said"),
    [("managed", 0, ""), ("user", 1, "failshut trust"), ("project", 2, "failshut.toml")],
)
def test_a_file_is_tried_as_its_layers(
    layer: str, code: int, said: str, place: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "elsewhere.toml"
    match = '{ command = "git push --force origin topic" }'
    path.write_text(f'[[except]]\nrule = "git/force-push"\nmatch = {match}\nreason = "Ours."\n')
    done = place.run("check", "--policy", str(path), "--layer", layer, "git push --force origin topic")
    assert done.returncode == code and said in done.stderr
    tests = '[[test]]\ncommand = "git push --force origin topic"\nverdict = "pass"\n'
    path.write_text(path.read_text() + tests)
    done = place.run("test", "--policy", str(path), "--layer", layer, "--no-packs")
    assert done.returncode == code and said in done.stdout + done.stderr


def test_a_layer_needs_a_file(place: Desk) -> None:
    done = place.run("check", "--layer", "managed", "ls")
    assert done.returncode == 2 and "--policy FILE" in done.stderr


def test_a_rule_for_one_host_holds_for_that_host_alone(place: Desk) -> None:
    place.policy(RULE + 'hosts = ["codex"]\n')
    assert place.run("check", "tee migrations/x").returncode == 0
    assert place.run("check", "--host", "codex", "tee migrations/x").returncode == 1


def test_the_tool_is_the_hosts_own_shell(place: Desk) -> None:
    place.policy('[[rule]]\nid = "x"\nmatch = { tool = "run_shell_command" }\ndeny = "No."\n')
    assert place.run("check", "--host", "gemini", "ls").returncode == 1
    assert place.run("check", "--host", "kimi", "ls").returncode == 0


def test_explain_shows_commands_effects_wrappers_and_place(place: Desk) -> None:
    done = place.run("check", "--explain", "sudo rm -rf $X && echo hi > out")
    lines = done.stdout.split("\n\n", 1)[1].splitlines()
    assert [line for line in lines if "pack baseline" not in line] == [
        "Command 1: rm -rf $X",
        "  found through sudo",
        "  unknown until it runs: $X",
        "  sudo rm -rf $X && echo hi > out",
        "  ^^^^^^^^^^^^^^",
        "  fs.delete: deletes $X recursively",
        "    by=rm contents=no device=no filtered=no glob=no recursive=yes root=yes where=unknown",
        "",
        "Command 2: echo hi > out",
        f"  fs.write: overwrites {place.project}/out",
        "    append=no by=redirect contents=no device=no glob=no recursive=no where=inside",
        "",
        lines[-3 - sum("pack baseline" in line for line in lines)],
        "",
        f"Judged with root {place.project}, cwd {place.project}, home {place.home}.",
    ]


def test_explain_says_what_is_opaque(place: Desk) -> None:
    done = place.run("check", "--explain", "echo 'date")
    assert done.returncode == 0
    assert "Opaque: the text can't be read as plain commands (an unbalanced quote" in done.stdout
    assert "passes with a mark in the record" in done.stdout
    done = place.run("check", "--explain", "git push --force\necho 'x")
    assert done.returncode == 1
    assert "Opaque: " in done.stdout and "passes with a mark" not in done.stdout


@pytest.mark.parametrize("host", HOSTS)
def test_explain_with_a_host_shows_what_its_model_reads(place: Desk, host: str) -> None:
    done = place.run("check", "--explain", "--host", host, "git reset --hard")
    assert "the call is refused; the model reads:" in done.stdout
    text = done.stdout.split("the model reads:", 1)[1]
    assert "Failshut refused: This throws away uncommitted work" in text
    done = place.run("check", "--explain", "--host", host, "--format", "json", "ls")
    model = json.loads(done.stdout)["model"]
    assert (model["host"], model["effect"], model["model_text"]) == (host, "ran", None)


def test_every_problem_of_every_file_is_shown_with_its_place(place: Desk) -> None:
    one = place.policy('[[rule]]\nid = "a"\nmatch = { comand = "x" }\ndeny = "x"\ninsted = "y"\n')
    two = place.policy("mode = 3\n", ".failshut.toml")
    done = place.run("check", "ls")
    assert done.returncode == 2 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line.split(": ")[1] for line in lines[:3]] == [f"{one}:3", f"{one}:5", f"{two}:1"]
    assert "Did you mean `command`?" in lines[0]
    assert "refuses every call" in lines[-1]


def test_every_misplaced_exception_is_shown(place: Desk) -> None:
    part = '[[except]]\nrule = "{}"\nmatch = {{ command = "x" }}\nreason = "y"\n'
    path = place.policy(part.format("git/force-push") + part.format("guard/own-files"))
    done = place.run("check", "ls")
    assert done.returncode == 2
    assert f"{path}:1: The project layer can't loosen 'git/force-push'" in done.stderr
    assert f"{path}:5: The project layer can't loosen 'guard/own-files'" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("ls", "--jsonl", "-"), ("--policy", "missing.toml", "ls")])
def test_what_cannot_be_used_is_exit_2(place: Desk, arguments: tuple[str, ...]) -> None:
    done = place.run("check", *arguments)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith("failshut: ")


def test_a_trusted_guard_that_crashes_refuses_as_in_a_hook_run(place: Desk) -> None:
    from failshut.paths import policy_memory_dir
    from failshut.policy.state import trust

    (place.project / "g.py").write_text("def f(call):\n    return 1 / 0\n")
    text = '[[rule]]\nid = "x"\nmatch = { command = "ls", python = "g.py:f" }\ndeny = "No."\n'
    path = place.policy(text)
    assert place.run("check", "ls").returncode == 0
    trust(policy_memory_dir(str(place.home)), [("project", str(path))])
    done = place.run("check", "--format", "json", "ls")
    found = json.loads(done.stdout)
    assert (done.returncode, found["verdict"], found["rule"]) == (1, "deny", "")
    assert "ZeroDivisionError" in found["fault"]


def test_several_words_are_told_to_be_quoted(place: Desk) -> None:
    for arguments, shown in (
        (("git", "push", "-f"), "'git push -f'"),
        (("--", "git", "status"), "'git status'"),
    ):
        done = place.run("check", *arguments)
        assert done.returncode == 2 and done.stdout == ""
        assert f"put the command in quotes: failshut check {shown}" in done.stderr
    done = place.run("check", "--polcy")
    assert done.returncode == 2 and "--polcy is no option of check" in done.stderr


def test_places_that_do_not_exist_are_named(place: Desk) -> None:
    done = place.run("check", "--cwd", "/nonexistent", "ls")
    assert done.returncode == 2 and "--cwd: /nonexistent is no folder." in done.stderr
    done = place.run("check", "--policy", "nope.toml", "ls")
    assert done.returncode == 2
    assert (
        done.stderr
        == f"failshut: {place.project}/nope.toml: There is no such file. Name one that exists.\n"
    )
    done = place.run("check", "--jsonl", "-")
    assert done.returncode == 3 and "standard input holds no line" in done.stderr


@pytest.mark.parametrize(
    "host,command,said",
    [
        ("codex", "ls", "the call goes on; the model reads nothing of ours."),
        ("codex", "git push -f", "the call is refused; the model reads:"),
        ("claude-code", "git stash drop", "a person is asked"),
    ],
)
def test_explain_says_what_becomes_of_the_call(place: Desk, host: str, command: str, said: str) -> None:
    assert said in place.run("check", "--explain", "--host", host, command).stdout


def test_a_pass_does_not_deny_the_rule_that_spoke(place: Desk) -> None:
    place.policy('[[rule]]\nid = "x"\nmatch = { command = "make" }\ntell = "Look into build.log."\n')
    done = place.run("check", "make")
    assert done.returncode == 0 and "no rule names" not in done.stdout
    assert "The model is told: Look into build.log." in done.stdout


WARNED = """extends = ["self"]

[[rule]]
id = "a"
match = { write = ["src", "web/"] }
deny = "No."
instead = "Run `ls`."
events = ["Notification"]

[rule.examples]
deny = ["tee src/x"]
pass = ["tee src"]

[[rule]]
id = "b"
match = { command = "ls", python = "gone.py:f" }
deny = "No."
instead = "Wait."

[[except]]
rule = "a"
match = { write = "src/README" }
reason = "ours"
until = 2020-01-01
"""


def test_warnings_are_shown_and_change_no_exit_code(place: Desk) -> None:
    path = place.policy(WARNED)
    done = place.run("check", "true")
    assert done.returncode == 0 and done.stdout == "pass: no rule names this call.\n"
    assert len(done.stderr.splitlines()) == 1 and " warnings on the policy files" in done.stderr
    done = place.run("check", "--explain", "true")
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert all(line.startswith(f"failshut: warning: {path}:") for line in lines)
    for text in (
        ":1: `self` needn't be named: the built-in packs always hold. Remove the line.",
        ":5: The glob 'src' covers a file or folder of that name and nothing below it. Write `src/**`",
        ":5: The glob 'web/' covers",
        ":8: No rule is looked at when a host reports Notification.",
        ":3: The example 'tee src/x' stands under `deny`, but the rule doesn't match it.",
        ":3: The example 'tee src' stands under `pass`, but the rule gives it `deny`.",
        f":16: The guard {place.project}/gone.py doesn't exist",
        ":24: The exception expired on 2020-01-01, so it has no effect.",
    ):
        assert any(text in line for line in lines), text
    done = place.run("check", "--jsonl", "-", stdin=b'{"id": 1, "command": "true"}\n')
    assert done.returncode == 0 and ":1: `self` needn't be named" in done.stderr


def test_a_folder_or_a_file_that_exists_decides_the_warning(place: Desk) -> None:
    rule = '[[rule]]\nid = "a"\nmatch = { write = "NAME" }\ndeny = "No."\ninstead = "Run `ls`."\n'
    (place.project / "Big").mkdir()
    (place.project / "gradlew").touch()
    for name, warned in (("Big", True), ("gradlew", False), ("Makefile", False), ("a.txt", False)):
        place.policy(rule.replace("NAME", name))
        assert ("covers a file" in place.run("check", "--explain", "true").stderr) is warned, name


LOOSE = """[[rule]]
id = "no/make"
match = { command = "make" }
deny = "No."
instead = "Run `ls`."

[[rule]]
id = "no/less"
match = { command = "less", python = "g.py:f" }
deny = "No."
instead = "Run `ls`."

[[except]]
rule = "no/make"
match = { command = "make test" }
reason = "tests are fine"
"""


def test_what_waits_for_trust_is_said(place: Desk) -> None:
    path = place.policy(LOOSE)
    (place.project / "g.py").write_text("raise SystemExit\n")
    done = place.run("check", "make test")
    assert done.returncode == 1
    said = f"an exception in {path}:13 would apply; a person types `failshut trust`."
    assert done.stderr == f"failshut: {said}\n"
    done = place.run("check", "--format", "json", "make test")
    assert json.loads(done.stdout)["waiting"] == [said]
    done = place.run("check", "--jsonl", "-", stdin=b'{"id": 1, "command": "make test"}\n')
    assert json.loads(done.stdout)["waiting"] == [said]
    assert place.run("check", "make").stderr == ""
    assert place.run("check", "git push -f").stderr == ""
    done = place.run("check", "less x")
    assert done.returncode == 0 and f"a Python guard in {path}:7 would be asked" in done.stderr
    place.policy('mode = "observe"\n' + LOOSE)
    done = place.run("check", "make")
    assert done.returncode == 1 and f'`mode = "observe"` in {path} would only record this' in done.stderr
    assert "observe" not in place.run("check", "git push -f").stderr


@pytest.mark.parametrize(
    "source,fix",
    [
        ("def f(call):\n    x = 1\n    return x / 0\n", "tell the person to correct {path}:3 and"),
        ("x = 1\n\ndef f(call):\n    return 7\n", "tell the person to correct {path}:3 and"),
        ("def f(call):\n    del globals()['f']; import os; os._exit(0)\n", "to correct {path} and"),
        ("def f(call):\n    return True\ndel f\n", "tell the person to correct {path} and"),
        ("changed", "a person reads it and types `failshut trust`."),
        ("gone", "tell the person to put {path} back"),
    ],
)
def test_a_broken_guard_names_who_mends_what(place: Desk, source: str, fix: str) -> None:
    from failshut.paths import policy_memory_dir
    from failshut.policy.state import trust

    guard = place.project / "g.py"
    guard.write_text(source if "\n" in source else "def f(call):\n    return None\n")
    text = '[[rule]]\nid = "x"\nmatch = { command = "ls", python = "g.py:f" }\ndeny = "No."\n'
    path = place.policy(text)
    trust(policy_memory_dir(str(place.home)), [("project", str(path))])
    if source == "changed":
        guard.write_text("def f(call):\n    return True\n")
    elif source == "gone":
        guard.unlink()
    found = json.loads(place.run("check", "--format", "json", "ls").stdout)
    assert found["fault"] and fix.format(path=guard) in found["instead"]
    assert "failshut check" not in found["instead"]


def test_a_guards_own_reason_is_capped(place: Desk) -> None:
    from failshut.hot.userguard import ask
    from failshut.model import Call

    said = ask("g.py", "f", b"def f(call):\n    return 'x' * 900\n", Call("codex", "shell", "Bash"))
    assert said is not None and len(said) == 300 and said.endswith(" \u2026")


def test_the_trace_underlines_the_command_and_names_the_rules(place: Desk) -> None:
    place.policy(RULE)
    done = place.run("check", "--explain", "true &&\n  (cd x; sudo rm -rf ~) # tidy\nls")
    lines = done.stdout.splitlines()
    at = lines.index("    (cd x; sudo rm -rf ~) # tidy")
    assert lines[at + 1] == "           " + "^" * len("sudo rm -rf ~")
    won = [line for line in lines if line.endswith("<- this one decided")]
    assert len(won) == 1 and "files/delete-root: matched" in won[0]
    assert any("files/session-root: no match" in line for line in lines)


def test_the_trace_says_when_no_rule_is_about_the_call(place: Desk) -> None:
    assert "Rules: none is about what this call does." in place.run("check", "--explain", "ls").stdout


def test_the_trace_is_in_the_json(place: Desk) -> None:
    found = json.loads(place.run("check", "--explain", "--format", "json", "git push -f").stdout)
    assert [row["rule"] for row in found["rules"] if row["won"]] == ["git/force-push"]


def test_a_pause_is_said_and_the_verdict_stays(place: Desk) -> None:
    file = Path(pause_file(str(place.home)))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{time.time() + 600:.0f}\n")
    done = place.run("check", "git push --force")
    assert done.returncode == 1 and done.stdout.startswith("deny: ")
    assert "a person paused the guard until " in done.stderr
    told = json.loads(place.run("check", "--format", "json", "git push --force").stdout)
    assert told["paused_until"] > time.time() and told["verdict"] == "deny"


@pytest.mark.parametrize("user", [True, False])
def test_an_exception_for_no_rule_is_a_warning_with_the_nearest_name(user: bool, place: Desk) -> None:
    text = '[[except]]\nrule = "git/force-pusj"\nmatch = { command = "git push -f" }\nreason = "x"\n'
    file = Path(user_policy(str(place.home))) if user else place.project / "failshut.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    done = place.run("check", "--explain", "ls")
    assert done.returncode == 0
    assert f"warning: {file}:1: The exception names the rule 'git/force-pusj'" in done.stderr
    assert "Did you mean `git/force-push`?" in done.stderr
    file.write_text(text.replace("git/force-pusj", "somewhere/else"))
    assert "`failshut explain` lists the rules" in place.run("check", "--explain", "ls").stderr
