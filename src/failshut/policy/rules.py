"""Read ``[[rule]]`` and ``[[except]]`` tables."""

from __future__ import annotations

import datetime
import time

from failshut.policy import schema, vocabulary
from failshut.policy.locate import Path
from failshut.policy.reader import Reader, near
from failshut.policy.schema import Exempt, Rule
from failshut.policy.shapes import Table
from failshut.policy.tables import require, tables


def read_rule(reader: Reader, value: object, at: Path) -> Rule | None:
    """Return one rule, or None when its table can't be used; problems are recorded."""
    before = len(reader.problems)
    given = reader.table(value, at, "`rule`", '[[rule]]`, then `id = "deploy/apply"')
    reader.keys(given, schema.RULE_KEYS, at, "a rule")
    name = _id(reader, given, at)
    action, reason = _action(reader, given, at)
    match: tuple[Table, ...] = ()
    if "match" in given:
        match = tables(reader, given["match"], (*at, "match"), "match")
    else:
        reader.error(at, f"The rule {name!r} has no `match`.", "Say which calls it is about.")
    at_unless = (*at, "unless")
    rule = Rule(
        id=name,
        action=action,
        reason=reason,
        instead=_instead(reader, given, at, action, name),
        match=match,
        unless=tables(reader, given["unless"], at_unless, "unless") if "unless" in given else (),
        require=require(reader, given["require"], (*at, "require")) if "require" in given else (),
        events=_events(reader, given, at),
        hosts=_hosts(reader, given, at),
        examples=_examples(reader, given, at),
        why=_why(reader, given, at),
        path=reader.path,
        line=reader.line(at),
        raw=given,
        mode=_mode(reader, given, at),
    )
    return rule if len(reader.problems) == before else None


def _mode(reader: Reader, given: dict[str, object], at: Path) -> str:
    if "mode" not in given:
        return schema.MODES[0]
    return reader.choice(given["mode"], schema.MODES, (*at, "mode"), "`mode`") or schema.MODES[0]


def _id(reader: Reader, given: dict[str, object], at: Path) -> str:
    if "id" not in given:
        reader.error(at, "The rule has no `id`.", 'Give it one, e.g. `id = "deploy/apply"`.')
        return ""
    name = reader.text(given["id"], (*at, "id"), "`id`")
    fine = name.replace("/", "").replace("-", "").replace("_", "").replace(".", "")
    if name and (not (fine.isascii() and fine.isalnum()) or len(name) > schema.MAX_ID):
        reader.error(
            (*at, "id"),
            f"The id {name!r} isn't made of letters, digits and `/ - _ .` (at most 80).",
            "Write e.g. `deploy/apply`.",
        )
    return name


def _action(reader: Reader, given: dict[str, object], at: Path) -> tuple[str, str]:
    """Return the one action and its sentence."""
    used = [key for key in schema.ACTIONS if key in given]
    if not used:
        reader.error(
            at,
            "The rule has no action.",
            "Add `deny`, `ask` or `tell` with the sentence that the model reads.",
        )
        return "", ""
    if len(used) > 1:
        reader.error(
            (*at, used[1]),
            f"The rule has several actions: {', '.join(used)}.",
            "Keep one, or write a rule for each.",
        )
    here = (*at, used[0])
    reason = reader.text(given[used[0]], here, f"`{used[0]}`")
    if len(reason) > schema.MAX_REASON:
        reader.error(
            here,
            f"The sentence has {len(reason)} characters; {schema.MAX_REASON} are the most.",
            "Say it shorter; a link can go into `why`.",
        )
    return used[0], reason


def _instead(reader: Reader, given: dict[str, object], at: Path, action: str, name: str) -> str:
    if "instead" in given:
        text = reader.text(given["instead"], (*at, "instead"), "`instead`")
        if len(text) > schema.MAX_REASON:
            reader.error(
                (*at, "instead"),
                f"`instead` has {len(text)} characters; {schema.MAX_REASON} are the most.",
                "Say it shorter.",
            )
        return text
    if action in ("deny", "ask"):
        reader.warn(
            at,
            f"The rule {name!r} doesn't say what to do instead.",
            "Add `instead`, so that the model goes on in the right way.",
        )
    return ""


