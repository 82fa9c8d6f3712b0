"""Decide: matchers, order, unreadable text, observe, exceptions, what a rule requires."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.errors import PolicyError
from failshut.model import KINDS, Call, Command, Context, Effect, Script, Verdict, Word
from failshut.policy.decide import decide

from . import helper

MATCHERS = helper.compiled(helper.policy((helper.DATA / "decide" / "matchers.toml").read_text("utf-8")))


@pytest.mark.parametrize("row", helper.rows("decide/matchers.jsonl"), ids=json.dumps)
def test_matchers(row: dict[str, object]) -> None:
    verdict = helper.judge(MATCHERS, row)
    assert [verdict.action, verdict.rule] == row["want"]
    assert list(verdict.marks) == row.get("marks", list(verdict.marks))
    assert verdict.tell == row.get("tell", "")
    if verdict.action != "pass":
        assert verdict.reason.strip()


def rule(action: str, match: str = '{ command = "deploy" }', rest: str = "") -> str:
    return f'[[rule]]\nid = "own/deploy"\nmatch = {match}\n{action} = "Said."\n{rest}\n'


FORCE = {"command": "git push -f", "effects": [{"name": "git.rewrite-remote", "branch": "main"}]}
TAMPER = {"command": "x", "effects": [{"name": "guard.tamper"}]}
DEPLOY = {"command": "deploy now"}


def test_verdict_carries_reason_instead_and_source() -> None:
    text = "\n\n" + rule("deny", rest='instead = "Do that."')
    verdict = helper.judge(helper.compiled(helper.policy(text)), DEPLOY)
    assert verdict == Verdict(
        "deny",
        reason="Said.",
        instead="Do that.",
        rule="own/deploy",
        source="/srv/site/failshut.toml:3",
        at=0,
    )


def test_a_rule_that_only_observes_marks_and_passes() -> None:
    policy = helper.policy('mode = "observe"\n' + rule("deny"), trusted=True)
    verdict = helper.judge(helper.compiled(policy), DEPLOY)
    assert (verdict.action, verdict.marks) == ("pass", ("observe: own/deploy",))


def test_observe_counts_only_when_trusted() -> None:
    policy = helper.policy('mode = "observe"\n' + rule("deny"))
    assert helper.judge(helper.compiled(policy), DEPLOY).action == "deny"


@pytest.mark.parametrize(
    ("layer", "force", "tamper"),
    [
        ("managed", "pass", "pass"),
        ("user", "pass", "deny"),
        ("project", "deny", "deny"),
        ("local", "deny", "deny"),
    ],
)
def test_who_may_observe_the_built_in_packs(layer: str, force: str, tamper: str) -> None:
    compiled = helper.compiled(helper.policy('mode = "observe"', layer, trusted=True))
    assert helper.judge(compiled, FORCE).action == force
    assert helper.judge(compiled, TAMPER).action == tamper


@pytest.mark.parametrize("text", ["", "\n"])
def test_under_a_managed_policy_the_user_loosens_no_built_in_rule(text: str) -> None:
    """Neither by observing nor by an exception; what the managed file loosens counts."""
    loose = 'mode = "observe"\n' + exempt("git/force-push", '{ command = "git push --force" }')
    mine = helper.policy(loose, "user", "/home/ada/x.toml", trusted=True)
    root = helper.policy(text, "managed", "/etc/failshut/failshut.toml", trusted=True)
    assert helper.judge(helper.compiled(mine), FORCE).action == "pass"
    assert helper.judge(helper.compiled(mine, root), FORCE).action == "deny"
    own = helper.policy(loose, "managed", "/etc/failshut/failshut.toml", trusted=True)
    assert helper.judge(helper.compiled(own), FORCE).action == "pass"


def test_an_untrusted_file_observes_no_built_in_pack() -> None:
    compiled = helper.compiled(helper.policy('mode = "observe"', "user"))
    assert helper.judge(compiled, FORCE).action == "deny"


def test_parameters_alone_name_effects_of_any_kind() -> None:
    for match in (
        "{ recursive = true }", '{ branch = "roo?" }', '{ with = { how = "ref" } }', '{ target = "pod *" }',
        "{ protected = true }",
    ):  # fmt: skip
        compiled = helper.compiled(helper.policy(rule("deny", match)))
        wide = {"name": "odd", "recursive": "yes", "branch": "root", "how": "ref", "target": "pod x",
                "protected": "unknown"}  # fmt: skip
        for spec, action in ((wide, "deny"), ({"name": "odd"}, "pass")):
            row: dict[str, object] = {"command": "x", "effects": [spec]}
            assert helper.judge(compiled, row).action == action


def exempt(name: str, match: str = '{ command = "deploy now" }', until: str = "") -> str:
    return f'[[except]]\nrule = "{name}"\nmatch = {match}\nreason = "ours"\n{until}\n'


def test_an_exception_takes_out_exactly_what_it_names() -> None:
    text = rule("deny") + exempt("own/deploy")
    compiled = helper.compiled(helper.policy(text, trusted=True))
    assert helper.judge(compiled, DEPLOY).action == "pass"
    for more in ("deploy now then", "deploy later", "deploy now; deploy later", "deploy --x now"):
        assert helper.judge(compiled, {"command": more}).action == "deny"


def test_an_exception_counts_only_when_trusted() -> None:
    compiled = helper.compiled(helper.policy(rule("deny") + exempt("own/deploy")))
    assert helper.judge(compiled, DEPLOY).action == "deny"


@pytest.mark.parametrize(("now", "action"), [(1_803_859_199.0, "pass"), (1_803_859_200.0, "deny")])
def test_an_exception_ends_with_its_last_day(now: float, action: str) -> None:
    text = rule("deny") + exempt("own/deploy", until="until = 2027-02-28")
    compiled = helper.compiled(helper.policy(text, trusted=True))
    assert helper.judge(compiled, DEPLOY, now=now).action == action


def test_an_exception_by_path_takes_out_only_that_path() -> None:
    text = exempt("files/outside", '{ delete = "/var/cache/ours/**" }')
    policy = helper.policy(text, "user", "/home/ada/.config/failshut/failshut.toml", trusted=True)
    compiled = helper.compiled(policy)
    ours = {"name": "fs.delete", "paths": ["/var/cache/ours/x"], "recursive": "yes"}
    above = {"name": "fs.delete", "paths": ["/var/cache"], "recursive": "yes"}
    assert helper.judge(compiled, {"command": "rm", "effects": [ours]}).action == "pass"
    assert helper.judge(compiled, {"command": "rm", "effects": [above]}).action == "deny"
    assert helper.judge(compiled, {"command": "rm", "effects": [ours, above]}).action == "deny"


def test_exceptions_say_nothing_about_unreadable_text() -> None:
    compiled = helper.compiled(helper.policy(rule("deny") + exempt("own/deploy"), trusted=True))
    for rest in ({"runs": "deploy now"}, {"unread": "deploy now"}):
        assert helper.judge(compiled, {**DEPLOY, "opaque": "odd", **rest}).action == "deny"


@pytest.mark.parametrize(
    ("layer", "name", "fine"),
    [
        ("managed", "self/tamper", True),
        ("user", "self/tamper", False),
        ("project", "self/tamper", False),
        ("managed", "git/force-push", True),
        ("user", "git/force-push", True),
        ("project", "git/force-push", False),
        ("local", "git/force-push", False),
        ("managed", "own/deploy", True),
        ("user", "own/deploy", True),
        ("project", "own/deploy", True),
        ("local", "own/deploy", False),
        ("user", "no/such", True),
        ("project", "no/such", True),
    ],
)
@pytest.mark.parametrize("trusted", [True, False])
def test_who_may_make_an_exception(layer: str, name: str, fine: bool, trusted: bool) -> None:
    mine = helper.policy(exempt(name), layer, f"/srv/site/{layer}.toml", trusted=trusted)
    owner = helper.policy(rule("deny"))
    if layer == "project":
        mine = helper.policy(rule("deny") + exempt(name), trusted=trusted)
        owner = helper.policy("", "user", "/home/ada/x.toml")
    if fine:
        helper.compiled(owner, mine)
        return
    with pytest.raises(PolicyError) as caught:
        helper.compiled(owner, mine)
    assert name in caught.value.problem and caught.value.path == mine.path and caught.value.fix


def test_a_nested_file_cannot_loosen_the_one_above_it() -> None:
    top = helper.policy(rule("deny"), path="/srv/site/failshut.toml")
    nested = helper.policy(exempt("own/deploy"), path="/srv/site/sub/failshut.toml", trusted=True)
    with pytest.raises(PolicyError, match="can't loosen"):
        helper.compiled(top, nested)
    above = helper.policy(exempt("own/deploy"), path="/srv/failshut.toml", trusted=True)
    assert helper.judge(helper.compiled(above, top), DEPLOY).action == "pass"


def test_globs_of_a_nested_file_count_from_its_folder_too() -> None:
    policy = helper.policy(rule("deny", '{ write = "gen/**" }'), path="/srv/site/sub/failshut.toml")
    compiled = helper.compiled(policy)
    for path, action in (("sub/gen/x", "deny"), ("gen/x", "deny"), ("other/gen/x", "pass")):
        assert helper.judge(compiled, {"call": {"kind": "write", "writes": [path]}}).action == action


def test_unless_of_a_nested_file_counts_from_its_folder_only() -> None:
    text = rule("deny", '{ write = "gen/**" }', 'unless = { write = "gen/ok/**" }')
    compiled = helper.compiled(helper.policy(text, path="/srv/site/sub/failshut.toml"))
    for path, action in (("sub/gen/ok/x", "pass"), ("sub/gen/x", "deny"), ("gen/ok/x", "deny")):
        assert helper.judge(compiled, {"call": {"kind": "write", "writes": [path]}}).action == action


def repository(folder: Path, branch: str) -> Context:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    return Context(str(folder), str(folder), ("/home/ada",))


@pytest.mark.parametrize(
    ("action", "branch", "want", "found"),
    [
        ("ask", "main", "ask", ""),
        ("ask", "topic", "deny", 'Required: git branch "main"; found: "topic".'),
        ("deny", "main", "pass", ""),
        ("deny", "topic", "deny", 'Required: git branch "main"; found: "topic".'),
        ("tell", "main", "pass", ""),
        ("tell", "topic", "deny", 'Required: git branch "main"; found: "topic".'),
    ],
)
def test_required_branch(tmp_path: Path, action: str, branch: str, want: str, found: str) -> None:
    compiled = helper.compiled(helper.policy(rule(action, rest='require = { branch = "main" }')))
    verdict = helper.judge(compiled, DEPLOY, ctx=repository(tmp_path, branch))
    assert verdict.action == want
    assert found in verdict.reason
    assert (verdict.tell == "Said.") is (action == "tell" and branch == "main")


def test_required_branch_is_read_again_at_each_call(tmp_path: Path) -> None:
    compiled = helper.compiled(helper.policy(rule("deny", rest='require = { branch = "main" }')))
    ctx = repository(tmp_path, "main")
    assert helper.judge(compiled, DEPLOY, ctx=ctx).action == "pass"
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/other\n")
    assert helper.judge(compiled, DEPLOY, ctx=ctx).action == "deny"


@pytest.mark.parametrize("head", [None, "", "0123456789abcdef\n", "ref: refs/tags/x\n"])
def test_a_branch_that_cannot_be_read_refuses(tmp_path: Path, head: str | None) -> None:
    compiled = helper.compiled(helper.policy(rule("ask", rest='require = { branch = "*" }')))
    if head is not None:
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git" / "HEAD").write_text(head)
    ctx = Context(str(tmp_path), str(tmp_path), ())
    verdict = helper.judge(compiled, DEPLOY, ctx=ctx)
    assert verdict.action == "deny" and "no branch that can be read" in verdict.reason


def test_the_branch_of_a_worktree_and_of_the_commands_own_folder(tmp_path: Path) -> None:
    repository(tmp_path / "main", "main")
    inner = tmp_path / "main" / ".git" / "worktrees" / "wt"
    inner.mkdir(parents=True)
    (inner / "HEAD").write_text("ref: refs/heads/topic\n")
    (tmp_path / "wt" / "deep").mkdir(parents=True)
    (tmp_path / "wt" / ".git").write_text(f"gitdir: {inner}\n")
    compiled = helper.compiled(helper.policy(rule("deny", rest='require = { branch = "main" }')))
    ctx = Context(str(tmp_path / "main"), str(tmp_path / "main"), ())
    for cwd, want in (("", "pass"), (str(tmp_path / "wt" / "deep"), "deny"), (None, "deny")):
        found = Script((helper.command("deploy now", cwd=cwd),))
        assert helper.judge(compiled, DEPLOY, ctx=ctx, script=found).action == want


def test_required_path_and_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import posix

    text = rule("deny", rest='require = { exists = "ok.txt", env = { STAGE = "test" } }')
    compiled = helper.compiled(helper.policy(text))
    ctx = Context(str(tmp_path), str(tmp_path), ())
    assert '"ok.txt" exists' in helper.judge(compiled, DEPLOY, ctx=ctx).reason
    (tmp_path / "ok.txt").touch()
    assert 'STAGE="test"' in helper.judge(compiled, DEPLOY, ctx=ctx).reason
    monkeypatch.setitem(posix.environ, b"STAGE", b"test")
    assert helper.judge(compiled, DEPLOY, ctx=ctx).action == "pass"
    for value, want in ((Word("prod"), "deny"), (Word("test", literal=False), "deny")):
        found = Script((helper.command("deploy now", assigns=(("STAGE", value),)),))
        assert helper.judge(compiled, DEPLOY, ctx=ctx, script=found).action == want


GUARD = rule("deny", '{ command = "deploy", python = "guards.py:check" }')


def test_a_python_guard_is_silent_until_its_bytes_are_trusted() -> None:
    assert helper.judge(helper.compiled(helper.policy(GUARD)), DEPLOY).action == "pass"


def test_a_trusted_python_guard_is_asked_only_after_the_rest_holds() -> None:
    digests = (("/srv/site/guards.py", "ab12"),)
    compiled = helper.compiled(helper.policy(GUARD, digests=digests))
    asked: list[tuple[str, str, str]] = []

    def ask(path: str, function: str, digest: str, call: Call) -> str | None:
        asked.append((path, function, digest))
        return "It is Friday." if "now" in (call.command or "") else None

    assert helper.judge(compiled, {"command": "ls"}, ask_guard=ask).action == "pass"
    assert asked == []
    assert helper.judge(compiled, DEPLOY, ask_guard=ask).reason == "Said. It is Friday."
    assert asked == [("/srv/site/guards.py", "check", "ab12")]
    assert helper.judge(compiled, {"command": "deploy x"}, ask_guard=ask).action == "pass"


words = st.sampled_from(["git", "push", "-f", "--", "rm", "$X", "*", "", "deploy", "cp", "make"])
paths = st.sampled_from(["/", "/etc", "/srv/site/migrations/x", "migrations", "..", "~", "", None])
params = st.dictionaries(
    st.sampled_from(["recursive", "branch", "target", "scope", "url"]), st.text(max_size=5)
)
names = st.sampled_from(["fs.write", "fs.read", "fs.delete", "git.push", "net.upload", "odd", ""])
effects = st.builds(
    lambda name, some, extra: Effect(name, tuple(some), tuple(sorted(extra.items()))),
    names,
    st.lists(paths, max_size=2),
    params,
)
commands = st.builds(
    lambda some: Command(tuple(helper.word(one) for one in some)),
    st.lists(words, min_size=1, max_size=4),
)
scripts = st.none() | st.builds(
    lambda some, opaque: Script(tuple(some), opaque),
    st.lists(commands, max_size=3),
    st.sampled_from(["", "too deep"]),
)
texts = st.text(max_size=8) | st.sampled_from(["git push", "drop table x", "https://evil.test"])
calls = st.builds(
    lambda kind, tool, text, some, urls: Call(
        "codex", kind, tool, command=text, text=text, writes=tuple(some), urls=tuple(urls)
    ),
    st.sampled_from(KINDS),
    st.sampled_from(["Bash", "CronCreate", ""]),
    texts,
    st.lists(texts, max_size=2),
    st.lists(texts, max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(
    calls,
    scripts,
    st.lists(st.tuples(effects, st.integers(-2, 4)), max_size=3),
    st.sampled_from(["", "git push x"]),
)
def test_decide_is_total_and_repeats_itself(
    call: Call, script: Script | None, found: list[tuple[Effect, int]], unread: str
) -> None:
    def run() -> Verdict:
        return decide(
            call,
            MATCHERS,
            helper.CONTEXT,
            script=script,
            effects=tuple(found),
            unread=unread,
            ask_guard=helper.no_guard,
            now=0.0,
        )

    first = run()
    assert first.action in ("deny", "ask", "pass") and first == run()
    assert first.action == "pass" or (first.reason.strip() and first.rule)


WIDE = helper.compiled(
    helper.policy(
        "".join(
            f'[[rule]]\nid = "w/{n}"\nmatch = {match}\n{action} = "Said."\n'
            for n, (match, action) in enumerate(
                (match, action)
                for action in ("tell", "ask", "deny")
                for match in (
                    '{ command = "git push" }',
                    '{ command = "*" }',
                    '{ command = "rm -f" }',
                    '{ effect = "fs.*", recursive = true }',
                    '{ delete = "~/x" }',
                    '{ delete = "/srv/site/**/x" }',
                    '{ write = ["migrations/x", "**/y"] }',
                    '{ read = "/etc" }',
                    '{ url = "*evil*" }',
                    '{ url = "https://evil.test" }',
                    '{ host = "evil.test" }',
                    '{ tool = "Bash", url = "*push" }',
                    '{ tool = "B*" }',
                    '{ branch = "?" }',
                    '{ text = "push" }',
                )
            )
        )
    )
)


@settings(max_examples=400, deadline=None)
@given(calls, scripts, st.lists(st.tuples(effects, st.integers(-1, 3)), max_size=3))
def test_the_index_hides_no_rule(
    call: Call, script: Script | None, found: list[tuple[Effect, int]]
) -> None:
    def run() -> Verdict:
        return decide(
            call,
            WIDE,
            helper.CONTEXT,
            script=script,
            effects=tuple(found),
            ask_guard=helper.no_guard,
            now=0.0,
        )

    indexed = run()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("failshut.policy.decide.numbers", lambda block, *rest: range(len(block[1])))
        assert run() == indexed


RANK = {"pass": 0, "ask": 1, "deny": 2}
MATCHES = st.sampled_from(
    [
        '{ command = "git push" }',
        '{ effect = "fs.*" }',
        '{ write = "migrations/**" }',
        '{ tool = "*" }',
        '{ text = "x" }',
        '{ url = "*" }',
    ]
)
RULES = st.lists(st.tuples(MATCHES, st.sampled_from(["deny", "ask", "tell"])), max_size=4)


def layer_of(name: str, rules: list[tuple[str, str]], mode: str, trusted: bool) -> object:
    body = f'mode = "{mode}"\n' + "".join(
        f'[[rule]]\nid = "{name}/{n}"\nmatch = {match}\n{action} = "Said."\n'
        for n, (match, action) in enumerate(rules)
    )
    return helper.policy(body, name, f"/srv/site/{name}.toml", trusted=trusted)


@settings(max_examples=150, deadline=None)
@given(
    RULES,
    RULES,
    st.sampled_from(["enforce", "observe"]),
    st.booleans(),
    calls,
    scripts,
    st.lists(st.tuples(effects, st.integers(-1, 3)), max_size=3),
)
def test_a_lower_layer_only_tightens(
    upper: list[tuple[str, str]],
    lower: list[tuple[str, str]],
    mode: str,
    trusted: bool,
    call: Call,
    script: Script | None,
    found: list[tuple[Effect, int]],
) -> None:
    above = layer_of("user", upper, "enforce", True)
    below = [layer_of(name, lower, mode, trusted) for name in ("project", "local")]

    def run(*policies: object) -> str:
        return decide(
            call,
            helper.compiled(*policies),  # type: ignore[arg-type]
            helper.CONTEXT,
            script=script,
            effects=tuple(found),
            ask_guard=helper.no_guard,
            now=0.0,
        ).action

    assert RANK[run(above, *below)] >= RANK[run(above)]
