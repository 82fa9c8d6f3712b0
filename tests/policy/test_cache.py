"""Find, remember, trust and cache: on real folders."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from failshut.errors import PolicyError
from failshut.model import Context, Verdict
from failshut.policy import cache, digest, files, state, store
from failshut.policy.find import candidates, chain, read_source
from failshut.policy.shapes import Tuple

from . import helper

RULE = '[[rule]]\nid = "own/{0}"\nmatch = {{ command = "{0}" }}\ndeny = "No {0}."\n'


@dataclass
class Place:
    """A session root with its own home, state and cache."""

    base: Path

    def __post_init__(self) -> None:
        for name in ("root/.git", "home/.config/failshut"):
            (self.base / name).mkdir(parents=True, exist_ok=True)
        self.root = self.base / "root"
        self.project = self.root / "failshut.toml"
        self.user = self.base / "home/.config/failshut/failshut.toml"
        self.managed = self.base / "etc/failshut.toml"
        self.state, self.cache = self.base / "own/state", self.base / "own/cache"

    def policy(self, cwd: str = "") -> Tuple:
        return cache.policy_for(
            str(self.root),
            cwd,
            str(self.base / "home"),
            str(self.state),
            str(self.cache),
            managed=str(self.managed),
        )

    def judge(self, text: str, cwd: str = "", **row: object) -> Verdict:
        ctx = Context(str(self.root), str(self.root), (str(self.base / "home"),))
        return helper.judge(self.policy(cwd), {"command": text, **row}, ctx=ctx)

    def cached(self) -> Path:
        (found,) = self.cache.iterdir()
        return found

    def trust(self, layer: str = "project", path: Path | None = None) -> list[str]:
        return state.trust(str(self.state), [(layer, str(path or self.project))])


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("failshut.policy.builtin.BLOCKS", helper.baseline())


def test_no_policy_file_is_the_built_in_policy_and_touches_nothing(place: Place) -> None:
    assert [block[0] for block in place.policy()[1]] == ["baseline", "self"]
    assert not place.cache.exists() and not place.state.exists()
    (place.root / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert len(place.policy()[1]) == 2


def test_all_layers_add(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.user.write_text(RULE.format("two"))
    (place.root / ".failshut.toml").write_text(RULE.format("three"))
    (place.root / "failshut.local.toml").write_text(RULE.format("four"))
    (place.root / "pyproject.toml").write_text(
        "[tool.failshut]\n[[tool.failshut.rule]]\n" + RULE.format("five")[9:]
    )
    place.managed.parent.mkdir()
    place.managed.write_text(RULE.format("six"))
    for _ in range(2):
        for name in ("one", "two", "three", "four", "five", "six"):
            assert place.judge(name).rule == f"own/{name}"
        assert place.judge("seven").action == "pass"


def test_files_up_to_the_git_top_level_and_of_the_cwd_are_added(place: Place) -> None:
    sub, other = place.root / "a/b", place.base / "other/.git"
    sub.mkdir(parents=True)
    other.mkdir(parents=True)
    place.project.write_text(RULE.format("top"))
    (place.root / "a/failshut.toml").write_text(RULE.format("middle"))
    (place.base / "failshut.toml").write_text(RULE.format("above"))
    (place.base / "other/failshut.toml").write_text(RULE.format("elsewhere"))
    assert place.judge("middle").action == "pass"
    for cwd, names in ((str(sub), "top middle"), (str(other.parent), "top elsewhere")):
        for name in names.split():
            assert place.judge(name, cwd).action == "deny"
        assert place.judge("above", cwd).action == "pass"


def test_a_worktree_is_its_own_top(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "wt/sub").mkdir(parents=True)
    (tmp_path / "wt/.git").write_text("gitdir: elsewhere\n")
    assert chain(str(tmp_path / "wt/sub")) == [str(tmp_path / "wt"), str(tmp_path / "wt/sub")]
    assert candidates("/r", "/r", "/h", managed="/m")[:3] == (
        (
            ("managed", "/m"),
            ("user", "/h/.config/failshut/failshut.toml"),
            ("project", "/r/failshut.toml"),
        )
    )


def test_a_broken_file_refuses_every_time(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    place.project.write_text(RULE.format("one") + "nope = 1\n")
    for _ in range(2):
        with pytest.raises(PolicyError) as caught:
            place.policy()
        assert (caught.value.path, caught.value.line) == (str(place.project), 5)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs files of root and of others")
def test_a_managed_file_that_others_can_change_is_an_error(place: Place) -> None:
    place.managed.parent.mkdir()
    place.managed.write_text(RULE.format("one"))
    assert place.judge("one").action == "deny"
    place.managed.chmod(0o664)
    with pytest.raises(PolicyError, match="others than root"):
        place.policy()
    place.managed.chmod(0o644)
    place.managed.parent.chmod(0o777)
    with pytest.raises(PolicyError, match="others than root"):
        place.policy()
    place.managed.parent.chmod(0o755)
    os.chown(place.managed, 1234, 0)
    with pytest.raises(PolicyError, match="others than root"):
        place.policy()


def test_odd_places_are_absent_or_errors(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read_source(str(tmp_path / "file/failshut.toml")) is None
    assert read_source("a\0b") is None
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PolicyError, match="regular"):
        read_source(str(tmp_path / "pipe"))


def test_a_removed_or_changed_rule_stands_until_trusted(place: Place) -> None:
    place.project.write_text(RULE.format("one") + RULE.format("two"))
    place.policy()
    place.project.write_text(RULE.format("two").replace("deny", "tell"))
    for _ in range(2):
        one, two = place.judge("one"), place.judge("two")
        assert one.action == two.action == "deny"
        assert one.reason.startswith("No one. (The rule was removed from ")
        assert two.reason.startswith("No two. (The rule was changed in ")
        assert str(place.project) in one.reason and "failshut trust" in one.reason
    said = place.trust()
    assert len(said) == 2 and "own/one (deny) no longer holds" in said[0]
    assert place.judge("one").action == "pass" and place.judge("two").tell == "No two."


def test_what_was_added_and_taken_back_untrusted_stands_too(place: Place) -> None:
    for names in (["one"], ["one", "two"], ["two"], ["three"], []):
        place.project.write_text("".join(RULE.format(name) for name in names))
        place.policy()
    for name in ("one", "two", "three"):
        assert place.judge(name).action == "deny"


def test_a_removed_file_keeps_its_rules(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    place.project.unlink()
    assert place.judge("one").action == "deny"
    place.trust()
    assert place.judge("one").action == "pass"


def test_a_sentence_may_change_without_trust(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    place.project.write_text(RULE.format("one").replace("No one.", "Never."))
    assert place.judge("one").reason == "Never."


def test_exceptions_and_observing_need_trust_in_these_bytes(place: Place) -> None:
    text = 'mode = "observe"\n' + RULE.format("one") + RULE.format("two")
    place.project.write_text(text)
    assert place.judge("one").action == "deny"
    assert any("only record" in one for one in place.trust())
    assert place.judge("one").marks == ("observe: own/one",)
    place.project.write_text(text + "# changed\n")
    assert place.judge("one").action == "deny"
    place.project.write_text(
        RULE.format("one")
        + '[[except]]\nrule = "own/one"\nmatch = { command = "one x" }\nreason = "ours"\n'
    )
    assert place.judge("one x").action == "deny"
    assert any("exception for own/one takes effect." in one for one in place.trust())
    assert place.judge("one x").action == "pass" and place.judge("one y").action == "deny"


def test_one_rule_may_observe_alone_once_trusted_in_these_bytes(place: Place) -> None:
    text = RULE.format("one").replace("match", 'mode = "observe"\nmatch', 1) + RULE.format("two")
    place.project.write_text(RULE.format("one") + RULE.format("two"))
    assert place.judge("one").action == "deny"
    place.project.write_text(text)
    assert place.judge("one").action == "deny"
    assert [one for one in place.trust() if "own/one only records what it would refuse" in one]
    assert (place.judge("one").action, place.judge("one").marks) == ("pass", ("observe: own/one",))
    assert place.judge("two").action == "deny"
    place.project.write_text(text + "# changed\n")
    assert place.judge("one").action == "deny"


def test_a_rule_that_observes_hides_no_other_rule(place: Place) -> None:
    place.project.write_text(
        RULE.format("one").replace("match", 'mode = "observe"\nmatch', 1)
        + RULE.format("one").replace("own/one", "own/other")
    )
    place.trust()
    verdict = place.judge("one")
    assert (verdict.action, verdict.rule, verdict.marks) == ("deny", "own/other", ("observe: own/one",))


def test_a_guard_runs_in_its_trusted_form_even_when_the_policy_changes(place: Place) -> None:
    place.project.write_text(RULE.format("one").replace('"one" }', '"one", python = "g.py:f" }'))
    (place.root / "g.py").write_text("def f(call): return 'x'\n")
    assert place.judge("one").action == "pass"
    assert any("g.py may run" in one for one in place.trust())
    place.project.write_text(place.project.read_text() + "# changed\n")
    asked: list[str] = []

    def ask(path: str, function: str, mark: str, call: object) -> str:
        asked.append(mark)
        return "Said."

    ctx = Context(str(place.root), str(place.root), ())
    verdict = helper.judge(place.policy(), {"command": "one"}, ctx=ctx, ask_guard=ask)
    assert verdict.action == "deny"
    assert asked == [digest.digest((place.root / "g.py").read_bytes()).hex()]


def test_a_state_that_cannot_be_written_loosens_nothing(place: Place) -> None:
    place.state.parent.mkdir()
    place.state.write_text("a file where the folder should be")
    place.project.write_text('mode = "observe"\n' + RULE.format("one"))
    assert place.judge("one").action == "deny"
    with pytest.raises(OSError, match="nothing is trusted"):
        place.trust()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 99}'])
def test_a_state_that_cannot_be_read_refuses_until_trusted(place: Place, text: str) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    (path,) = place.state.iterdir()
    path.write_text(text)
    with pytest.raises(PolicyError, match="failshut trust"):
        place.policy()
    assert place.trust()
    assert place.judge("one").action == "deny"


def test_states_are_listed_by_path(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    assert state.known_states(str(place.state)) == [str(place.project)]
    assert state.known_states(str(place.base / "none")) == []


def test_a_cached_policy_is_used_and_equal(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.project.write_text(RULE.format("one"))
    first = place.policy()
    monkeypatch.setattr("failshut.policy.rebuild.rebuild", None)
    assert place.policy() == first
    assert place.cached().stat().st_mode & 0o777 == 0o600
    assert place.cache.stat().st_mode & 0o777 == 0o700


def test_every_flipped_byte_of_the_cache_is_noticed(place: Place) -> None:
    place.project.write_text(RULE.format("one") + RULE.format("two"))
    first = place.policy()
    path = place.cached()
    good = path.read_bytes()
    sources = cache.gather(
        candidates(str(place.root), "", str(place.base / "home"), managed=str(place.managed)),
        str(place.state),
    )
    key = "\0".join((str(place.root), str(place.state), *(one[1] for one in sources)))
    assert store.recall(good, key, sources) is not None
    for at in range(len(good)):
        bad = good[:at] + bytes([good[at] ^ (1 << at % 8)]) + good[at + 1 :]
        assert store.recall(bad, key, sources) is None
        assert store.recall(good[:at], key, sources) is None
    for bad in (b"", good[:40], good + b"x", good[:-1] + b"\xff", b"\0" * 5000):
        path.write_bytes(bad)
        assert place.policy() == first
        assert path.read_bytes() == good


def test_a_cache_of_another_shape_version_or_count_is_rebuilt(place: Place) -> None:
    place.project.write_text(RULE.format("one") + RULE.format("two"))
    place.policy()
    sources = cache.gather((("project", str(place.project)),), str(place.state))
    key = "k"
    one = helper.compiled(helper.policy(RULE.format("one")))
    two = helper.compiled(helper.policy(RULE.format("one") + RULE.format("two")))
    body = (two[1][0], (), ())
    assert store.recall(store.pack(key, sources, body), key, sources) == body
    assert store.recall(store.pack("other", sources, body), key, sources) is None
    assert store.recall(store.pack(key, (), body), key, sources) is None
    block = two[1][0]
    for bad in (
        (one[1][0], (), ()),
        (block, (), ("self",)),
        (block, (("layers", 2, 0, ()),), ()),
        (block, (("odd", 0, 0, ()),), ()),
        (block, (("layers", 0, 0, ((),)),), ()),
        (block[:-1], (), ()),
        ((*block[:1], "dx", *block[2:]), (), ()),
        ((*block[:3], (), (), *block[5:]), (), ()),
        ((*block[:4], (b"a", b"b"), *block[5:]), (), ()),
        ((*block[:5], ("a",), block[6]), (), ()),
        ((*block[:6], (b"a", b"b")), (), ()),
        ((*block[:2], "0", *block[3:]), (), ()),
        (("baseline", *block[1:]), (), ()),
        (block, ()),
        "text",
    ):
        assert store.recall(store.pack(key, sources, bad), key, sources) is None  # type: ignore[arg-type]


def test_an_unfit_cache_file_is_not_read(place: Place) -> None:
    place.project.write_text(RULE.format("one"))
    place.policy()
    path = place.cached()
    path.chmod(0o644)
    assert files.read(str(path)) == b""
    real = place.base / "real"
    path.rename(real)
    real.chmod(0o600)
    path.symlink_to(real)
    assert files.read(str(path)) == b""
    assert place.judge("one").action == "deny"
    assert not path.is_symlink()


def test_an_unwritable_cache_never_matters(place: Place) -> None:
    place.cache.parent.mkdir()
    place.cache.write_text("no folder")
    place.project.write_text(RULE.format("one"))
    for _ in range(2):
        assert place.judge("one").action == "deny"
    place.cache.unlink()
    place.cache.mkdir(mode=0o755)
    assert place.judge("one").action == "deny" and not list(place.cache.iterdir())


def test_a_write_cut_short_leaves_no_file(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    import posix

    def full(handle: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(posix, "write", full)
    assert files.write(str(place.cache / "x"), b"data") is False
    assert list(place.cache.iterdir()) == []


def test_sixteen_processes_on_a_cold_cache_all_answer_right(place: Place) -> None:
    place.project.write_text("".join(RULE.format(f"n{number}") for number in range(50)))
    code = (
        "import sys; from failshut.policy.cache import policy_for; "
        "p = policy_for(*sys.argv[1:5], sys.argv[5], managed='/none'); print(len(p[1][0][1]))"
    )
    arguments = [str(place.root), "", str(place.base / "home"), str(place.state), str(place.cache)]
    running = [
        subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)
        for _ in range(16)
    ]
    assert [one.communicate()[0].strip() for one in running] == ["50"] * 16
    assert len(list(place.cache.iterdir())) == 1 and len(list(place.state.iterdir())) == 1


PACK = '[[rule]]\nid = "pack/boat"\nmatch = { command = "sail" }\ndeny = "No sailing."\n'


@pytest.fixture
def boats(monkeypatch: pytest.MonkeyPatch) -> None:
    from failshut.policy.load import read

    monkeypatch.setattr("failshut.policy.load.pack_names", lambda: ("boats", "cars"))
    monkeypatch.setattr("failshut.policy.state.pack_names", lambda: ("boats", "cars"))
    monkeypatch.setattr(
        "failshut.policy.build.load_pack", lambda name: read(f"pack {name}", PACK.encode(), "pack")
    )


def test_a_pack_holds_once_named_and_until_its_removal_is_trusted(place: Place, boats: None) -> None:
    place.project.write_text('extends = ["boats"]\n')
    verdict = place.judge("sail")
    assert (verdict.rule, verdict.source) == ("pack/boat", "pack boats:1")
    place.project.write_text("extends = []\n")
    assert "The pack was removed from" in place.judge("sail").reason
    assert any("the pack boats no longer holds" in one for one in place.trust())
    assert place.judge("sail").action == "pass"
    place.project.write_text('extends = ["boat"]\n')
    with pytest.raises(PolicyError, match=r"Did you mean `boats`\? Known packs: boats, cars\."):
        place.policy()


def test_a_lower_layer_enforces_a_pack_that_an_upper_one_observes(place: Place, boats: None) -> None:
    place.user.write_text('mode = "observe"\nextends = ["boats"]\n')
    place.trust("user", place.user)
    assert place.judge("sail").marks == ("observe: pack/boat",)
    place.project.write_text('extends = ["boats"]\n')
    assert place.judge("sail").action == "deny"
    place.project.write_text(
        'extends = ["boats"]\n[[except]]\nrule = "pack/boat"\n'
        'match = { command = "sail x" }\nreason = "x"\n'
    )
    with pytest.raises(PolicyError, match="can't loosen 'pack/boat'"):
        place.policy()


def test_untrusted_guards_alone_are_cached_too(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.project.write_text(RULE.format("one").replace('"one" }', '"one", python = "g.py:f" }'))
    first = place.policy()
    monkeypatch.setattr("failshut.policy.rebuild.rebuild", None)
    assert place.policy() == first
