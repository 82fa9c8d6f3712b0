"""A person's own home, proved with an agent that stands in for Claude Code: what is wrong there shows."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import wiring_common as common

from failshut.wire import install, program
from failshut.wire.hosts import load
from failshut.wire.line import LAUNCHER

FAKE = Path(__file__).with_name("fake_agent.py")
BOTH = ("--only", "forbidden,harmless")


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """Return the program of the agent that stands in."""
    path = tmp_path / "claude"
    path.write_text(f"#!{sys.executable} -I\n{FAKE.read_text()}")
    path.chmod(0o755)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a wired home, with a folder that is no project as the current one."""
    found, cwd = tmp_path / "home", tmp_path / "cwd"
    for folder in (found, cwd):
        folder.mkdir()
    monkeypatch.chdir(cwd)
    assert common.failshut("init", "--home", found, "--hosts", "claude-code", "--yes").code == 0
    return found


def proved(home: Path, agent: Path, *more: str) -> tuple[int, dict[str, object]]:
    words = ("--home", home, "--agent", agent, "--format", "json", *(more or BOTH))
    done = common.failshut("prove", "claude-code", *words)
    assert done.stdout.startswith("{"), done.stderr
    (told,) = json.loads(done.stdout)["hosts"]
    return done.code, told


def settings(home: Path) -> Path:
    return home / ".claude/settings.json"


def edited(path: Path, **members: object) -> None:
    held = json.loads(path.read_text()) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(held | members))


def test_a_home_that_is_well_is_proved_in_part(home: Path, agent: Path) -> None:
    before = common.tree(home)
    code, told = proved(home, agent)
    assert (code, told["verdict"], told["causes"]) == (0, "partial", []), told
    assert common.tree(home) == before


def replaced(home: Path) -> None:
    (home / LAUNCHER).write_text("printf 'failshut/1\\n\\n\\n.40\\n'\n")


def emptied(home: Path) -> None:
    (home / LAUNCHER).write_text("")


def gone(home: Path) -> None:
    (home / LAUNCHER).unlink()


def prefixed(home: Path) -> None:
    edited(settings(home), env={"CLAUDE_CODE_SHELL_PREFIX": "/bin/prefix"})


def prefixed_behind_a_mark(home: Path) -> None:
    prefixed(home)
    settings(home).write_text("\ufeff" + settings(home).read_text())


def prefixed_in_the_project(home: Path) -> None:
    Path(".git").mkdir()
    edited(Path(".claude/settings.json"), env={"CLAUDE_CODE_SHELL_PREFIX": "/bin/prefix"})


def paused(home: Path) -> None:
    place = home / ".local/state/failshut/paused"
    place.parent.mkdir(parents=True, exist_ok=True)
    done = common.failshut("pause", "--home", home, "10m", "--yes")
    if not place.exists():
        pytest.skip(f"nobody can pause here: {done.stderr}")


def broken(home: Path) -> None:
    settings(home).write_text(settings(home).read_text() + "}")


def nested(home: Path) -> None:
    text = settings(home).read_text().rstrip().removesuffix("}")
    settings(home).write_text(text + ', "x": ' + "[" * 5000 + "]" * 5000 + "}")


def piped(home: Path) -> None:
    settings(home).rename(home / "away")
    text = (home / "away").read_text()
    (home / "away").unlink()
    os.mkfifo(settings(home))
    assert LAUNCHER in text


STANDING: list[tuple[Callable[[Path], None], str]] = [
    (replaced, "the launcher isn't the one that this installation writes"),
    (emptied, "the launcher isn't the one that this installation writes"),
    (gone, "the launcher is missing"),
    (prefixed, "CLAUDE_CODE_SHELL_PREFIX in the host's settings"),
    (prefixed_behind_a_mark, "CLAUDE_CODE_SHELL_PREFIX in the host's settings"),
    (prefixed_in_the_project, "CLAUDE_CODE_SHELL_PREFIX in the host's settings"),
    (broken, "it can't be read here"),
    (nested, "it can't be read here"),
]


