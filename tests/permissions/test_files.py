"""`init --permission-rules` writes rules beside the hooks; `uninstall` gives the bytes back."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import wiring_common as common

from failshut.doctor import second
from failshut.permissions import files

OWN = '[[rule]]\nid = "a/b"\nmatch = { command = "curl" }\ndeny = "No."\ninstead = "x"\n'
CURSOR = {
    "absent": None,
    "spread": """{
  "version": 1,
  "permissions": {
    "allow": ["Shell(ls)"],
    "deny": [
      "Shell(rm)"
    ]
  }
}
""",
    "no list": '{"version": 1, "permissions": {"allow": []}}',
    "empty list": '{"version": 1, "permissions": {"allow": [], "deny": [ ]}}',
    "theirs alike": '{"version": 1, "permissions": {"deny": ["Shell(curl)"]}}',
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a policy of the user's."""
    made = tmp_path / "home"
    (made / ".config/failshut").mkdir(parents=True)
    (made / ".config/failshut").chmod(0o700)
    (made / ".config/failshut/failshut.toml").write_text(OWN)
    return made


def init(home: Path, *more: object) -> common.Result:
    return common.failshut("init", "--home", home, "--permission-rules", "--yes", *more)


def tree(home: Path) -> dict[str, object]:
    return {name: data for name, data in common.tree(home).items() if not name.startswith(".local/state")}


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("case", CURSOR)
def test_uninstall_brings_the_bytes_back(case: str, twice: bool, home: Path) -> None:
    file = home / ".cursor/cli-config.json"
    if CURSOR[case] is not None:
        file.parent.mkdir()
        file.write_text(CURSOR[case] or "")
    before = tree(home)
    for _ in range(1 + twice):
        assert init(home, "--hosts", "cursor,gemini,codex").code == 0
    denied = json.loads(file.read_text())["permissions"]["deny"]
    assert denied.count("Shell(curl)") == 1
    assert "curl" in (home / ".codex/rules/failshut.rules").read_text()
    assert (home / ".gemini/policies/failshut.toml").exists()
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    left = {name: data for name, data in tree(home).items() if name not in (".local", ".local/share")}
    assert left == {name: data for name, data in before.items() if name not in (".local", ".local/share")}


@pytest.mark.parametrize("case", [name for name in CURSOR if CURSOR[name]])
def test_entries_added_since_stay(case: str, home: Path) -> None:
    file = home / ".cursor/cli-config.json"
    file.parent.mkdir()
    file.write_text(CURSOR[case] or "")
    original = json.loads(CURSOR[case] or "")
    assert init(home, "--hosts", "cursor").code == 0
    value = json.loads(file.read_text())
    value["permissions"]["deny"].append("Shell(mine)")
    file.write_text(json.dumps(value))
    assert init(home, "--hosts", "cursor").code == 0
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    original["permissions"].setdefault("deny", []).append("Shell(mine)")
    assert json.loads(file.read_text()) == original


@pytest.mark.parametrize("text", ["{}", '{"permissions": {}}', '{"permissions": {"deny": []}}', ""])
@pytest.mark.parametrize("case", ["no list", "empty list", "absent"])
def test_a_file_that_lost_our_rules_is_left_as_it_is(case: str, text: str, home: Path) -> None:
    file = home / ".cursor/cli-config.json"
    file.parent.mkdir()
    if CURSOR[case]:
        file.write_text(CURSOR[case] or "")
    assert init(home, "--hosts", "cursor").code == 0
    file.write_text(text)
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    assert not file.exists() or json.loads(file.read_text() or "{}") == json.loads(text or "{}") or (
        file.read_text() in ('{"permissions": {}}', "{}")
    )  # fmt: skip


