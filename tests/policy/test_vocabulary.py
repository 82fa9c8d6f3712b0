"""The table of effects, parameters and events is what the rooms really speak of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import failshut
from failshut import hosts
from failshut.checking import examine, force
from failshut.effects.infer import effects_of
from failshut.effects.places import WHERE, guard_files, host_files
from failshut.model import Call, Context, Effect
from failshut.policy import vocabulary
from failshut.policy.load import load_pack
from failshut.policy.schema import BUILT_IN, HOSTS
from failshut.shell import commands as parse
from failshut.wire.entries import WIRINGS

ROOT, HOME = "/workspace/project", "/home/test"
CONTEXT = Context(ROOT, ROOT, (HOME,), guard_files(HOME), host_files(ROOT, (HOME,)))
TESTS = Path(__file__).parent.parent
SOURCE = Path(failshut.__file__).parent


def commands() -> Iterator[str]:
    """Yield the commands of the packs' examples and of the tests' tables."""
    for name in BUILT_IN:
        for rule in load_pack(name).rules:
            yield from (text for _, text in rule.examples)
    for path in TESTS.rglob("*.jsonl"):
        for line in path.read_text().splitlines():
            row = json.loads(line) if line.startswith("{") else {}
            if isinstance(row.get("command"), str):
                yield row["command"]


def emitted() -> Iterator[Effect]:
    """Yield the effects of all these commands and of file tools."""
    for command in commands():
        call = Call("codex", "shell", "Bash", command=command, text=command)
        yield from (effect for effect, _ in effects_of(call, parse(command), CONTEXT))
    for field in ("writes", "reads", "deletes"):
        for path in ("/etc/x", ".env", "x", ".git/config", ".claude/settings.json"):
            call = Call("codex", "write", "Write", text="disableAllHooks", **{field: (path,)})  # type: ignore[arg-type]
            yield from (effect for effect, _ in effects_of(call, None, CONTEXT))


def test_every_emitted_effect_parameter_and_value_is_known() -> None:
    found = list(emitted())
    assert len(found) > 300
    for effect in found:
        known = vocabulary.EFFECTS[effect.name]
        for key, value in effect.params:
            assert key in known, (effect.name, key)
            assert not known[key] or value in known[key], (effect.name, key, value)


def test_every_known_effect_and_parameter_is_emitted() -> None:
    found = list(emitted())
    assert {effect.name for effect in found} == set(vocabulary.EFFECTS)
    missing = {
        (name, key)
        for name, params in vocabulary.EFFECTS.items()
        for key in params
        if not any(effect.name == name and effect.param(key) for effect in found)
    }
    assert missing <= {("fs.move", "secret")}  # no command of the tables moves a secret


def test_every_value_stands_in_the_source() -> None:
    places = [*(SOURCE / "effects").rglob("*.py"), *(SOURCE / "effects" / "tools").glob("*.toml")]
    text = "".join(path.read_text() for path in places)
    written = set(re.findall(r"""["']([a-z-]+)["']""", text))
    for name, params in vocabulary.EFFECTS.items():
        for key, values in params.items():
            assert set(values) <= written, (name, key)
    assert set(vocabulary.WHERE) == {*WHERE}
    for value in re.findall(r'\bwhat="([a-z-]+)"', text):
        assert any(value in params.get("what", ()) for params in vocabulary.EFFECTS.values()), value


def test_every_event_of_every_host_is_known() -> None:
    asked, later, spoken = vocabulary.pre_tool(), vocabulary.later(), vocabulary.moments()
    assert asked[0] == "PreToolUse" and {"BeforeTool", "beforeMCPExecution"} <= {*asked}
    assert {"Stop", "agentStop", "PreInvocation"} <= {*later}
    assert not {one.lower() for one in asked} & {one.lower() for one in later}
    for name in HOSTS:
        module = hosts.load(name)
        assert module.EVENT in module.PRE_TOOL, name
        assert {*WIRINGS[name].events} - {*module.SESSION} <= {*module.PRE_TOOL} <= {*asked}, name
        known = {one.lower() for one in asked + later + spoken}
        assert {one.lower() for one in module.OTHER_EVENTS} <= known


def test_a_shell_call_carries_an_event_at_which_rules_hold() -> None:
    where = force.Place(ROOT, ROOT, HOME)
    for name in HOSTS:
        assert examine.call_of(name, "ls", where).event in vocabulary.pre_tool()