@pytest.mark.parametrize(("plant", "says"), STANDING, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_wrong_at_home_is_never_green(
    plant: Callable[[Path], None], says: str, home: Path, agent: Path
) -> None:
    plant(home)
    before = common.tree(home)
    code, told = proved(home, agent)
    causes = told["causes"]
    assert isinstance(causes, list)
    assert (code, told["verdict"]) == (1, "failed")
    assert any(says in one["problem"] and one["fix"] for one in causes), causes
    assert common.tree(home) == before


@pytest.mark.parametrize("name", ["CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CONFIG_DIR"])
def test_the_sessions_variables_count(
    name: str, home: Path, agent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    code, told = proved(home, agent)
    assert (code, told["verdict"]) == (1, "failed") and name in json.dumps(told["causes"])


def test_a_paused_guard_is_never_green(home: Path, agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("failshut.hot.leave.paused", lambda home: 4_000_000_000)
    code, told = proved(home, agent)
    assert code == 1 and "paused" in json.dumps(told["causes"])


def test_a_pipe_in_place_of_the_settings_is_no_traceback(home: Path, agent: Path) -> None:
    piped(home)
    code, told = proved(home, agent)
    assert code == 1 and told["verdict"] in ("failed", "not guarded")


def test_a_launcher_that_is_not_ours_is_not_run(home: Path, agent: Path, tmp_path: Path) -> None:
    (home / LAUNCHER).write_text(f"touch {tmp_path}/MARK\n")
    _, told = proved(home, agent)
    assert told["scenarios"] == [] and not (tmp_path / "MARK").exists()


LOOKALIKES = ("touch {mark} # launcher.sh failshut/1", "touch {mark}; {line}", "{line}; touch {mark}",
              "{line}\ntouch {mark}")  # fmt: skip


@pytest.mark.parametrize("text", LOOKALIKES)
@pytest.mark.parametrize("lead", ["", "\ufeff"])
def test_what_only_looks_like_ours_runs_nothing(
    text: str, lead: str, home: Path, agent: Path, tmp_path: Path
) -> None:
    held = json.loads(settings(home).read_text())
    line = held["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    handler = {"type": "command", "command": text.format(mark=tmp_path / "MARK", line=line)}
    held["hooks"]["PreToolUse"].append({"matcher": "", "hooks": [handler]})
    settings(home).write_text(lead + json.dumps(held))
    proved(home, agent)
    assert not (tmp_path / "MARK").exists()


def test_a_home_without_our_entry_is_not_guarded(home: Path, agent: Path) -> None:
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    words = ("--home", home, "--agent", agent, *BOTH)
    done = common.failshut("prove", "claude-code", *words)
    rows = [row for row in done.stdout.splitlines() if row.strip()]
    assert done.code == 1 and rows[0].startswith("NOT GUARDED")
    assert "NOT GUARDED" in " ".join(rows[-4:]) and "`failshut init --hosts claude-code`" in " ".join(rows)
    assert common.failshut("prove", "claude-code", *words, "--fresh").code == 0


def test_a_home_behind_a_link_stays_as_it_is(home: Path, agent: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(home)
    before = common.tree(home)
    code, told = proved(link, agent)
    assert (code, told["verdict"]) == (0, "partial"), told
    assert common.tree(home) == before


def test_a_home_wired_through_a_link(agent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    monkeypatch.chdir(tmp_path)
    assert common.failshut("init", "--home", link, "--hosts", "claude-code", "--yes").code == 0
    before = common.tree(real)
    code, told = proved(real, agent)
    assert (code, told["verdict"]) == (0, "partial"), told
    assert common.tree(real) == before


@pytest.mark.parametrize("name", ["failshut/prove/model.py", "struct.py", "json.py"])
def test_no_code_of_the_current_folder_runs(name: str, home: Path, agent: Path, tmp_path: Path) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in (*path.parents,)[:-1]:
        (folder / "__init__.py").write_text("")
    path.write_text(f"open({str(tmp_path / 'MARK')!r}, 'w')\nraise SystemExit(0)\n")
    code, told = proved(home, agent)
    assert not (tmp_path / "MARK").exists() and code == 0, told


def test_an_agent_that_says_too_much_is_cut(home: Path, agent: Path) -> None:
    agent.write_text("#!/bin/sh\nexec head -c 30000000 /dev/zero\n")
    code, told = proved(home, agent)
    assert code == 1 and len(json.dumps(told)) < 100_000


def test_an_agent_that_hangs_is_not_tried_for_ever(
    home: Path, agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("failshut.prove.stage.SECONDS", 1.5)
    agent.write_text("#!/bin/sh\nexec sleep 60\n")
    code, told = proved(home, agent, "--only", "fault")
    assert code == 1 and len(told["scenarios"]) == 2  # type: ignore[arg-type]
    assert "2 times in a row" in json.dumps(told["notes"])


def test_an_agent_that_deletes_the_run_is_no_traceback(home: Path, agent: Path) -> None:
    agent.write_text('#!/bin/sh\nrm -rf "$HOME" ../project ../remote.git ../run\n')
    code, _ = proved(home, agent, "--only", "forbidden,disarm")
    assert code == 1


@pytest.fixture
def installed(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the program in a home that was wired by an installed package."""
    monkeypatch.setattr(install, "copied", lambda: True)
    assert common.failshut("init", "--home", home, "--hosts", "claude-code", "--yes").code == 0
    (found,) = (home / LAUNCHER).with_name("versions").iterdir()
    return found


def test_the_program_of_the_home_runs(installed: Path, home: Path, agent: Path) -> None:
    before = common.tree(home)
    code, told = proved(home, agent)
    assert (code, told["verdict"]) == (0, "partial"), told
    assert common.tree(home) == before


def test_an_older_program_runs_itself(installed: Path, home: Path, agent: Path) -> None:
    launcher, old = home / LAUNCHER, f"0.0.0-{installed.name.rpartition('-')[2]}"
    launcher.write_text(launcher.read_text().replace(installed.name, old))
    installed.rename(installed.with_name(old))
    code, told = proved(home, agent, "--only", "forbidden")
    assert (code, told["verdict"]) == (0, "partial"), told
    start = installed.with_name(old) / "failshut/hot/start.py"
    for path in (start, *start.parents[:1]):
        path.chmod(0o755)
    start.write_text("raise SystemExit\n")
    code, told = proved(home, agent, "--only", "forbidden")
    assert (code, told["verdict"], told["scenarios"]) == (1, "failed", []), told
    assert "isn't as it was installed" in json.dumps(told["causes"])


def test_a_program_that_is_gone_is_named(installed: Path, home: Path, agent: Path) -> None:
    program.remove(installed.parent)
    code, told = proved(home, agent)
    assert (code, told["verdict"]) == (1, "failed")
    assert "the guard's program is missing" in json.dumps(told["causes"])


def test_a_refusal_of_somebody_else_is_not_the_guards(home: Path, agent: Path) -> None:
    words = "'Failshut refused: no. Instead: wait. Rule git/force-push.'"
    text = agent.read_text().replace("said = hooked(command)", f"said = {words}")
    agent.write_text(text)
    code, told = proved(home, agent, "--only", "forbidden")
    assert code == 1 and "no decision" in json.dumps(told["scenarios"])


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--only", "forbidden,nonsense"], "'nonsense' names no scenario"),
        (["--only", ""], "names no scenario"),
        (["--only", " , "], "names no scenario"),
        (["--evidence", "missing/x.json"], "there is no folder"),
        (["--evidence", "."], "is a folder"),
        (["--agent", "."], "is a folder"),
    ],
)
def test_options_are_checked_before_any_run(more: list[str], words: str, home: Path) -> None:
    done = common.failshut("prove", "claude-code", "--home", home, *more)
    assert done.code == 2 and words in done.stderr and done.stdout == ""


def test_without_git_nothing_is_tried(home: Path, agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = shutil.which
    monkeypatch.setattr(
        shutil, "which", lambda name, **more: None if name == "git" else which(name, **more)
    )
    done = common.failshut("prove", "claude-code", "--home", home, "--agent", agent)
    assert done.code == 2 and "git isn't on PATH" in done.stderr


def test_what_is_not_kept_out_is_noted(
    home: Path, agent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = replace(load("claude-code").GUARDED, machine=(str(tmp_path),))
    monkeypatch.setattr("failshut.wire.hosts.claude_code.GUARDED", known)
    monkeypatch.setattr("failshut.prove.namespace.prefix", lambda: ())
    code, told = proved(home, agent, "--only", "harmless")
    notes = json.dumps(told["notes"])
    assert code == 0 and "settings for everybody" in notes and str(tmp_path) in notes
    assert "cut off from the network" in notes and "processes that it detaches" in notes


def test_a_failure_says_its_cause_in_junit(home: Path, agent: Path) -> None:
    edited(settings(home), disableAllHooks=True)
    words = ("--home", home, "--agent", agent, "--only", "forbidden", "--format", "junit")
    done = common.failshut("prove", "claude-code", *words)
    assert done.code == 1 and done.stdout.count("disableAllHooks is true") == 2 and "Remove" in done.stdout


def test_the_scenarios_are_listed() -> None:
    done = common.failshut("prove", "--list")
    assert done.code == 0 and "fault/launcher-cut" in done.stdout
