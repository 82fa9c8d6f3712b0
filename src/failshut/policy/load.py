"""Load a policy file strictly: every problem has a file, a line and a way out."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from failshut.errors import PolicyError
from failshut.policy import schema
from failshut.policy.find import read_source
from failshut.policy.gates import read_gate
from failshut.policy.reader import Reader, near
from failshut.policy.rules import read_exempt, read_rule
from failshut.policy.schema import Exempt, Gate, Policy, Rule, Trial
from failshut.policy.trials import read_trial

NO_PACKS = "Remove it: this version ships no packs but `baseline` and `self`, which always hold."


def load(path: str, layer: str = "project") -> Policy:
    """Return the policy in the file; raises ``PolicyError`` for its first problem."""
    return read(path, _bytes(path), layer)


def problems(path: str, layer: str = "project", *, warnings: bool = False) -> list[PolicyError]:
    """Return all problems of the file in line order; ``warnings`` adds what only should improve."""
    try:
        data = _bytes(path)
    except PolicyError as error:
        return [error]
    _, errors, remarks = parse(path, data, layer)
    return sorted(errors + (remarks if warnings else []), key=lambda error: error.line)


def read(path: str, data: bytes, layer: str) -> Policy:
    """Return the policy in the bytes; raises ``PolicyError`` for the first problem."""
    policy, errors, _ = parse(path, data, layer)
    if errors:
        raise min(errors, key=lambda error: error.line)
    return policy


def parse(path: str, data: bytes, layer: str) -> tuple[Policy, list[PolicyError], list[PolicyError]]:
    """Return the policy (what of it can be used), its problems and its warnings."""
    table, text, failure = _toml(path, data)
    empty = Policy(layer, path)
    if failure is not None:
        return empty, [failure], []
    prefix: tuple[str, ...] = ()
    if os.path.basename(path) == "pyproject.toml":
        prefix = ("tool", "failshut")
        tools = table.get("tool")
        inner = tools.get("failshut") if isinstance(tools, dict) else None
        if inner is None:
            return empty, [], []
        table = inner if isinstance(inner, dict) else {"": inner}
    reader = Reader(path, text, prefix)
    policy = _policy(reader, table, layer)
    return policy, reader.problems, reader.warnings


def _policy(reader: Reader, table: dict[str, object], layer: str) -> Policy:
    known = schema.PACK_KEYS if layer == "pack" else schema.TOP_KEYS
    reader.keys(table, known, (), "the policy")
    mode = "enforce"
    if "mode" in table and layer != "pack":
        mode = reader.choice(table["mode"], schema.MODES, ("mode",), "`mode`") or mode
    return Policy(
        layer=layer,
        path=reader.path,
        extends=_extends(reader, table) if layer != "pack" else (),
        mode=mode,
        rules=_rules(reader, table),
        exempts=_exempts(reader, table) if layer != "pack" else (),
        tests=_tests(reader, table) if layer != "pack" else (),
        gates=_gates(reader, table) if layer != "pack" else (),
        extends_line=reader.line(("extends",)),
    )


def _toml(path: str, data: bytes) -> tuple[dict[str, object], str, PolicyError | None]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fix = "Save it as UTF-8."
        return {}, "", PolicyError(path, line, "The file isn't UTF-8.", fix)
    text = text.replace("\r\n", "\n")
    try:
        return tomllib.loads(text), text, None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        what = str(error).split(" (at ")[0]
        problem = f"The file is no valid TOML: {what}."
        return {}, text, PolicyError(path, line, problem, "Correct this line, or the one before.")
    except RecursionError:
        return {}, text, PolicyError(path, 0, "The file nests too deeply.", "Flatten it.")


def _rules(reader: Reader, table: dict[str, object]) -> tuple[Rule, ...]:
    found: list[Rule] = []
    seen: dict[str, int] = {}
    for number, value in enumerate(_array(reader, table, "rule")):
        rule = read_rule(reader, value, ("rule", number))
        name = value.get("id") if isinstance(value, dict) else None
        if isinstance(name, str) and name in seen:
            reader.error(
                ("rule", number, "id"),
                f"The id {name!r} is used twice; first in line {seen[name]}.",
                "Give each rule its own id.",
            )
        elif isinstance(name, str):
            seen[name] = reader.line(("rule", number, "id"))
        if rule is not None:
            found.append(rule)
    return tuple(found)


def _exempts(reader: Reader, table: dict[str, object]) -> tuple[Exempt, ...]:
    found = [
        read_exempt(reader, value, ("except", number))
        for number, value in enumerate(_array(reader, table, "except"))
    ]
    return tuple(one for one in found if one is not None)


def _tests(reader: Reader, table: dict[str, object]) -> tuple[Trial, ...]:
    found = [
        read_trial(reader, value, ("test", number))
        for number, value in enumerate(_array(reader, table, "test"))
    ]
    return tuple(one for one in found if one is not None)


def _gates(reader: Reader, table: dict[str, object]) -> tuple[Gate, ...]:
    found: list[Gate] = []
    for number, value in enumerate(_array(reader, table, "gate")):
        gate = read_gate(reader, value, ("gate", number))
        if gate is not None and gate.id in [one.id for one in found]:
            reader.error(
                ("gate", number, "id"), f"The gate {gate.id!r} stands twice.", "Give each its own id."
            )
        elif gate is not None:
            found.append(gate)
    return tuple(found)


def _array(reader: Reader, table: dict[str, object], key: str) -> list[object]:
    value = table.get(key, [])
    if isinstance(value, list):
        return value
    reader.error((key,), f"`{key}` is no array of tables.", f"Write `[[{key}]]` with two brackets.")
    return []


def _extends(reader: Reader, table: dict[str, object]) -> tuple[str, ...]:
    if "extends" not in table:
        return ()
    value = table["extends"]
    known = pack_names()
    if not isinstance(value, list):
        example = f'a list, e.g. ["{known[0]}"]' if known else "a list of packs' names, or remove the line"
        reader.wrong(("extends",), "`extends`", example, value)
        return ()
    names = reader.texts(value, ("extends",), "`extends`") if value else ()
    for name in names:
        if name in schema.BUILT_IN or name in built_in_parts():
            problem = f"`{name}` needn't be named: the built-in packs always hold."
            reader.warn(("extends",), problem, "Remove it." if len(names) > 1 else "Remove the line.")
        elif name not in known:
            fix = near(name, known) if known else NO_PACKS
            listing = ", ".join(known)
            if fix.startswith("Did"):
                fix += f" Known packs: {listing}."
            reader.error(("extends",), f"There is no pack called {name!r}.", fix)
    return tuple(name for name in names if name in known)


# Not importlib.resources: in a hook run the package has no import spec.
PACKS = Path(__file__).parent / "packs"


def pack_names() -> tuple[str, ...]:
    """Return the names of the packs a policy can extend; the built-in ones always hold."""
    names = [one.stem for one in PACKS.glob("*.toml")]
    return tuple(sorted(name for name in names if name not in schema.BUILT_IN))


def built_in_parts() -> tuple[str, ...]:
    """Return the names of the files that baseline is made of."""
    return tuple(path.stem for path in pack_files("baseline"))


def pack_files(name: str) -> list[Path]:
    """Return a pack's files: ``NAME.toml``, or those of the folder ``NAME``."""
    single = PACKS / f"{name}.toml"
    return [single] if single.is_file() else sorted((PACKS / name).glob("*.toml"))


def load_pack(name: str) -> Policy:
    """Return a shipped pack; its rules' source is ``pack NAME`` or ``pack NAME/PART``."""
    found: list[Rule] = []
    for path in pack_files(name):
        label = "pack " + path.relative_to(PACKS).as_posix().removesuffix(".toml")
        found += read(label, path.read_bytes(), "pack").rules
    return Policy("pack", f"pack {name}", rules=tuple(found))


def _bytes(path: str) -> bytes:
    data = read_source(path)
    if data is None:
        raise PolicyError(path, 0, "There is no such file.", "Name one that exists.")
    return data
