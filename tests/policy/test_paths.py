"""Follow links: a path is judged as written and where it leads."""

from __future__ import annotations

from pathlib import Path

import pytest

from failshut.model import Context
from failshut.policy import paths

from . import helper

RULES = """
[[rule]]
id = "own/gen"
match = [{ write = "gen/**" }, { delete = "gen/**" }]
deny = "No."
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("site/gen/deep", "site/src", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "site/alias").symlink_to("gen")
    (tmp_path / "site/deep").symlink_to("../site/gen/deep")
    (tmp_path / "site/out").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "site/loop").symlink_to("loop")
    (tmp_path / "linked").symlink_to("site")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "want"),
    [
        ("alias/x", "site/gen/x"),
        ("alias/none/../x", "site/gen/x"),
        ("deep/x/y", "site/gen/deep/x/y"),
        ("out", "elsewhere"),
        ("loop/x", "site/loop/x"),
        ("src/none/x", "site/src/none/x"),
    ],
)
def test_links_are_followed(root: Path, path: str, want: str) -> None:
    ctx = Context(str(root / "site"), str(root / "site"), ())
    segments = paths.split(paths.absolute(path, ctx))
    assert paths.real(segments, True) == paths.split(str(root / want))


def test_the_last_link_stays_when_it_is_removed_itself(root: Path) -> None:
    segments = paths.split(str(root / "site/out"))
    assert paths.real(segments, False) == segments
    assert paths.real((*segments, "x"), False) == paths.split(str(root / "elsewhere/x"))


@pytest.mark.parametrize("base", ["site", "linked"])
@pytest.mark.parametrize(
    ("kind", "path", "action"),
    [
        ("writes", "gen/x", "deny"),
        ("writes", "alias/x", "deny"),
        ("writes", "deep/x", "deny"),
        ("writes", "src/x", "pass"),
        ("deletes", "alias/x", "deny"),
        ("deletes", "alias", "pass"),
        ("writes", "a\0b", "pass"),
    ],
)
def test_rules_see_through_links(root: Path, base: str, kind: str, path: str, action: str) -> None:
    ctx = Context(str(root / base), str(root / base), ())
    row: dict[str, object] = {"call": {"kind": "write", kind: [path]}}
    compiled = helper.compiled(helper.policy(RULES, path=f"{root / base}/failshut.toml"))
    assert helper.judge(compiled, row, ctx=ctx).action == action


@pytest.mark.parametrize(
    ("path", "action"), [("out/x", "deny"), ("src", "pass"), ("out", "pass"), ("alias/x", "pass")]
)
@pytest.mark.parametrize("base", ["site", "linked"])
def test_outside_is_where_links_lead(root: Path, base: str, path: str, action: str) -> None:
    ctx = Context(str(root / base), str(root / base), ())
    spec = {"name": "fs.delete", "paths": [str(root / base / path)], "recursive": "yes"}
    row: dict[str, object] = {"command": "rm", "effects": [spec]}
    assert helper.judge(helper.compiled(), row, ctx=ctx).action == action


def test_absolute_globs_name_the_folder_a_linked_root_leads_to(root: Path) -> None:
    text = RULES.replace("gen/**", f"{root}/site/gen/**")
    ctx = Context(str(root / "linked"), str(root / "linked"), ())
    compiled = helper.compiled(helper.policy(text))
    row: dict[str, object] = {"call": {"kind": "write", "writes": ["gen/x"]}}
    assert helper.judge(compiled, row, ctx=ctx).action == "deny"
