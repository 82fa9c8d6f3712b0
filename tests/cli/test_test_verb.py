"""Try examples and tests: what holds, what doesn't, where, and in which form it is told."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from call import Desk, desk

GOOD = """[[rule]]
id = "deploy/apply"
match = { command = "make deploy" }
ask = "This deploys."
instead = "Run `make plan`."
examples = { ask = ["make deploy"], pass = ["make plan"] }

[[test]]
command = "sh -c 'make deploy'"
verdict = "ask"
rule = "deploy/apply"

[[test]]
name = "home"
command = "rm -rf ~"
verdict = "deny"

[[test]]
read = "../other/.env"
verdict = "deny"
cwd = "web"
"""
BAD = {
    'command = "make"\nverdict = "ask"': "wanted ask, got pass",
    'command = "rm -rf /"\nverdict = "pass"': "wanted pass, got deny by files/delete-root",
    'command = "rm -rf /"\nverdict = "deny"\nrule = "x/y"':
        "wanted deny by x/y, got deny by files/delete-root",
    'write = "/etc/passwd"\nverdict = "pass"': "wanted pass, got deny by files/write-system",
    'delete = "/etc/passwd"\nverdict = "ask"\nhost = "cursor"': "wanted ask, got deny by files/delete-root",
    'url = "http://169.254.169.254/"\nverdict = "pass"': "wanted pass, got deny by network/metadata",
}  # fmt: skip
WRONG = {
    "": "names no call",
    'command = "x"': "no `verdict`",
    'command = "x"\nwrite = "y"\nverdict = "ask"': "several calls: command, write",
    'command = "x"\nverdict = "refuse"': "Use one of",
    'command = "x"\nverdict = "ask"\nhost = "claud-code"': "Did you mean `claude-code`?",
    'command = "x"\nverdict = "ask"\nverdit = "ask"': "Did you mean `verdict`?",
}


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return desk(tmp_path)


def test_what_holds_is_counted_by_file_and_pack(place: Desk) -> None:
    path = place.policy(GOOD)
    done = place.run("test")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"✓ {path}: 5 hold."
    assert any(line.startswith("✓ pack baseline: ") for line in lines)


@pytest.mark.parametrize("table", BAD)
def test_what_does_not_hold_is_named_with_its_line(place: Desk, table: str) -> None:
    path = place.policy(f"\n[[test]]\n{table}\n")
    done = place.run("test", "--no-packs")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith(f"✗ {path}:2: ")
    assert done.stdout.splitlines()[1].strip() == BAD[table]


def test_an_example_is_judged_by_its_rule_alone(place: Desk) -> None:
    place.policy(GOOD.replace("make plan", "rm -rf /").replace('ask = ["make deploy"]', 'ask = ["make"]'))
    done = place.run("test", "--no-packs")
    assert "deploy/apply: ask: make\n  the rule doesn't match it" in done.stdout
    assert "rm -rf /" not in done.stdout


@pytest.mark.parametrize("table", WRONG)
def test_a_table_that_cannot_be_used_is_located(place: Desk, table: str) -> None:
    path = place.policy(f"\n[[test]]\n{table}\n")
    done = place.run("test")
    assert done.returncode == 2 and f"{path}:" in done.stderr and WRONG[table] in done.stderr
    assert place.run("check", "ls").returncode == 2


def test_nothing_to_try_is_no_success(place: Desk) -> None:
    done = place.run("test", "--no-packs")
    assert done.returncode == 3 and "no policy here" in done.stderr


def test_a_python_guard_is_not_run(place: Desk) -> None:
    place.policy(
        '[[rule]]\nid = "a/b"\nmatch = { command = "make", python = "guards.py:look" }\n'
        'deny = "No."\ninstead = "Run `ls`."\nexamples = { deny = ["make"] }\n'
    )
    (place.project / "guards.py").write_text("raise SystemExit(1)\n")
    done = place.run("test", "--no-packs")
    assert done.returncode == 0 and "1 not tried" in done.stdout


def test_reports_for_machines(place: Desk) -> None:
    place.policy(GOOD.replace('verdict = "deny"', 'verdict = "ask"', 1))
    rows = json.loads(place.run("test", "--no-packs", "--format", "json").stdout)["results"]
    assert [bool(row["problem"]) for row in rows] == [False, False, False, True, False]
    report = ElementTree.fromstring(place.run("test", "--format", "junit").stdout)
    assert sum(int(suite.get("failures", "0")) for suite in report) == 1
    assert sum(int(suite.get("tests", "0")) for suite in report) > 300


def test_a_policy_file_is_tried_alone(place: Desk) -> None:
    place.policy('[[test]]\ncommand = "x"\nverdict = "deny"\n')
    other = place.project / "other.toml"
    other.write_text(GOOD)
    assert place.run("test", "--policy", "other.toml", "--no-packs").returncode == 0
