"""Judge commands by the packs' ``effect`` matchers alone, as a reader of effects would."""

import tomllib

from failshut.effects.infer import effects_of
from failshut.effects.mentions import mentioned
from failshut.effects.places import guard_files, host_files
from failshut.model import Call, Context, Effect, Script
from failshut.policy.load import pack_files
from failshut.shell import commands as parse

ROOT, HOME, HOST = "/workspace/project", "/home/test", "claude-code"


def rules() -> list[dict]:
    """Return the rules of both packs in order, each with its pack's name."""
    found = []
    for name in ("self", "baseline"):
        document = tomllib.loads("\n".join(path.read_text() for path in pack_files(name)))
        found += [{**rule, "pack": name} for rule in document["rule"] if HOST in rule.get("hosts", [HOST])]
    return found


RULES = rules()


def context(cwd: str = ROOT, root: str = ROOT) -> Context:
    """Return the context that the packs' examples are meant for."""
    return Context(root, cwd, (HOME,), guard_files(HOME), host_files(root, (HOME,)))


def holds(match: dict, effect: Effect) -> bool:
    """Tell whether one matcher names the effect."""
    if match["effect"] != effect.name:
        return False
    for key, wanted in match.get("with", {}).items():
        if effect.param(key) not in ([wanted] if isinstance(wanted, str) else wanted):
            return False
    return True


def judge(command: str, ctx: Context | None = None) -> tuple[str, str]:
    """Return ``(verdict, rule id)`` for a command."""
    ctx = ctx or context()
    script = parse(command)
    if script.opaque:
        script = Script(mentioned(command, script)[0], script.opaque)
    found = effects_of(Call("claude", "shell", "Bash", command=command), script, ctx)
    return verdict([effect for effect, _ in found])


def verdict(effects: list[Effect]) -> tuple[str, str]:
    """Return the strictest verdict that the rules give to the effects."""
    for wanted in ("deny", "ask"):
        for rule in RULES:
            matches = rule["match"] if isinstance(rule["match"], list) else [rule["match"]]
            if wanted in rule and any(holds(m, e) for m in matches for e in effects):
                return wanted, rule["id"]
    return "pass", ""
