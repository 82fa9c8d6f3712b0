"""Name the effects, their parameters and the hosts' events that a policy may speak of.

A test compares the tables with what ``effects`` emits.  Only a rule that names events asks for the
hosts' modules.
"""

from __future__ import annotations

from failshut import hosts

OPEN: tuple[str, ...] = ()
"""A parameter whose values can't be listed: a name, an address, a mode."""
YES_NO = ("yes", "no")
YES = ("yes",)

WHERE = (
    "root",
    "system",
    "home",
    "home-dir-secret",
    "session-root",
    "session-parent",
    "git-dir",
    "inside",
    "outside",
    "tmp",
    "tmp-root",
    "unknown",
)
PLACE: dict[str, tuple[str, ...]] = {
    "where": WHERE,
    "recursive": YES_NO,
    "contents": YES_NO,
    "glob": YES_NO,
    "device": YES_NO,
}
FILE: dict[str, tuple[str, ...]] = {**PLACE, "secret": ("key", "env", "store"), "by": OPEN}
REMOTE: dict[str, tuple[str, ...]] = {"branch": OPEN, "remote": OPEN}
INFRA: dict[str, tuple[str, ...]] = {"tool": OPEN, "what": OPEN, "target": OPEN, "prod": YES_NO}

EFFECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "fs.read": {**FILE},
    "fs.write": {**FILE, "root": YES, "append": YES_NO, "many": YES, "whole": YES},
    "fs.delete": {**FILE, "root": YES, "filtered": YES_NO, "whole": YES},
    "fs.move": {**FILE, "root": YES, "whole": YES},
    "fs.mode": {**PLACE, "root": YES, "mode": OPEN},
    "disk.wipe": {"device": YES, "what": ("volume",)},
    "git.rewrite-remote": {
        **REMOTE,
        "how": ("option", "refspec", "mirror"),
        "lease": YES_NO,
        "protected": ("yes", "no", "unknown"),
    },
    "git.delete-remote": {**REMOTE, "how": ("ref", "prune"), "protected": ("yes", "no", "unknown")},
    "git.discard": {
        "what": (
            "reset",
            "checkout",
            "restore",
            "switch",
            "clean",
            "checkout-index",
            "read-tree",
            "submodule",
        )
    },
    "git.rewrite-history": {
        "what": ("stash", "branch", "reflog", "gc", "prune", "update-ref", "worktree", "filter")
    },
    "git.skip-hooks": {"what": ("no-verify", "hooks-path")},
    "net.fetch": {"url": OPEN, "secret": ("cloud-metadata",)},
    "net.send": {
        "what": ("secret", "tree", "folder", "file", "mail"),
        "host": OPEN,
        "local": YES_NO,
        "tool": OPEN,
    },
    "exec.remote-code": {"how": ("network", "decoder", "downloaded", "socket-shell")},
    "exec.interactive": {"what": OPEN},
    "infra.destroy": {**INFRA, "all": YES_NO},
    "infra.change": INFRA,
    "infra.expose": INFRA,
    "db.destroy": {
        **INFRA,
        "how": ("drop", "truncate", "delete", "update", "alter", "flush", "restore", "reset"),
    },
    "pkg.publish": {"tool": OPEN, "what": ("publish", "unpublish", "owner")},
    "pkg.unsafe": {"tool": OPEN, "what": ("unsigned", "index")},
    "secrets.show": {"what": ("token", "store", "environment", "keychain")},
    "sys.kill-all": {},
    "sys.power": {},
    "sys.schedule": {"what": ("crontab", "replace", "later")},
    "sys.service": {"what": ("stop", "restart", "change")},
    "sys.security": {"what": ("firewall", "audit", "protection", "service")},
    "sys.account": {"what": ("account", "password", "rights")},
    "sys.change": {"what": ("clock", "kernel", "mounts", "network", "boot", "name", "records", "policy")},
    "guard.tamper": {
        "what": ("files", "settings", "flag", "environment", "verb", "process", "package"),
        "agent": OPEN,
        "verb": OPEN,
    },
    "host.tamper": {"what": ("files", "plugin", "start"), "agent": OPEN},
    "opaque.target": {"what": ("command", "text", "depth", "git", "awk", "find")},
}


def pre_tool() -> tuple[str, ...]:
    """Return the events at which a host asks the guard, from the hosts' modules."""
    return tuple(dict.fromkeys(event for host in hosts.HOSTS for event in hosts.load(host).PRE_TOOL))


def moments() -> tuple[str, ...]:
    """Return the kinds of other moments at which rules are looked at, and the hosts' events of them."""
    from failshut.hosts import moments as spoken

    kinds = [kind for kind in spoken.KINDS if kind not in UNRULED]
    events = [
        event for known in spoken.EVENTS.values() for event, kind in known.items() if kind not in UNRULED
    ]
    return tuple(dict.fromkeys([*kinds, *events]))


UNRULED = ("turn-end", "agent-end", "denied")
"""Kinds at which gates and second tries decide, not rules."""


def events_of(name: str) -> tuple[str, ...]:
    """Return the events (lower case) that a name in a rule stands for: itself, or all of a kind."""
    from failshut.hosts import moments as spoken

    if name not in spoken.KINDS:
        return (name,)
    found = [event for known in spoken.EVENTS.values() for event, kind in known.items() if kind == name]
    return tuple(dict.fromkeys(event.lower() for event in found))


def later() -> tuple[str, ...]:
    """Return the hosts' other events, at which no rule is looked at."""
    asked = {event.lower() for event in (*pre_tool(), *moments())}
    found = {event for host in hosts.HOSTS for event in hosts.load(host).OTHER_EVENTS}
    return tuple(sorted(event for event in found if event.lower() not in asked))


def named(names: tuple[str, ...]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the effects that the names and groups stand for; all for no name."""
    return {
        effect: params
        for effect, params in EFFECTS.items()
        if not names or any(_stands_for(name, effect) for name in names)
    }


def groups() -> tuple[str, ...]:
    """Return the groups, such as ``fs.*``."""
    return tuple(dict.fromkeys(name.split(".")[0] + ".*" for name in EFFECTS))


def values(names: tuple[str, ...], key: str) -> tuple[str, ...] | None:
    """Return the values a parameter of these effects can have; () = any, None = none has it."""
    found = [params[key] for params in named(names).values() if key in params]
    if not found:
        return None
    return OPEN if OPEN in found else tuple(dict.fromkeys(one for some in found for one in some))


def _stands_for(name: str, effect: str) -> bool:
    return name == effect or (name.endswith(".*") and effect.startswith(name[:-1]))
