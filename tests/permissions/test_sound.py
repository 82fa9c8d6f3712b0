"""No compiled rule refuses what the policy passes: each is put to the real judge."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from failshut.checking import examine, force
from failshut.model import DENY, PASS
from failshut.permissions import compile, hosts, spell
from failshut.permissions.compile import EXACT, PREFIX, Entry
from failshut.policy import load, schema

REACH = {"claude-code": spell.CLAUDE, "codex": spell.CODEX, "cursor": spell.CURSOR, "gemini": spell.GEMINI}
POLICY = """
[[rule]]
id = "deploy/apply"
match = { command = ["terraform apply", "make deploy", "curl", "rm -r", "npm run deploy*"] }
deny = "No."
instead = "Run `terraform plan`."

[[rule]]
id = "vendor/tool"
match = [{ write = ["/opt/tool/**", "src/**"] }, { read = "~/.vault" }]
deny = "No."
instead = "Ask."
"""
HEALTHY = [
    command
    for name in schema.BUILT_IN
    for rule in load.load_pack(name).rules
    for wanted, command in rule.examples
    if wanted == PASS
]
AFTER = ["", " -n", " --dry-run", " --help", " a b", " 2>&1", " | tee x", "; true"]


def place(base: Path, text: str = POLICY) -> tuple[str, str]:
    """Return home and root, the root with a policy."""
    home, root = base / "home", base / "project"
    home.mkdir()
    (root / ".git").mkdir(parents=True)
    (root / "failshut.toml").write_text(text)
    return str(home), str(root)


def matches(entry: Entry, text: str) -> bool:
    """Say whether a host's own rule fits a command as it stands."""
    return text == entry.text or (entry.kind == PREFIX and text.startswith(entry.text + " "))


@pytest.mark.parametrize("scoped", [False, True])
@pytest.mark.parametrize("host", REACH)
def test_what_a_rule_means_is_refused_by_the_policy(host: str, scoped: bool, tmp_path: Path) -> None:
    home, root = place(tmp_path)
    where = force.place(root, home)
    policy = force.in_force(where).compiled
    some, _ = compile.entries(host, REACH[host], home, root if scoped else "")
    assert some or not scoped
    for entry in some:
        if entry.kind in (EXACT, PREFIX):
            for more in AFTER if entry.kind == PREFIX else [""]:
                call = examine.call_of(host, entry.text + more, where)
                assert examine.check(call, where, policy).verdict.action == DENY, entry.text + more
        else:
            path = entry.text.replace("/**", "/some/file").replace("~", home)
            call = examine.call_on(host, entry.kind, path, where)
            assert examine.check(call, where, policy).verdict.action == DENY, path


@pytest.mark.parametrize("host", REACH)
def test_no_rule_fits_what_packs_call_healthy(host: str, tmp_path: Path) -> None:
    home, root = place(tmp_path, POLICY.replace('"curl", "rm -r", ', ""))
    some, _ = compile.entries(host, REACH[host], home, root)
    assert len(HEALTHY) > 200
    assert [(one.text, text) for one in some for text in HEALTHY if matches(one, text)] == []


def test_geminis_patterns_fit_exactly_what_they_are_meant_for(tmp_path: Path) -> None:
    home, root = place(tmp_path)
    some, _ = compile.entries("gemini", spell.GEMINI, home, root)

    def fits(entry: Entry, tool: dict[str, str]) -> bool:
        given = (
            "{" + ",".join(f"\0{json.dumps(k)}:{json.dumps(v)}\0" for k, v in sorted(tool.items())) + "}"
        )
        return re.search(spell._pattern(entry, home), given) is not None

    for one in some:
        if one.kind in (EXACT, PREFIX):
            assert fits(one, {"command": one.text, "description": "d"})
            assert fits(one, {"command": one.text + " x"}) == (one.kind == PREFIX)
            for other in (one.text + "x", one.text + '"x"', "x " + one.text, f'echo "{one.text}"'):
                assert not fits(one, {"command": other}), other
            assert not fits(one, {"command": "ls", "description": f'"command":"{one.text}"'})
        else:
            path = one.text.replace("/**", "/x").replace("~", home)
            assert fits(one, {"file_path": path, "content": "x"})
            assert not fits(one, {"file_path": path.replace("/x", "/../x") + "/../y", "content": "x"})
            assert not fits(one, {"file_path": "/tmp/z", "content": f'"file_path":"{path}"'})
        assert not re.search(r"\([^)]*[*+?{].*\)[*+?{]", spell._pattern(one, home)), "Gemini would drop it"


LOOSE = {
    "an exception": """
[[except]]
rule = "deploy/apply"
match = { command = "make deploy" }
reason = "x"
""",
    "unless": 'unless = { command = "make deploy x" }\n',
    "require": 'require = { exists = "build" }\n',
    "another host": 'hosts = ["kimi"]\n',
    "events": 'events = ["BeforeTool"]\n',
}


@pytest.mark.parametrize("what", LOOSE)
def test_a_rule_with_conditions_is_left_out_and_named(what: str, tmp_path: Path) -> None:
    rule = (
        '[[rule]]\nid = "deploy/apply"\nmatch = { command = "make deploy" }\ndeny = "No."\ninstead = "x"\n'
    )
    home, root = place(tmp_path, rule + LOOSE[what])
    some, left = compile.entries("gemini", spell.GEMINI, home, root)
    assert all(one.rule.id != "deploy/apply" for one in some)
    assert [name for name, _ in left] == ["deploy/apply"]


@pytest.mark.parametrize("mode", ['mode = "observe"\n', ""])
def test_an_observing_policy_compiles_nothing(mode: str, tmp_path: Path) -> None:
    home, root = place(tmp_path, mode + POLICY)
    some, _ = compile.entries("codex", spell.CODEX, home, root)
    assert bool(some) == (not mode)


def test_a_projects_rules_and_those_of_nested_folders_stay_out_of_the_users(tmp_path: Path) -> None:
    home, _root = place(tmp_path)
    assert compile.entries("codex", spell.CODEX, home, "") == ([], [])


def test_every_host_has_a_file_or_a_reason() -> None:
    assert list(hosts.USER) == list(hosts.PROJECT)
    assert set(hosts.USER) == set(schema.HOSTS)
    for one in (*hosts.USER.values(), *hosts.PROJECT.values()):
        assert not isinstance(one, str) or one.endswith(".")


PIECES = [
    "x",
    "-n",
    "--help",
    "'",
    '"',
    "$(",
    "`",
    ")",
    "(",
    "{",
    "}",
    "<<E",
    "\nE\n",
    ";",
    "&&",
    "||",
    "|",
]
PIECES += [
    "&",
    "#",
    "x=1",
    "$X",
    "${X:-y}",
    "\\",
    "\n",
    "<",
    ">",
    "--",
    "!",
    "[[",
    "]]",
    "if",
    "then",
    "fi",
]


@given(
    rest=st.lists(st.sampled_from(PIECES), max_size=6), start=st.sampled_from(["terraform apply", "curl"])
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_follows_a_beginning_the_policy_refuses_it(
    rest: list[str], start: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home, root = place(tmp_path_factory.mktemp("any"))
    where = force.place(root, home)
    call = examine.call_of("gemini", " ".join([start, *rest]), where)
    assert examine.check(call, where, force.in_force(where).compiled).verdict.action == DENY