def _words(reader: Reader, given: dict[str, object], key: str, at: Path) -> tuple[str, ...]:
    return reader.texts(given[key], (*at, key), f"`{key}`") if key in given else ()


def _hosts(reader: Reader, given: dict[str, object], at: Path) -> tuple[str, ...]:
    names = _words(reader, given, "hosts", at)
    for name in names:
        reader.choice(name, schema.HOSTS, (*at, "hosts"), "`hosts`")
    return names


def _events(reader: Reader, given: dict[str, object], at: Path) -> tuple[str, ...]:
    """Return the events in lower case, as they are compared."""
    names = _words(reader, given, "events", at)
    here = (*at, "events")
    pre_tool, others = (vocabulary.pre_tool(), vocabulary.later()) if names else ((), ())
    pre_tool = (*pre_tool, *vocabulary.moments()) if names else ()
    asked = {one.lower() for one in pre_tool}
    later = {one.lower() for one in others}
    for name in names:
        if name.lower() in later:
            reader.warn(
                here,
                f"No rule is looked at when a host reports {name}.",
                f"Use one of: {', '.join(f'`{one}`' for one in pre_tool)}, or remove it.",
            )
        elif name.lower() not in asked:
            close = near(name, (*pre_tool, *others))
            fix = close if close.startswith("Did") else near(name, pre_tool)
            reader.error(here, f"No host has an event {name!r}.", fix)
    return tuple(event for name in names for event in vocabulary.events_of(name.lower()))


def _examples(reader: Reader, given: dict[str, object], at: Path) -> tuple[tuple[str, str], ...]:
    """Return pairs of expected verdict and command."""
    if "examples" not in given:
        return ()
    here = (*at, "examples")
    table = reader.table(given["examples"], here, "`examples`", '{ deny = ["git push"] }')
    reader.keys(table, schema.EXAMPLE_KEYS, here, "`examples`")
    return tuple(
        (verdict, command)
        for verdict in schema.EXAMPLE_KEYS
        if verdict in table and table[verdict] != []
        for command in reader.texts(table[verdict], (*here, verdict), f"`examples.{verdict}`")
    )


def _why(reader: Reader, given: dict[str, object], at: Path) -> str:
    if "why" not in given:
        return ""
    url = reader.text(given["why"], (*at, "why"), "`why`")
    if url and not url.startswith(("https://", "http://")):
        reader.error((*at, "why"), f"`why` is {url!r}, which is no address.", "Write a https URL.")
    return url


def read_exempt(reader: Reader, value: object, at: Path) -> Exempt | None:
    """Return one exception, or None when its table can't be used; problems are recorded."""
    before = len(reader.problems)
    given = reader.table(value, at, "`except`", '[[except]]`, then `rule = "deploy/apply"')
    reader.keys(given, schema.EXCEPT_KEYS, at, "an exception")
    for key, fix in (
        ("rule", "Name the id of the rule it loosens."),
        ("match", "Say which calls it lets through; as narrow as you can."),
        ("reason", "Say why, for whoever reads it next year."),
    ):
        if key not in given:
            reader.error(at, f"The exception has no `{key}`.", fix)
    if len(reader.problems) != before:
        return None
    found = Exempt(
        rule=reader.text(given["rule"], (*at, "rule"), "`rule`"),
        match=tables(reader, given["match"], (*at, "match"), "except"),
        reason=reader.text(given["reason"], (*at, "reason"), "`reason`"),
        until=_until(reader, given, at),
        path=reader.path,
        line=reader.line(at),
        raw=given,
    )
    return found if len(reader.problems) == before else None


def _until(reader: Reader, given: dict[str, object], at: Path) -> int:
    """Return the end of the day named by ``until`` (UTC) in seconds since 1970; 0 = no end."""
    if "until" not in given:
        return 0
    value = given["until"]
    if isinstance(value, datetime.datetime) or not isinstance(value, datetime.date):
        reader.wrong((*at, "until"), "`until`", "a date without quotes, e.g. 2027-03-01", value)
        return 0
    end = (value.toordinal() - datetime.date(1970, 1, 1).toordinal() + 1) * 86400
    if end <= time.time():
        reader.warn(
            (*at, "until"),
            f"The exception expired on {value}, so it has no effect.",
            "Remove it, or set a later date.",
        )
    return end
