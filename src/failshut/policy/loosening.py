"""Say in words what a policy file loosens, and check the Python guards that it names (cold)."""

from __future__ import annotations

import ast
import json
import time
from dataclasses import dataclass

from failshut.errors import PolicyError
from failshut.policy import digest
from failshut.policy.compile import guard_path
from failshut.policy.find import read_source
from failshut.policy.reader import near
from failshut.policy.schema import Exempt, Gate, Policy, Rule

MARK = 16
_DOES = {"deny": "refuse", "ask": "ask about", "tell": "say"}
OBSERVE_USER = (
    "Nothing of the baseline is refused any more; only `self` and the policies of other layers are."
)


@dataclass(frozen=True)
class Guard:
    """One use of a Python guard: its absolute path and function, and the rule that names it."""

    path: str
    function: str
    policy: str
    line: int


def guards(policy: Policy) -> list[Guard]:
    """Return the Python guards that a policy's rules name."""
    return [
        Guard(guard_path(policy.path, table[9][0]), table[9][1], policy.path, rule.line)
        for rule in policy.rules
        for table in rule.match
        if table[9]
    ]


def digests(policy: Policy) -> tuple[tuple[str, str], ...]:
    """Return the hash of each Python guard; one that can't run is a ``PolicyError``."""
    return tuple(sorted({one.path: digest.digest(source(one)).hex() for one in guards(policy)}.items()))


def guard_problems(policy: Policy) -> list[PolicyError]:
    """Return why guards of a policy can't be trusted, each once."""
    found: list[PolicyError] = []
    for one in guards(policy):
        try:
            source(one)
        except PolicyError as error:
            if str(error) not in map(str, found):
                found.append(error)
    return found


def source(guard: Guard) -> bytes:
    """Return the guard's bytes; raises ``PolicyError`` when they don't hold its function."""
    data = read_source(guard.path)
    if data is None:
        problem = f"The guard {guard.path} doesn't exist."
        raise PolicyError(guard.policy, guard.line, problem, "Create it, or remove its rule.")
    try:
        tree = ast.parse(data, guard.path)
        compile(data, guard.path, "exec", dont_inherit=True)
    except SyntaxError as error:
        problem = f"The guard can't be compiled: {error.msg}."
        raise PolicyError(guard.path, error.lineno or 0, problem, "Correct it.") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise PolicyError(guard.path, 0, f"The guard can't be compiled: {error}.", "Correct it.") from None
    names = _bound(tree.body)
    if guard.function not in names and "*" not in names:
        problem = f"The guard {guard.path} has no function `{guard.function}`."
        fix = near(guard.function, names) if names else "Define it there."
        raise PolicyError(guard.policy, guard.line, problem, fix)
    return data


def _bound(body: list[ast.stmt]) -> tuple[str, ...]:
    """Return the names that a module's statements may bind to a function; "*" = any."""
    found: list[str] = []
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.append(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found += [(one.asname or one.name).split(".")[0] for one in node.names]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name)]
        else:
            for name in ("body", "orelse", "finalbody"):
                found += _bound(getattr(node, name, []))
            for handler in getattr(node, "handlers", []):
                found += _bound(handler.body)
    return tuple(dict.fromkeys(found))


def exception_words(exempt: Exempt) -> str:
    """Return what an exception lets through, why and until when, in four lines."""
    last = exempt.raw.get("until")
    over = exempt.until and exempt.until <= time.time()
    until = f"expired on {last}, has no effect" if over else f"{last}, that day included"
    head = "has no effect" if over else "takes effect"
    return (
        f"{exempt.path}:{exempt.line}: the exception for {exempt.rule} {head}.\n"
        f"  match: {written(exempt.raw.get('match'))}\n"
        f"  reason: {exempt.reason}\n"
        f"  until: {until if exempt.until else 'no end'}"
    )


def observe_words(policy: Policy) -> str:
    """Return what a file in ``observe`` mode no longer refuses."""
    own = ", ".join(rule.id for rule in policy.rules)
    packs = ", ".join(policy.extends)
    said = f'{policy.path}: `mode = "observe"` takes effect.'
    if policy.layer == "user":
        said += f" {OBSERVE_USER}"
    said += f" Its own rules only record what they would refuse: {own or 'it has none'}."
    return said + (f" So do the rules of its packs: {packs}." if packs else "")


def observe_rule_words(rule: Rule) -> str:
    """Return what a rule in ``observe`` mode no longer does."""
    return f"{rule.path}:{rule.line}: the rule {rule.id} only records what it would {_DOES[rule.action]}."


def guard_words(policy: Policy, path: str, mark: str) -> str:
    """Return which guard may run, how long it is and the start of its hash."""
    mine = [one for one in guards(policy) if one.path == path]
    functions = ", ".join(dict.fromkeys(f"`{one.function}`" for one in mine))
    lines = len(source(mine[0]).splitlines())
    plural = "line" if lines == 1 else "lines"
    return (
        f"{policy.path}:{mine[0].line}: the guard {path} may run, in its present form.\n"
        f"  function: {functions}\n"
        f"  size: {lines} {plural}, mark {mark[:MARK]}"
    )


def written(value: object) -> str:
    """Return a value as it is written in TOML, on one line and with controls escaped."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(one) for one in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def gate_words(gate: Gate) -> str:
    """Say what trusting a gate lets run."""
    when = " and ".join(gate.at)
    return f"{gate.path}:{gate.line}: the gate {gate.id} runs `{gate.run}` on this machine at each {when}."
