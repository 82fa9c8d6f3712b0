"""Grant a second try after a refusal by the host's classifier: for what reads inside the workspace only.

Hot, loaded at that event only.  A try is granted once for a call of a prompt, when the analysis proves that
every command reads, nothing of it outside the workspace, and no secret.
"""

from __future__ import annotations

import hashlib
import os
import re

from failshut import paths
from failshut.hosts.base import Host
from failshut.hosts.moments import Moment
from failshut.hot import judge
from failshut.model import PASS, READ, SHELL, Call, Command, Script, Verdict
from failshut.policy.cache import policy_for

READING = ("fs.read", "fs.list", "git.read", "text.read")
"""Effects that a second try may have."""
READERS = frozenset(
    "ls cat head tail wc grep egrep fgrep rg find stat du df sort cut tr diff cmp comm basename dirname "
    "realpath readlink pwd echo printf true test [ whoami id uname which nl fold column sha256sum md5sum "
    "sha1sum jq cd : strings od hexdump rev tac paste join seq expr tree file uniq".split()
)
"""Programs that read, print or compute, but for the options below and for what their effects show."""
WRITING = {
    "find": ("-delete", "-exec", "-ok", "-fprint", "-fls"),
    "sort": ("-o", "--o", "--comp", "-T"),
    "rg": ("--pre", "--hostname-bin"),
    "tree": ("-o", "--o"),
    "file": ("-C", "--comp"),
    "git": (
        "-c",
        "--exec-path",
        "-C",
        "--git-dir",
        "--work-tree",
        "--ext-diff",
        "--o",
        "-O",
        "--open",
        "--textconv",
        "-o",
    ),
}
"""Beginnings of options with which a reader runs something, or writes."""
GIT = frozenset(
    "status diff log show rev-parse ls-files blame describe shortlog grep ls-tree cat-file".split()
)
"""Verbs of git that read."""
LISTING = frozenset("branch tag remote stash".split())
"""Verbs of git that read when nothing but options follows."""
LISTS = ("-a", "-r", "-v", "-vv", "--all", "--list", "-l", "--verbose", "--show-current", "-n", "list")
SECRET = re.compile(
    r"\.env\b|secret|credential|id_(?:rsa|dsa|ecdsa|ed25519)|\.pem\b|\.key\b|\.p12\b|\.pfx\b|token|passw|\.npmrc|\.netrc|\.pgpass"
    r"|\.aws|\.ssh|\.gnupg|\.kube|htpasswd|keystore|\.git/config|service.?account",
    re.I,
)
"""Names of what may hold secrets."""
LOOPS = re.compile(r"(?:^|[;&|({\n])\s*(?:while|until|for|select|coproc)\b")
"""What may never end."""
UNAVAILABLE = "unavailable"


def granted(payload: dict[str, object], one: Moment, speaker: Host, root: str, home: str) -> Verdict:
    """Return a pass; with words (``tell``) when the call may be tried again."""
    if UNAVAILABLE in one.why.lower():
        return Verdict(PASS, marks=("second try: the classifier wasn't there",))
    call = call_of(payload, one, speaker)
    if call is None or not harmless(call, root, home):
        return Verdict(PASS, marks=("second try: not proved to read only",))
    if not first(one, call, home):
        return Verdict(PASS, marks=("second try: given already",))
    return Verdict(PASS, tell="a second try", marks=("second try: given",))


def call_of(payload: dict[str, object], one: Moment, speaker: Host) -> Call | None:
    """Return the call that was refused, None when it can't be read."""
    from failshut.errors import Unreadable
    from failshut.hosts import claude_code

    try:
        return claude_code.pre_tool(payload, speaker.NAME, one.event, speaker.TOOLS)
    except (Unreadable, KeyError, TypeError):
        return None


def harmless(call: Call, root: str, home: str) -> bool:
    """Say whether it is proved that a call reads, inside the workspace, and no secret."""
    call.cwd = judge.resolved(call.cwd, root)
    if "\0" in call.cwd or not inside(call.cwd, root):
        return False
    policy = policy_for(root, call.cwd, home, paths.policy_memory_dir(home), paths.cache_dir(home))
    found, script, effects = judge.examined(call, policy, root, judge.homes(home))
    if found.action != PASS:
        return False
    if call.kind == READ:
        named = [*call.reads, *map(str, call.arguments.values())]
        if any(SECRET.search(one) for one in named):
            return False
        return bool(call.reads) and all(inside(judge.resolved(path, call.cwd), root) for path in call.reads)
    if call.kind != SHELL or script is None or not readable(script):
        return False
    if SECRET.search(call.command or "") or LOOPS.search(call.command or ""):
        return False
    for effect, at in effects:
        params = dict(effect.params)
        if (
            effect.name not in READING
            or at < 0
            or "secret" in params
            or params.get("where", "inside") != "inside"
        ):
            return False
    return all(within(command, call.cwd, root) for command in script.commands)


def readable(script: Script) -> bool:
    """Say whether every command of a text is known to read: literal words, no redirection into a file."""
    if script.opaque or not script.commands:
        return False
    for command in script.commands:
        name = command.argv[0]
        bare = name.text.rpartition("/")[2]
        if not name.literal or name.glob or command.via or command.assigns:
            return False
        for redirect in command.redirects:
            if ">" in redirect.op and redirect.target.text != "/dev/null" and not redirect.op.endswith("&"):
                return False
        options = [word.text for word in command.argv[1:]]
        if any(one.startswith(WRITING.get(bare, ("\0",))) for one in options):
            return False
        if bare == "git":
            verb, *rest = [one for one in options if one not in ("--no-pager", "-P")] or [""]
            if verb in LISTING and any(one not in LISTS for one in rest):
                return False
            if verb == "stash" and rest[:1] != ["list"]:
                return False
            if verb not in GIT and verb not in LISTING:
                return False
        elif bare not in READERS or (
            bare == "uniq" and len([one for one in options if one[:1] != "-"]) > 1
        ):
            return False
        if any(not word.literal for word in command.argv):
            return False
    return True


def within(command: Command, cwd: str, root: str) -> bool:
    """Say whether every word of a command that may be a path lies in the workspace."""
    start = (
        cwd if command.cwd == "" else judge.resolved(command.cwd, cwd) if command.cwd is not None else ""
    )
    if not start or not inside(start, root):
        return False
    for word in command.argv[1:]:
        text = word.text.rpartition("=")[2] if word.text.startswith("-") else word.text
        if text.startswith(("~", "$")):
            return False
        apart = text.startswith("/") or ".." in text.split("/")
        if apart and not inside(judge.resolved(text, start), root):
            return False
    return all(
        inside(judge.resolved(one.target.text, start), root)
        or one.target.text == "/dev/null"
        or one.op.endswith("&")
        for one in command.redirects
        if one.target.literal
    ) and all(one.target.literal for one in command.redirects)


def inside(path: str, root: str) -> bool:
    """Say whether a path, with its links followed, lies in the workspace."""
    real, top = os.path.realpath(path), os.path.realpath(root)
    return top != "/" and (real == top or real.startswith(top + "/"))


def first(one: Moment, call: Call, home: str) -> bool:
    """Say whether this call of this prompt gets its first second try, and remember that it did."""
    text = "\0".join(
        (
            one.session,
            one.prompt,
            call.tool,
            call.command or "",
            repr(sorted(call.arguments.items(), key=str)),
        )
    )
    name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    folder = f"{paths.state_dir(home)}/tries"
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True


__all__ = ["granted", "harmless"]
