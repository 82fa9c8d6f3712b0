"""Keep the hot modules' imports, the generated packs and the dispatch small and fresh."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
ROOT = SRC.parent

OWN = {
    "failshut",
    "failshut.errors",
    "failshut.model",
    "failshut.policy",
    "failshut.policy.builtin",
    "failshut.policy.cache",
    "failshut.policy.decide",
    "failshut.policy.files",
    "failshut.policy.find",
    "failshut.policy.globs",
    "failshut.policy.index",
    "failshut.policy.match",
    "failshut.policy.paths",
    "failshut.policy.scene",
    "failshut.policy.shapes",
}
BUILT_IN = {"failshut.version", "marshal", "posix", "sys", "time", "__future__"}


def run(code: str) -> str:
    code = f"import sys; sys.path.insert(0, {str(SRC)!r}); " + code
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def test_the_hot_modules_import_only_what_is_listed() -> None:
    out = run(
        "before = set(sys.modules); import failshut.policy.decide, failshut.policy.cache; "
        "print(*sorted(set(sys.modules) - before))"
    )
    assert set(out.split()) <= OWN | BUILT_IN
    assert set(out.split()) >= OWN


def test_a_decision_on_a_cached_policy_imports_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "failshut.toml").write_text(
        '[[rule]]\nid = "a"\nmatch = { command = "git push" }\ndeny = "No."\n'
    )
    code = (
        "from failshut.policy import cache, decide; from failshut import model as m; "
        f"base = {str(tmp_path)!r}; before = set(sys.modules); "
        "p = cache.policy_for(base, base, '', base + '/s', base + '/c', managed='/none'); "
        "s = m.Script((m.Command((m.Word('git'), m.Word('push'))),)); "
        "v = decide.decide(m.Call('codex', 'shell', 'Bash', command='git push'), p, "
        "m.Context(base, base, ()), script=s, effects=(), ask_guard=None); "
        "print(v.action, *sorted(set(sys.modules) - before))"
    )
    assert "tomllib" in run(code)
    store = "_blake2 binascii failshut.policy.argv failshut.policy.digest failshut.policy.store"
    assert run(code) == "deny " + store


def test_the_generated_packs_are_fresh() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "gen.py"), "--check"], check=True)


def test_gen_knows_its_targets() -> None:
    found = subprocess.run([sys.executable, str(ROOT / "tools" / "gen.py"), "nope"], capture_output=True)
    assert found.returncode == 2 and b"builtin" in found.stderr


def test_compiling_twice_gives_the_same_bytes() -> None:
    from . import helper

    text = (helper.DATA / "decide" / "matchers.toml").read_text("utf-8")
    assert repr(helper.compiled(helper.policy(text))) == repr(helper.compiled(helper.policy(text)))


@pytest.mark.parametrize(
    ("kind", "value", "wanted"),
    [
        ("command", "tool{0} run", [7]),
        ("command", "git sub{0}", [7]),
        ("write", "gen/{0}/**", [7]),
        ("effect", "a.b{0}", [7]),
        ("host", "h{0}.test", [7]),
        ("url", "https://H7.test/{0}", []),
        ("mcp", "server/tool{0}", [7]),
        ("tool", "Bash{0}", [7]),
    ],
)
def test_a_thousand_rules_are_found_by_index(
    kind: str, value: str, wanted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from failshut.policy import vocabulary
    from failshut.policy.index import numbers
    from failshut.policy.scene import Scene, keys

    from . import helper

    monkeypatch.setattr(
        vocabulary, "EFFECTS", {**vocabulary.EFFECTS, **{f"a.b{n}": {} for n in range(1000)}}
    )
    rules = "".join(
        f'[[rule]]\nid = "n{n}"\nmatch = {{ {kind} = "{value.format(n)}" }}\ndeny = "No."\n'
        for n in range(1000)
    )
    block = helper.compiled(helper.policy(rules))[1][0]
    specs: list[dict[str, object]] = [
        {"name": "fs.write", "paths": ["/srv/site/gen/7/x"]},
        {"name": "a.b7", "url": "https://H7.test./x"},
    ]
    call = helper.Call("codex", "shell", "Bash7", server="server", mcp_tool="tool7")
    found = tuple(helper.effect(spec) for spec in specs)
    scene = Scene(call, helper.CONTEXT, helper.script("tool7 run; git -C x sub7"), found)
    assert numbers(block, *keys(scene)) == wanted


def test_a_span_finds_all_keys_below_it_across_pages() -> None:
    from failshut.policy.index import numbers

    from . import helper

    rules = "".join(
        f'[[rule]]\nid = "n{n}"\nmatch = {{ write = "{"ab"[n % 2]}/{n}/**" }}\ndeny = "No."\n'
        for n in range(300)
    )
    block = helper.compiled(helper.policy(rules))[1][0]
    for span, wanted in (
        ("w:a/", range(0, 300, 2)),
        ("w:b/", range(1, 300, 2)),
        ("w:", range(300)),
        ("w:a/17", [170, 172, 174, 176, 178]),
        ("w:a/999", []),
        ("w:b/17", [17, 171, 173, 175, 177, 179]),
        ("x", []),
        ("a", []),
    ):
        assert numbers(block, set(), [span]) == list(wanted)
    for n in range(300):
        assert numbers(block, {f"w:{'ab'[n % 2]}/{n}/"}, []) == [n]
    assert numbers(block, {"w:", "zz", "", "w:a/1/"}, []) == []


def test_the_public_hash_gives_what_the_private_module_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import builtins
    import importlib

    from failshut.policy import digest

    private = (digest.digest(b"x"), digest.name_of("x"))
    real = builtins.__import__

    def without(name: str, *rest: object) -> object:
        outer = rest[0] if rest and isinstance(rest[0], dict) else {}
        if name == "_blake2" and outer.get("__name__") == digest.__name__:
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "__import__", without)
        importlib.reload(digest)
        assert digest.blake2b.__module__ in ("_blake2", "hashlib")
        assert (digest.digest(b"x"), digest.name_of("x")) == private
    importlib.reload(digest)
