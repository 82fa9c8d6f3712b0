"""Judge one command or payload exactly as a hook run does, and keep what the verdict rests on."""

from __future__ import annotations

import os
from dataclasses import dataclass

from failshut import hosts
from failshut.checking.force import Place, place
from failshut.exits import UsageError
from failshut.hosts import fields
from failshut.hot import answer, judge
from failshut.interpret import Outcome, Run, interpret
from failshut.model import DELETE, FETCH, PASS, READ, SHELL, WRITE, Call, Effect, Script, Verdict
from failshut.policy.shapes import Policy


@dataclass(frozen=True)
class Checked:
    """A verdict and its grounds.

    ``call`` is None when the payload holds no call (then the verdict is pass); ``script`` is
    the shell text as read (None = no shell); ``effects`` come with their command's index.
    """

    host: str
    call: Call | None
    where: Place
    verdict: Verdict
    script: Script | None = None
    effects: tuple[tuple[Effect, int], ...] = ()


def call_of(host: str, command: str, where: Place) -> Call:
    """Return the call that ``host``'s shell tool makes of a command."""
    module = hosts.load(host)
    for tool, (kind, spec) in module.TOOLS.items():
        for key, role in spec:
            if kind == SHELL and role == "command":
                call = Call(host, kind, tool, event=module.EVENT, cwd=where.cwd)
                call.arguments = {key: command}
                return fields.tool_call(call, module.TOOLS, {key: command})
    raise AssertionError(f"{host} has no shell")


KINDS = {"write": (WRITE, "writes"), "read": (READ, "reads"), "delete": (DELETE, "deletes"),
         "url": (FETCH, "urls")}  # fmt: skip
"""What a call by a tool that isn't a shell is: its kind, and the field with its path or address."""


def call_on(host: str, what: str, text: str, where: Place) -> Call:
    """Return the call that a file or network tool of ``host`` makes of a path or an address."""
    kind, field = KINDS[what]
    module = hosts.load(host)
    tool = next((name for name, (one, _) in module.TOOLS.items() if one == kind), what)
    call = Call(host, kind, tool, event=module.EVENT, cwd=where.cwd, text=text)
    setattr(call, field, (text,))
    return call


def received(host: str, payload: dict[str, object], cwd: str, home: str) -> tuple[Call | None, Place]:
    """Decode a native payload and say where it is judged.

    The root is the git top level of ``cwd``, else of the payload's first workspace folder, else
    of its cwd, else of ours.  Raises ``Unreadable`` as a hook run does.
    """
    module = hosts.load(host)
    call = answer.speaker_of(payload, module).decode(payload, module.EVENT)
    if call is None:
        return None, place(cwd or os.getcwd(), home)
    call.host = host
    known = [one for one in (cwd, *call.roots, call.cwd) if one.startswith("/")]
    root = place(known[0] if known else os.getcwd(), home).root
    call.cwd = judge.resolved(call.cwd, cwd or root)
    return call, Place(root, call.cwd, home)


def check(call: Call, where: Place, policy: Policy) -> Checked:
    """Return what a hook run would say of ``call``; raises ``GuardFault`` as it does."""
    verdict, script, effects = judge.examined(call, policy, where.root, (where.home,))
    if judge.unread(call, policy):
        verdict = Verdict(PASS)
    return Checked(call.host, call, where, verdict, script, effects)


def outcome(checked: Checked) -> Outcome:
    """Return what the call's host does with the answer and what its model reads."""
    call = checked.call
    dialect = call.dialect if call is not None else checked.host
    said = hosts.load(dialect).render(checked.verdict, checked.host)
    run = Run(
        exit=said.exit,
        stdout=said.stdout + "\n" if said.stdout else "",
        stderr=said.stderr + "\n" if said.stderr and said.exit else "",
        wiring={"type": "command", "command": "the wired line"},
    )
    return interpret(
        dialect,
        call.event if call is not None else hosts.load(dialect).EVENT,
        [run],
        tool=call.tool if call is not None else "",
        call_text=(call.command or "") if call is not None else "",
    )


def known_host(name: str) -> str:
    """Return the host's name; raises ``UsageError`` for one that isn't ours."""
    if name not in hosts.HOSTS:
        raise UsageError(f"{name!r} is no host of ours. Known: {', '.join(hosts.HOSTS)}.")
    return name