def test_a_cut_between_record_and_file_leaves_what_uninstall_takes_out(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / ".cursor/cli-config.json"
    file.parent.mkdir()
    file.write_text(CURSOR["no list"] or "")
    assert common.failshut("init", "--home", home, "--hosts", "cursor", "--yes").code == 0
    write = files.apply.write

    def cut(path: str, data: bytes, mode: int = 0o644) -> None:
        if path == str(file):
            raise OSError("cut")
        write(path, data, mode)

    monkeypatch.setattr(files.apply, "write", cut)
    init(home, "--hosts", "cursor")
    monkeypatch.undo()
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    assert file.read_text() == CURSOR["no list"]


def test_a_rule_that_goes_from_the_policy_goes_from_the_file(home: Path) -> None:
    assert init(home, "--hosts", "cursor").code == 0
    (home / ".config/failshut/failshut.toml").write_text("")
    assert init(home, "--hosts", "cursor").code == 0
    assert "curl" not in (home / ".cursor/cli-config.json").read_text()


def test_a_file_of_rules_that_is_not_ours_is_left_alone(home: Path) -> None:
    file = home / ".gemini/policies/failshut.toml"
    file.parent.mkdir(parents=True)
    file.write_text("# mine\n")
    done = init(home, "--hosts", "gemini")
    assert done.code == 2 and "isn't Failshut's" in done.stderr
    assert file.read_text() == "# mine\n" and not (home / ".gemini/settings.json").exists()


def test_claude_code_gets_rules_in_a_project_beside_its_hooks(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    before = common.tree(root)
    done = init(home, "--hosts", "claude-code", "--scope", "project", "--root", root)
    assert done.code == 0, done.stderr
    deny = json.loads((root / ".claude/settings.local.json").read_text())["permissions"]["deny"]
    assert "Bash(git push --force)" in deny and "Bash(curl:*)" in deny
    assert "permissions" not in json.loads((root / ".claude/settings.json").read_text())
    assert (
        common.failshut("uninstall", "--home", home, "--scope", "project", "--root", root, "--yes").code
        == 0
    )
    assert common.tree(root) == before


def test_hosts_without_such_a_file_are_named_with_a_reason(home: Path) -> None:
    done = init(home, "--hosts", "all", "--format", "json")
    told = json.loads(done.stdout)["permission_rules"]
    assert {row["host"] for row in told["files"]} == {"codex", "cursor", "gemini"}
    assert {row["host"] for row in told["skipped"]} == {"claude-code", "copilot", "antigravity", "kimi"}


def test_a_dry_run_writes_nothing(home: Path) -> None:
    before = common.tree(home)
    done = init(home, "--hosts", "gemini", "--dry-run")
    assert "would create" in done.stdout and "permission rule" in done.stdout
    assert common.tree(home) == before


def test_the_script_without_the_package_takes_rules_out_too(home: Path) -> None:
    file = home / ".cursor/cli-config.json"
    file.parent.mkdir()
    file.write_text(CURSOR["spread"] or "")
    assert init(home, "--hosts", "cursor,gemini").code == 0
    script = home / ".local/share/failshut/uninstall.py"
    done = subprocess.run([sys.executable, "-I", "-S", script, "--yes"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert file.read_text() == CURSOR["spread"]
    assert not (home / ".gemini/policies").exists()


def test_a_broken_policy_compiles_nothing(home: Path) -> None:
    (home / ".config/failshut/failshut.toml").write_text("[[rule]]\n")
    done = init(home, "--hosts", "gemini")
    assert done.code == 2 and "can't be used" in done.stderr
    assert not (home / ".gemini").exists()


def test_the_doctor_compares_the_rules_with_the_policies(home: Path) -> None:
    def told() -> dict[str, str]:
        findings = second.rules("cursor", str(home), "")
        return {one.weight: one.problem for one in findings}

    assert told() == {}
    assert init(home, "--hosts", "cursor").code == 0
    assert list(told()) == ["note"]
    (home / ".config/failshut/failshut.toml").write_text(OWN.replace("curl", "wget"))
    assert told() == {"weak": "its permission rules aren't those that the policies now make"}
    (home / ".cursor/cli-config.json").unlink()
    assert told() == {"weak": "the file with its permission rules is gone"}


def test_a_lost_copy_costs_nobody_the_file(home: Path) -> None:
    file = home / ".cursor/cli-config.json"
    file.parent.mkdir()
    file.write_text(CURSOR["spread"] or "")
    assert init(home, "--hosts", "cursor").code == 0
    assert "Shell(curl)" in file.read_text()
    for copy in (home / ".local/state/failshut").glob("*backup-*"):
        copy.unlink()
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    held = json.loads(file.read_text())
    assert held == json.loads(CURSOR["spread"] or "")
