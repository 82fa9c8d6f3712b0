"""Check one command: verdicts, text, JSON, explanations, exit codes, policies that can't be used."""

import json
from pathlib import Path

import pytest
from call import Desk, desk

from chain import HOSTS

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
        "Rule git/force-push (pack baseline:265)",
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
    assert done.stdout.split("\n\n", 1)[1].splitlines() == [
        "Command 1: rm -rf $X",
        "  found through sudo",
        "  unknown until it runs: $X",
        "  fs.delete: deletes $X recursively",
        "    by=rm contents=no device=no filtered=no glob=no recursive=yes where=unknown",
        "",
        "Command 2: echo hi > out",
        f"  fs.write: overwrites {place.project}/out",
        "    append=no by=redirect contents=no device=no glob=no recursive=no where=inside",
        "",
        f"Judged with root {place.project}, cwd {place.project}, home {place.home}.",
    ]


def test_explain_says_what_is_opaque(place: Desk) -> None:
    done = place.run("check", "--explain", "echo $(date)")
    assert done.returncode == 0
    assert "Opaque: the text can't be read as plain commands (a command" in done.stdout
    assert "passes with a mark in the record" in done.stdout
    done = place.run("check", "--explain", "for x in a; do git push --force; done")
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
