"""The pinned agents are compared with what was installed, and nothing names where they come from."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
SPEC = importlib.util.spec_from_file_location("agents_tool", TOOLS / "agents.py")
assert SPEC is not None and SPEC.loader is not None
tool = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(tool)


def installed() -> dict[str, dict[str, object]]:
    return {
        f"node_modules/{row['name']}": {"version": row["version"], "integrity": f"sha512-{row['sha512']}"}
        for row in tool.pins()
    }


def test_what_is_pinned_is_fine() -> None:
    assert list(tool.wrong(tool.pins(), installed())) == []
    assert "http" not in (TOOLS / "agents.toml").read_text()


@pytest.mark.parametrize("row", tool.pins(), ids=lambda row: row["name"])
@pytest.mark.parametrize("key", ["version", "integrity", ""])
def test_another_package_is_named(row: dict[str, object], key: str) -> None:
    found = installed()
    place = f"node_modules/{row['name']}"
    if key:
        found[place] = found[place] | {key: "sha512-other"}
    else:
        del found[place]
    told = list(tool.wrong(tool.pins(), found))
    may_miss = not key and (row.get("part") or row.get("optional"))
    assert bool(told) is not bool(may_miss) and all(str(row["name"]) in one for one in told)
