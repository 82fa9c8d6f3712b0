"""The published schemas and the hosts' loaders agree: what is valid is loaded, what isn't is dropped."""

from __future__ import annotations

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.interpret.loading import loading
from lint import proofs

jsonschema = pytest.importorskip("jsonschema")

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schemas"
HOSTS = {
    "copilot": (r"\.(github|copilot)/hooks/.*\.json", ".github/hooks/a.json"),
    "cursor": (r"\.cursor/hooks\.json", ".cursor/hooks.json"),
    "kimi": (
        r"\.kimi-code/config\.toml|kimi\.plugin\.json|\.kimi-plugin/plugin\.json",
        "~/.kimi-code/config.toml",
    ),
    "antigravity": (r"[._]agents?/hooks\.json|\.gemini/config/hooks\.json", ".agents/hooks.json"),
}
"""Hosts → their hook files, and one of their names."""
UNTOLD = ("not-json", "not-toml", "disabled", "disabled-file", "neighbour", "not-read")
"""What drops hooks and isn't a matter of values."""


def judge(host: str) -> object:
    """Return the validator of a host's schema."""
    schema = json.loads((FOLDER / f"{host}-hooks.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


JUDGES = {host: judge(host) for host in HOSTS}


def fixtures(kind: str) -> list[tuple[str, Path]]:
    """Return the hook files of the rules' trees, with their hosts."""
    found = []
    for path in sorted(proofs.HERE.rglob("*")):
        inside = path.relative_to(proofs.HERE).as_posix()
        if path.is_file() and f"/{kind}" in inside:
            found += [
                (host, path)
                for host, (pattern, _) in HOSTS.items()
                if re.fullmatch(rf"[\w-]+/\w+/(?:.+/)?(?:{pattern})", inside)
            ]
    return found


def value(path: Path) -> object:
    """Return a file's value."""
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def drops(host: str, text: str) -> list[str]:
    """Return the cells by which the host drops something of a file."""
    name = HOSTS[host][1]
    switches = {"repo_hooks_trusted": True, "trusted": True, "env": {"COPILOT_HOOK_ALLOW_LOCALHOST": "1"}}
    if host == "kimi":
        switches["env"] = {"KIMI_MODEL_NAME": "m"}
    found = loading(host, {name: text}, switches=switches)
    return [drop.cell.rpartition("/")[2] for drop in found.dropped]


def as_text(host: str, one: object) -> str:
    """Return a value as the text of a host's file."""
    if host != "kimi":
        return json.dumps(one)
    assert isinstance(one, dict)
    import tomlkit

    return tomlkit.dumps(one)


@pytest.mark.parametrize(("host", "path"), fixtures("good"), ids=lambda one: str(one)[-60:])
def test_healthy_files_are_valid(host: str, path: Path) -> None:
    assert [error.message for error in JUDGES[host].iter_errors(value(path))] == []


def _bad() -> list[tuple[str, Path]]:
    found = []
    for host, path in fixtures("bad"):
        try:
            one = value(path)
        except (json.JSONDecodeError, tomllib.TOMLDecodeError):
            continue
        if set(drops(host, as_text(host, one))) - set(UNTOLD):
            found.append((host, path))
    return found


def test_there_are_files_that_hosts_drop() -> None:
    rules = {path.relative_to(proofs.HERE).parts[0] for _, path in _bad()}
    assert {"bad-timeout", "refused-url", "unknown-key", "unusable-entry", "wrong-version"} <= rules
    assert {host for host, _ in _bad()} >= {"copilot", "cursor", "kimi"}


@pytest.mark.parametrize(("host", "path"), _bad(), ids=lambda one: str(one)[-60:])
def test_what_a_host_drops_is_not_valid(host: str, path: Path) -> None:
    assert not JUDGES[host].is_valid(value(path))


WHOLE = {
    "copilot": {
        "version": 1,
        "hooks": {
            "preToolUse": [{"type": "command", "bash": "./guard", "timeoutSec": 10, "env": {"A": "b"}}],
            "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "http", "url": "https://a.example"}]}],
            "sessionStart": [{"type": "prompt", "prompt": "Hello"}, {"exec": "./log", "args": ["x"]}],
        },
    },
    "cursor": {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [{"command": "./guard", "timeout": 10, "failClosed": True}],
            "stop": [{"type": "prompt", "prompt": "Is it done?", "matcher": "x"}],
        },
    },
    "kimi": {
        "hooks": [
            {"event": "PreToolUse", "command": "./guard", "matcher": "Bash", "timeout": 10},
            {"event": "Stop", "command": "./gate"},
        ]
    },
    "antigravity": {
        "guard": {
            "enabled": True,
            "PreToolUse": [
                {"matcher": "run_command", "hooks": [{"type": "command", "command": "./guard"}]}
            ],
            "stop": [{"command": "./gate", "timeout": 10}],
        }
    },
}
ODD = [
    0, -1, 1, 2, 0.5, 601, 2**31, True, False, "", "10", "*", "x", "command", "prompt", "http", "agent",
    "https://a.example", "http://localhost:1/x", "http://a.example", "Stop", "preToolUse", [], {}, [1],
    {"command": "./x"}, {"type": "http"}, {"hooks": []}, {"hooks": 1}, {"A": "b"}, {"A": 1},
]  # fmt: skip
KEYS = [
    "type", "command", "bash", "exec", "url", "prompt", "timeout", "timeoutSec", "matcher", "env", "hooks",
    "version", "event", "enabled", "reason", "preToolUse", "PRETOOLUSE", "Stop", "fooEvent",
]  # fmt: skip


def _places(one: object) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    rows = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
    for key, inner in rows:
        found += [(key,), *((key, *rest) for rest in _places(inner))]
    return found


def _changed(one: object, place: tuple[object, ...], new: object, key: str) -> object:
    """Return a copy with another value at a place, without it, or with a key beside it."""
    made = deepcopy(one)
    inside = made
    for step in place[:-1]:
        inside = inside[step]  # type: ignore[index]
    if key and isinstance(inside, dict):
        inside[key] = new
    elif new is None:
        del inside[place[-1]]  # type: ignore[attr-defined]
    else:
        inside[place[-1]] = new  # type: ignore[index]
    return made


@pytest.mark.parametrize("host", HOSTS)
def test_the_whole_one_is_valid_and_loaded(host: str) -> None:
    assert JUDGES[host].is_valid(WHOLE[host]) and drops(host, as_text(host, WHOLE[host])) == []


@pytest.mark.parametrize("host", HOSTS)
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_schema_and_loader_agree(host: str, data: st.DataObject) -> None:
    one = WHOLE[host]
    for _ in range(data.draw(st.integers(1, 2))):
        places = _places(one)
        if not places:
            break
        one = _changed(
            one,
            data.draw(st.sampled_from(places)),
            data.draw(st.sampled_from([None, *ODD])),
            data.draw(st.sampled_from(["", *KEYS])),
        )
        if None in [_at(one, place) for place in _places(one)]:
            return
    lost = [cell for cell in drops(host, as_text(host, one)) if cell not in UNTOLD]
    assert JUDGES[host].is_valid(one) == (not lost), (lost, one)


def _at(one: object, place: tuple[object, ...]) -> object:
    for step in place:
        one = one[step]  # type: ignore[index]
    return one
