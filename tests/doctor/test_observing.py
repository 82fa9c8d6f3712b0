"""A rule that only observes is told by doctor and explain; the guard is no less shut for it."""

import json
from pathlib import Path

import wiring_common as common

from failshut import paths
from failshut.doctor import installed
from failshut.doctor.examine import _files, _recorded
from failshut.policy import state

RULE = """[[rule]]
id = "own/wget"
mode = "observe"
match = { command = "wget" }
deny = "No."
instead = "x"
"""


def test_doctor_and_explain_say_so_once_it_is_trusted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = Path(paths.user_policy(str(home)))
    file.parent.mkdir(parents=True)
    file.write_text(RULE)
    explain = ("explain", "own/wget", "--home", home, "--cwd", tmp_path, "--format", "json")
    assert json.loads(common.failshut(*explain).stdout)["mode"] == "untrusted"
    assert list(_recorded(_files(str(home), ""))) == []
    state.trust(paths.policy_memory_dir(str(home)), [("user", str(file))])
    assert json.loads(common.failshut(*explain).stdout)["mode"] == "observe"
    assert "only records" in common.failshut(*explain[:-2]).stdout
    (told,) = _recorded(_files(str(home), ""))
    assert (told.weight, told.path, told.line) == ("note", str(file), 1) and "own/wget" in told.problem
    check = common.failshut("check", "wget x", "--home", home, "--cwd", tmp_path)
    assert (
        check.code == 0 and "only records it" in check.stdout and "Mark: observe: own/wget" in check.stdout
    )


def test_an_exception_for_no_rule_is_a_note(tmp_path: Path) -> None:
    file = Path(paths.user_policy(str(tmp_path)))
    file.parent.mkdir(parents=True)
    file.write_text('[[except]]\nrule = "git/force"\nmatch = { command = "x" }\nreason = "x"\n')
    told = [one for one in installed.problems(str(tmp_path), "", {}) if one.path == str(file)]
    assert any(
        one.weight == "note" and "'git/force', which doesn't exist here" in one.problem for one in told
    )
