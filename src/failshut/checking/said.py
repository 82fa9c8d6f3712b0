"""Put a checked call into JSON objects and into text."""

from __future__ import annotations

from failshut import hosts
from failshut.checking.examine import Checked, outcome
from failshut.checking.tracing import Tried
from failshut.hosts import words
from failshut.model import PASS, Command, Effect, Verdict

Object = dict[str, object]
NOTHING = "no rule names this call."
TELLS = "the call goes on, and a rule has something to say."
OBSERVED = "what names this call only records it."
SHOWN = 100
"""Characters of a line that are shown."""
GOES = {
    "blocked": "the call is refused",
    "asked": "a person is asked",
    "ran": "the call goes on",
    "context-added": "the call goes on",
}
"""What becomes of a call, by the effect of the answer on the host."""


def as_object(checked: Checked, explain: bool = False, waiting: tuple[str, ...] = ()) -> Object:
    """Return the verdict, its rule and the effects; with ``explain`` also the commands."""
    verdict = checked.verdict
    found: Object = {
        "verdict": verdict.action,
        "rule": verdict.rule,
        "reason": verdict.reason or verdict.fault,
        "instead": verdict.instead,
        "source": verdict.source,
        "fault": verdict.fault,
        "tell": verdict.tell,
        "opaque": checked.script.opaque if checked.script is not None else "",
        "marks": list(verdict.marks),
        "waiting": list(waiting),
        "effects": [_effect(effect, index) for effect, index in checked.effects],
    }
    if explain:
        commands = checked.script.commands if checked.script is not None else ()
        found["commands"] = [_command(one) for one in commands]
        where = checked.where
        found["where"] = {"root": where.root, "cwd": where.cwd, "home": where.home}
    return found


def model_object(checked: Checked) -> Object:
    """Return what the host does with the answer and what its model reads (None = nothing)."""
    result = outcome(checked)
    return {
        "host": checked.host,
        "effect": result.effect,
        "model_text": result.model_text,
        "evidence": result.evidence,
    }


def _effect(effect: Effect, index: int) -> Object:
    return {
        "name": effect.name,
        "detail": effect.detail,
        "command": index,
        "paths": list(effect.paths),
        "params": dict(effect.params),
    }


def _command(command: Command) -> Object:
    return {
        "words": [word.text for word in command.argv],
        "unknown": [number for number, word in enumerate(command.argv) if not word.literal],
        "via": list(command.via),
        "cwd": command.cwd,
        "redirects": [f"{one.op} {one.target.text}" for one in command.redirects],
    }


def as_text(checked: Checked) -> str:
    """Return verdict, reason, what to do instead, rule and its source, a line each."""
    verdict = checked.verdict
    reason = verdict.fault or verdict.reason or _passed(verdict)
    lines = [f"{verdict.action}: {reason}"]
    if verdict.instead:
        lines.append(f"Instead: {verdict.instead}")
    if verdict.tell:
        lines.append(f"The model is told: {verdict.tell}")
    if verdict.rule:
        lines.append(f"Rule {verdict.rule}" + (f" ({verdict.source})" if verdict.source else ""))
    lines += [f"Mark: {mark}" for mark in verdict.marks]
    return words.clean("\n".join(lines))


def _passed(verdict: Verdict) -> str:
    """Return why a call passes."""
    if verdict.tell:
        return TELLS
    return OBSERVED if any(mark.startswith("observe: ") for mark in verdict.marks) else NOTHING


def explained(checked: Checked, with_model: bool, rules: list[Tried]) -> str:
    """Return the text of ``--explain``: commands, effects, rules, place and what the model reads."""
    lines: list[str] = []
    script = checked.script
    if script is not None and script.opaque:
        lines.append(f"Opaque: the text can't be read as plain commands ({script.opaque}).")
        if checked.verdict.action == PASS:
            lines.append("It holds the words of no rule, so it passes with a mark in the record.")
    for number, command in enumerate(script.commands if script is not None else ()):
        mark = _marked(checked, command) if number == checked.verdict.at else []
        lines += ["", *_told(number, command), *mark, *_effects(checked, number)]
    if any(index < 0 for _, index in checked.effects):
        lines += ["", "The tool itself:"] + _effects(checked, -1)
    lines += ["", *_rules(rules)]
    where = checked.where
    lines += ["", f"Judged with root {where.root}, cwd {where.cwd}, home {where.home}."]
    if with_model:
        lines += ["", *_model(checked)]
    return words.clean("\n".join(lines).strip("\n"))


def _told(number: int, command: Command) -> list[str]:
    shown = " ".join(word.text for word in command.argv)
    shown += "".join(f" {one.op} {one.target.text}" for one in command.redirects)
    lines = [f"Command {number + 1}: {shown}"]
    if command.via:
        lines.append(f"  found through {', '.join(command.via)}")
    if command.cwd is None:
        lines.append("  in a folder that stays unknown")
    unknown = [word.text for word in command.argv if not word.literal]
    if unknown:
        lines.append(f"  unknown until it runs: {' '.join(unknown)}")
    return lines


def _marked(checked: Checked, command: Command) -> list[str]:
    """Return the line of the text in which a command begins, and a line of ``^`` below it."""
    text = checked.call.command or "" if checked.call is not None else ""
    begin = text.rfind("\n", 0, command.start) + 1
    end = text.find("\n", command.start)
    line = text[begin : end if end >= 0 else len(text)]
    at = command.start - begin
    count = max(1, min(command.end - command.start, len(line) - at))
    skipped = max(0, at - SHOWN // 2)
    shown = line[skipped : skipped + SHOWN].replace("\t", " ")
    return ["  " + shown, "  " + " " * (at - skipped) + "^" * min(count, len(shown) - (at - skipped))]


def _rules(rules: list[Tried]) -> list[str]:
    """Return the rules that were tried, the winner marked."""
    if not rules:
        return ["Rules: none is about what this call does."]
    lines = [f"Rules tried: {len(rules)}"]
    for one in rules:
        won = "  <- this one decided" if one.won else ""
        lines.append(f"  {one.action:<5}{one.rule}: {one.result} ({one.source}){won}")
    return lines


def _effects(checked: Checked, number: int) -> list[str]:
    lines = []
    for effect, index in checked.effects:
        if index == number:
            params = "".join(f" {key}={value}" for key, value in effect.params)
            lines.append(f"  {effect.name}: {effect.detail}")
            if params:
                lines.append(f"   {params}")
    return lines or ["  no effect that a rule could name"]


def _model(checked: Checked) -> list[str]:
    result = outcome(checked)
    title = hosts.load(checked.host).TITLE
    goes = GOES.get(result.effect, f"the call ends as `{result.effect}`")
    if result.model_text is None:
        return [f"{title}: {goes}; the model reads nothing of ours."]
    quoted = [f"  {line}".rstrip() for line in result.model_text.splitlines()]
    return [f"{title}: {goes}; the model reads:", *quoted]
