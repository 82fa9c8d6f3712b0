"""Judge one call: find where it stands and which policy holds, read its text, decide, record.

Modules are imported when a call needs them: most calls need neither the shell reader nor the
effects of programs.
"""

from __future__ import annotations

import posix

from failshut import paths, shell
from failshut.errors import Unreadable
from failshut.hot import record
from failshut.model import PASS, Call, Context, Effect, Script, Verdict
from failshut.policy.cache import policy_for

MYPY = False
RADIUS = frozenset(("fs.delete", "fs.move", "git.discard", "git.rewrite-remote"))
"""Effects of which git knows what they would hit."""
if MYPY:
    from collections.abc import Callable

    from failshut.hosts.base import Host

CHANGED_GUARD = "a person reads it and types `failshut trust`."
GONE_GUARD = "tell the person to put {path} back, or to remove its rule and to type `failshut trust`."


def verdict(call: Call, host: Host, root: str, home: str) -> Verdict:
    """Return the verdict on ``call`` and record it.

    ``root`` is the wired line's session root ("" = none), ``home`` the home folder whose policy
    holds.  Raises ``PolicyError`` when the policy can't be used, ``GuardFault`` for a user guard.
    """
    place = root or session_root(call, host)
    if "\0" in call.cwd:
        raise Unreadable("the call's folder holds a NUL character")
    call.cwd = resolved(call.cwd, place)
    policy = policy_for(place, call.cwd, home, paths.policy_memory_dir(home), paths.cache_dir(home))
    found, name = judged(call, policy, place, home), ""
    if found.action != PASS:
        from failshut.hot import leave

        name = leave.identity(call, place)
        if leave.given(found, home, name) and not guarded(call, policy, place, home):
            found = leave.granted(found, call, home, name)
        if found.action != PASS and not found.fault:
            from failshut.hot import repeated

            found = repeated.told(found, call, place, paths.log_dir(home))
    elif is_there(paths.state_dir(home) + "/paused"):
        from failshut.hot import leave

        found = leave.noted(found, home)
    found.asks = call.asks
    record.append(paths.log_dir(home), call, found, place, name)
    return found


def guarded(call: Call, policy: tuple[object, ...], root: str, home: str) -> bool:
    """Say whether the pack ``self`` alone refuses a call, whichever rule was first."""
    blocks = policy[1]
    assert isinstance(blocks, tuple)
    alone = (policy[0], tuple([one for one in blocks if one[0] == "self"]), (), ())
    return examined(call, alone, root, homes(home))[0].action != PASS


def is_there(path: str) -> bool:
    """Say whether a file exists."""
    try:
        posix.stat(path)
        return True
    except OSError:
        return False


def session_root(call: Call, host: Host) -> str:
    """Return the session's root: the host's variable, the hook's own folder, a workspace folder.

    Never the payload's ``cwd``: the model can set it.  A plugin's entry starts in the plugin's folder.
    """
    for name in host.ROOT_ENV:
        value = posix.environ.get(name.encode(), b"")
        if value.startswith(b"/"):
            return value.decode("utf-8", "surrogateescape")
    own = host.CWD_IS_ROOT and not call.entry.startswith("plugin")
    if own or not call.roots:
        try:
            return posix.getcwd()
        except OSError:
            pass  # the folder is gone; a workspace folder or the file system's root remains
    return next((one for one in call.roots if one.startswith("/")), "/")


def resolved(cwd: str, root: str) -> str:
    """Return the folder in which the call's relative paths lie."""
    if cwd.startswith("/"):
        return cwd
    return root.rstrip("/") + "/" + cwd if cwd else root


def homes(home: str) -> tuple[str, ...]:
    """Return the person's home folders: the recorded one and the environment's."""
    value = posix.environ.get(b"HOME", b"").decode("utf-8", "surrogateescape")
    return (home, value) if value.startswith("/") and value not in ("/", home) else (home,)


def judged(call: Call, policy: tuple[object, ...], root: str, home: str) -> Verdict:
    """Return what ``policy`` says of ``call``; records nothing."""
    if unread(call, policy):
        return Verdict(PASS)
    return examined(call, policy, root, homes(home))[0]


