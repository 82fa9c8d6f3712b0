"""Say what a rule is: its verdict, sentences, examples, what each host makes of it, how to except it."""

from __future__ import annotations

from dataclasses import dataclass

from failshut import hosts
from failshut.checking import examine
from failshut.checking.force import InForce, Place
from failshut.exits import UsageError
from failshut.interpret import Outcome
from failshut.model import Verdict
from failshut.policy import load, schema
from failshut.policy.reader import near
from failshut.policy.schema import Exempt, Policy, Rule

OWNERS = {
    "self": "only a managed policy may loosen it",
    "baseline": "a user's or managed policy may loosen it",
}
OBSERVES = {
    "observe": 'It only records what it would do (`mode = "observe"`).',
    "untrusted": "Once a person has typed `failshut trust` it only records what it would do.",
}
ANOTHER = "its own file or a layer above may loosen it"


@dataclass(frozen=True)
class Page:
    """One rule in force: where it stands, and the exceptions that name it.

    ``mode`` is enforce, observe, or untrusted: it would only observe, once a person trusts its file.
    """

    rule: Rule
    owner: str
    place: str
    exempts: tuple[Exempt, ...]
    mode: str = "enforce"


def pages(force: InForce) -> list[Page]:
    """Return every rule that holds here: the files' in their order, their packs', then the built-in."""
    found: list[Page] = []
    exempts = [one for policy in force.files for one in policy.exempts]
    packs: list[str] = []

    def add(rules: tuple[Rule, ...], owner: str, policy: Policy | None = None) -> None:
        for rule in rules:
            mine = tuple(one for one in exempts if one.rule == rule.id)
            mode = "enforce"
            if policy is not None and "observe" in (policy.mode, rule.mode):
                mode = "observe" if policy.trusted else "untrusted"
            found.append(Page(rule, owner, f"{rule.path}:{rule.line}", mine, mode))

    for policy in force.files:
        add((*policy.rules, *policy.kept), policy.layer, policy)
        packs += [name for name in (*policy.extends, *policy.kept_extends) if name not in packs]
    for name in (*packs, *schema.BUILT_IN):
        add(load.load_pack(name).rules, name)
    return found


def page(name: str, force: InForce) -> Page:
    """Return one rule's page; raises ``UsageError`` with the nearest name for an unknown one."""
    every = pages(force)
    for one in every:
        if one.rule.id == name:
            return one
    fix = near(name, [one.rule.id for one in every])
    hint = fix if fix.startswith("Did") else "`failshut explain` lists them."
    raise UsageError(f"no rule here is called {name!r}. {hint}")


def outcomes(rule: Rule, where: Place) -> dict[str, Outcome]:
    """Return what each host does when the rule decides, and what its model reads."""
    verdict = Verdict(rule.action, reason=rule.reason, instead=rule.instead, rule=rule.id)
    if rule.action == "tell":
        verdict = Verdict("pass", tell=f"{rule.reason} {rule.instead}".strip(), rule=rule.id)
    found = {}
    for host in rule.hosts or hosts.HOSTS:
        call = examine.call_of(host, "true", where)
        found[host] = examine.outcome(examine.Checked(host, call, where, verdict))
    return found


def as_object(one: Page, where: Place) -> dict[str, object]:
    """Return a rule's page as JSON."""
    rule = one.rule
    return {
        "rule": rule.id,
        "verdict": rule.action,
        "reason": rule.reason,
        "instead": rule.instead,
        "why": rule.why,
        "source": one.place,
        "owner": one.owner,
        "mode": one.mode,
        "match": rule.raw.get("match"),
        "unless": rule.raw.get("unless"),
        "require": rule.raw.get("require"),
        "examples": [{"verdict": verdict, "command": command} for verdict, command in rule.examples],
        "exceptions": [f"{item.path}:{item.line}" for item in one.exempts],
        "hosts": {
            host: {"effect": result.effect, "model_text": result.model_text, "evidence": result.evidence}
            for host, result in outcomes(rule, where).items()
        },
    }


def as_text(one: Page, where: Place) -> str:
    """Return a rule's page for a terminal."""
    rule = one.rule
    lines = [f"{rule.id}: {rule.action}", "", rule.reason]
    if rule.instead:
        lines.append(f"Instead: {rule.instead}")
    if rule.why:
        lines.append(f"Why: {rule.why}")
    lines += ["", f"It stands in {one.place}; {OWNERS.get(one.owner, ANOTHER)}."]
    if one.mode in OBSERVES:
        lines.append(OBSERVES[one.mode])
    for key in ("match", "unless", "require"):
        if key in rule.raw:
            lines += [f"{key.capitalize()}: {written(rule.raw[key])}"]
    for verdict in schema.EXAMPLE_KEYS:
        mine = [command for wanted, command in rule.examples if wanted == verdict]
        if mine:
            lines += [
                "",
                f"Examples that it {_does(rule.action, verdict)}:",
                *[f"  {text}" for text in mine],
            ]
    lines += ["", "What the hosts make of it:"]
    lines += [
        f"  {hosts.load(host).TITLE}: {result.effect}"
        + ("" if result.model_text else "; the model reads nothing of ours")
        for host, result in outcomes(rule, where).items()
    ]
    lines += ["", *_exceptions(one)]
    return "\n".join(lines)


def written(value: object) -> str:
    """Return a match as it would stand in TOML, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"' if isinstance(value, str) else text


def _does(action: str, verdict: str) -> str:
    if verdict == "pass":
        return "leaves alone"
    return {"deny": "refuses", "ask": "asks about"}.get(verdict, action)


def _exceptions(one: Page) -> list[str]:
    """Return the exceptions there are, or how one is written."""
    if one.exempts:
        return ["Exceptions: " + ", ".join(f"{item.path}:{item.line}" for item in one.exempts)]
    if one.owner == "self":
        return ["Only a managed policy can make an exception."]
    command = next((text for verdict, text in one.rule.examples if verdict != "pass"), "the command")
    return [
        "An exception, as narrow as you can, which a person then lets take effect with `failshut trust`:",
        "",
        "  [[except]]",
        f'  rule = "{one.rule.id}"',
        f"  match = {{ command = {written(command)} }}",
        '  reason = "why it is right here"',
    ]
