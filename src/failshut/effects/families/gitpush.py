"""Say what ``git push`` does to the remote's history.  Hot."""

from failshut.effects.families import gitset
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

SPEC = (
    "f,force force-with-lease=? force-if-includes mirror all branches tags follow-tags d,delete"
    " prune n,dry-run u,set-upstream o,push-option= repo= receive-pack= exec= atomic no-atomic"
    " no-verify verify v,verbose q,quiet progress porcelain signed=? thin no-thin"
    " recurse-submodules=? 4,ipv4 6,ipv6 no-force-with-lease no-force no-mirror no-delete"
)
_PROTECTED = ("main", "master", "trunk", "production", "prod", "release", "stable")


def protected(branch: str) -> bool:
    """Tell whether a branch's name says that others build on it."""
    name = branch.removeprefix("refs/heads/")
    return name in _PROTECTED or name.startswith(("release/", "release-", "releases/"))


def push(args: tuple[Word, ...], site: Site) -> None:
    """Add ``git.rewrite-remote`` and ``git.delete-remote`` for what the options and refs say."""
    options = read(args, SPEC)
    if options.has("dry-run", "help", "h"):
        return
    operands = [word.text for word in options.operands]
    remote = operands[0] if operands else (options.values("repo") or [Word("")])[-1].text
    refs = operands[1:]
    _elsewhere(remote, site)
    force = _last(options.flags, "force", "no-force")
    settings = gitset.given(site)
    refs = refs or [value.text for key, value in settings if key[:7] == "remote." and key[-5:] == ".push"]
    mirror = [
        value.text.lower() for key, value in settings if key[:7] == "remote." and key[-7:] == ".mirror"
    ]
    if options.has("delete"):
        for ref in refs:
            _delete(site, remote, ref)
        return
    if _last(options.flags, "mirror", "no-mirror") or mirror[-1:] in (["true"], ["yes"], ["on"], ["1"]):
        site.add("git.rewrite-remote", f"mirrors all refs onto {remote or 'the remote'}",
                 remote=remote, how="mirror", lease="no", protected="yes")  # fmt: skip
    if options.has("prune"):
        site.add("git.delete-remote", f"deletes the branches of {remote or 'the remote'} that are"
                 " gone here", remote=remote, how="prune", protected="no")  # fmt: skip
    lease = _last(options.flags, "force-with-lease", "no-force-with-lease")
    for ref in refs or ([""] if force or lease else []):
        source, colon, target = ref.removeprefix("+").partition(":")
        plus = ref.startswith("+") or target.startswith("+")
        target = target.removeprefix("+")
        branch = target or source
        if colon and not source and target:
            _delete(site, remote, target)
        elif force or plus or lease:
            leased = lease and not force and not plus
            how = "refspec" if plus else "option"
            _rewrite(site, remote, branch, leased, how)


def _elsewhere(remote: str, site: Site) -> None:
    """Add ``net.send`` for an address in place of a remote's name."""
    scheme, mark, rest = remote.partition("://")
    if not mark:
        rest, mark, _ = remote.partition(":")
        scheme = "ssh" if "/" not in rest and "@" in rest else ""
    if mark and scheme in ("http", "https", "ssh", "git", "git+ssh", "ftp", "ftps"):
        host = rest.partition("/")[0].rpartition("@")[2].partition(":")[0].lower()
        if host not in ("localhost", "127.0.0.1", "[", "::1"):
            site.add("net.send", f"pushes to {host}, which is none of the repository's remotes",
                     what="folder", host=host, local="no", tool="git")  # fmt: skip


def _rewrite(site: Site, remote: str, branch: str, leased: bool, how: str) -> None:
    if branch in ("", "HEAD", "@"):
        branch = site.branch()
    verb = "force-pushes with a lease" if leased else "force-pushes"
    where = " ".join(part for part in (remote, branch) if part) or "the current branch"
    site.add(
        "git.rewrite-remote",
        f"{verb} to {where}",
        remote=remote,
        branch=branch,
        how=how,
        lease="yes" if leased else "no",
        protected="unknown" if not branch else "yes" if protected(branch) else "no",
    )


def _delete(site: Site, remote: str, ref: str) -> None:
    branch = ref.removeprefix(":")
    site.add(
        "git.delete-remote",
        f"deletes {branch} on {remote or 'the remote'}",
        remote=remote,
        branch=branch,
        how="ref",
        protected="yes" if protected(branch) else "no",
    )


def _last(flags: list[tuple[str, Word | None]], yes: str, no: str) -> bool:
    """Tell whether the option stands and isn't taken back by a later one."""
    given = [flag for flag, _ in flags if flag in (yes, no)]
    return bool(given) and given[-1] == yes