def unread(call: Call, policy: tuple[object, ...]) -> bool:
    """Say whether a command passes before it is read: it has none of the built-in rules' words."""
    if call.command is None or not built_in_only(policy):
        return False
    if call.writes or call.reads or call.deletes or call.urls:
        return False
    from failshut.effects import programs
    from failshut.shell import strip

    if strip.prefilter(call.command, programs.WORDS):
        return False
    return call.command.islower() or not strip.prefilter(call.command.lower(), programs.WORDS)


def built_in_only(policy: tuple[object, ...]) -> bool:
    """Say whether no policy file adds anything."""
    blocks = policy[1]
    return isinstance(blocks, tuple) and blocks[0][0] != "layers"


def examined(
    call: Call, policy: tuple[object, ...], root: str, everyone: tuple[str, ...]
) -> tuple[Verdict, Script | None, tuple[tuple[Effect, int], ...]]:
    """Return the verdict, the text as read (None = no shell) and the effects it rests on.

    ``everyone`` are the person's home folders; an effect comes with the index of its command
    (-1 = the file tool).
    """
    script: Script | None = None
    from failshut.effects import infer, places

    context = context_of(call, root, everyone)
    marks: list[str] = []
    files = reader(context, marks)
    if call.command is not None:
        places.SEEN.clear()
        context.files = files
        script = shell.commands(call.command, files)
    unread = ""
    if script is not None and script.opaque:
        from failshut.effects.mentions import mentioned

        found_in, unread = mentioned(call.command or "", script)
        script = Script(found_in, script.opaque)
    effects = infer.effects_of(call, script, context)
    if built_in_only(policy) and (script is None or named(script)) and quiet(effects):
        opaque = (f"opaque: {script.opaque}",) if script is not None and script.opaque else ()
        return Verdict(PASS, marks=(*opaque, *marks)), script, effects
    from failshut.policy import decide

    found = decide.decide(
        call,
        policy,
        context,
        script=script,
        effects=effects,
        ask_guard=ask_guard,
        unread=unread,
    )
    if found.action != PASS and not RADIUS.isdisjoint([one.name for one in found.about]):
        from failshut.hot.radius import with_radius

        cwd = script.commands[found.at].cwd if script is not None and found.at >= 0 else ""
        if cwd is not None and not cwd.startswith("$"):
            found = with_radius(found, resolved(cwd, context.cwd or context.root))
    if marks:
        found.marks = (*found.marks, *marks)
    return found, script, effects


def context_of(call: Call, root: str, everyone: tuple[str, ...]) -> Context:
    """Return where a call is judged."""
    from failshut.effects import places

    guard = places.guard_files(everyone[0]) + paths.program_files()
    return Context(root, call.cwd, everyone, guard, places.host_files(root, everyone))


def reader(context: Context, marks: list[str]) -> Callable[[str], str | None]:
    """Return what reads the script files that a call runs; ``marks`` gets which were left unread.

    The module that does is imported with the first.
    """
    held: list[Callable[[str], str | None]] = []

    def read(path: str) -> str | None:
        if not held:
            from failshut.effects.files import Files

            held.append(Files(context, marks))
        return held[0](path)

    return read


def named(script: Script) -> bool:
    """Say whether the program of each command is known (that of an opaque text's need not be)."""
    if script.opaque:
        return True
    for command in script.commands:
        word = command.argv[0]
        if not word.literal or word.glob:
            from failshut.shell.marks import from_file, stands_in

            if not stands_in(word) and not from_file(command):
                return False
    return True


def quiet(effects: tuple[tuple[Effect, int], ...]) -> bool:
    """Say whether no built-in rule names any of the effects (``tools/gen.py`` proved it)."""
    from failshut.policy.builtin import QUIET

    return all([(effect.name, effect.params) in QUIET for effect, _ in effects])


def ask_guard(path: str, function: str, digest: str, call: Call) -> str | None:
    """Run a trusted user guard on exactly the bytes that were trusted."""
    from failshut.hot import userguard
    from failshut.policy.digest import digest as hashed
    from failshut.policy.find import read_source

    source = read_source(path)
    if source is None:
        raise userguard.GuardFault(f"guard {path} is gone", GONE_GUARD.format(path=path))
    if hashed(source).hex() != digest:
        raise userguard.GuardFault(f"guard {path} changed since a person trusted it", CHANGED_GUARD)
    return userguard.ask(path, function, source, call)
