"""Load: each bad policy of ``data/bad`` is refused with the line and the way out it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from failshut.errors import PolicyError
from failshut.policy import schema
from failshut.policy.load import load, problems
from failshut.policy.regexes import nests_quantifiers

from . import helper

BAD = sorted((helper.DATA / "bad").glob("*.toml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_policies(path: Path) -> None:
    expected = re.findall(r"^#! (\d+): (.*)$", path.read_text("utf-8"), re.M)
    assert expected
    found = problems(str(path))
    assert len(found) == len(expected)
    for error, (line, text) in zip(found, expected, strict=True):
        assert str(error).startswith(f"{path}:{line}: ")
        assert text in f"{error.problem} {error.fix}"
        assert error.fix
    with pytest.raises(PolicyError) as caught:
        load(str(path))
    assert caught.value.line == int(expected[0][0])


GOOD = """\
extends = []
mode = "observe"

[[rule]]
id = "a/b"
match = [{ command = ["git push", "git pull"] }, { effect = ["fs.*"], with = { where = "outside" } }]
unless = { branch = "topic/{a,b}" }
require = { branch = ["main", "release/*"], exists = "x", env = { A = "b" } }
ask = "Said."
instead = "Other."
events = ["PreToolUse"]
hosts = ["codex"]
why = "https://example.com"
[rule.examples]
deny = ["git push"]
pass = ["git status"]

[[except]]
rule = "a/b"
match = { command = "git pull" }
reason = "ours"
until = 2027-03-01
"""


def test_a_policy_is_read_whole() -> None:
    policy = helper.policy(GOOD)
    rule, exempt = policy.rules[0], policy.exempts[0]
    assert (policy.mode, rule.id, rule.action, rule.reason, rule.instead, rule.line) == (
        ("observe", "a/b", "ask", "Said.", "Other.", 4)
    )
    assert (rule.events, rule.hosts, rule.why) == ((("pretooluse",), ("codex",), "https://example.com"))
    assert rule.examples == (("deny", "git push"), ("pass", "git status"))
    assert [need[0] for need in rule.require] == ["branch", "exists", "env"]
    assert len(rule.match) == 2 and len(rule.unless) == 1
    assert (exempt.rule, exempt.line, exempt.until) == ("a/b", 18, 1803945600)


def test_pyproject_is_read_below_its_table(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n\n[[tool.failshut.rule]]\nid = "a"\nnope = 1\n')
    errors = problems(str(path))
    assert [error.line for error in errors if "nope" in error.problem] == [6]
    path.write_text('[project]\nname = "x"\nrules = 1\n')
    assert problems(str(path)) == [] and load(str(path)).rules == ()
    path.write_text("[tool]\nfailshut = 3\n")
    assert problems(str(path))


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "failshut.toml"
    folder.mkdir()
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"# fine\n\xff\n")
    for path, text in ((folder, "regular file"), (binary, "UTF-8"), (tmp_path / "no", "no such")):
        with pytest.raises(PolicyError, match=text):
            load(str(path))
    assert problems(str(binary))[0].line == 2


def test_warnings_are_no_errors(tmp_path: Path) -> None:
    path = tmp_path / "failshut.toml"
    path.write_text('[[rule]]\nid = "a"\nmatch = { write = "*.lock" }\ndeny = "No."\n')
    assert problems(str(path)) == []
    texts = [str(one) for one in problems(str(path), warnings=True)]
    assert len(texts) == 2 and "instead" in texts[0] and "`**/*.lock`" in texts[1]


@pytest.mark.parametrize(
    ("regex", "nested"),
    [
        ("(a+)+", True),
        ("(a*)*b", True),
        ("((a+)b)*", True),
        ("(a{2,})+", True),
        ("(?P<x>a+){3,9}", True),
        ("(?:a+)+?", True),
        ("(a+)?", False),
        ("(a+){1}", False),
        ("a+b+", False),
        ("(ab)+", False),
        (r"(\++)", False),
        (r"[(a+)]+", False),
        (r"\(a+\)+", False),
        ("(a{2})+", False),
        ("(?=a+)b+", False),
        ("(?i)drop\\s+table", False),
    ],
)
def test_nested_quantifiers(regex: str, nested: bool) -> None:
    assert nests_quantifiers(regex) is nested


def test_every_key_is_named_once() -> None:
    for keys in (schema.TOP_KEYS, schema.RULE_KEYS, schema.MATCH_KEYS, schema.EXCEPT_KEYS):
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("extends", "texts"),
    [
        ('["baseline"]', ["needn't be named"]),
        ('["self", "baseline"]', ["`self` needn't", "`baseline` needn't"]),
        ("[]", []),
    ],
)
def test_packs_that_always_hold_may_be_named(tmp_path: Path, extends: str, texts: list[str]) -> None:
    path = tmp_path / "failshut.toml"
    path.write_text(f"extends = {extends}\n")
    assert load(str(path)).extends == () and problems(str(path)) == []
    found = [str(one) for one in problems(str(path), warnings=True)]
    assert len(found) == len(texts)
    assert all(text in one for text, one in zip(texts, found, strict=True))


def test_an_address_for_any_scheme_also_fits_one_without() -> None:
    rule = '[[rule]]\nid = "a"\nmatch = { url = "*://x.example/*" }\ndeny = "No."\n'
    compiled = helper.compiled(helper.policy(rule))
    for url, action in (("https://x.example/y", "deny"), ("x.example/y", "deny"), ("a.example/y", "pass")):
        row = {"command": f"curl {url}", "effects": [{"name": "net.fetch", "url": url}]}
        assert helper.judge(compiled, row).action == action


def test_quoted_signs_and_stars_between_slashes_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "failshut.toml"
    path.write_text(
        '[[rule]]\nid = "a"\ninstead = "Run `ls`."\n'
        "match = [{ command = \"grep 'a|b' 'x > y'\" }, { write = ['**/*.py', '~/x/**', '~$*/x'] },"
        " { url = ['*', 'https://*', '{http,https}://x/*'] }, { host = ['*.x.example', '127.0.0.1'] },"
        " { effect = 'fs.*', with = { secret = ['key', 'store'], recursive = true, append = false } }]\n"
        'deny = "No."\n'
    )
    assert problems(str(path), warnings=True) == []
