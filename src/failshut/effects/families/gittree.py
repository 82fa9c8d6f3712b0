"""Say what git subcommands throw away: work-tree edits, stashes, branches, history.  Hot."""

from failshut.effects.families import gitset as settings
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, named, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TREEISH = (
    "h p,patch q,quiet m,merge conflict= 2,ours 3,theirs progress overlay pathspec-from-file="
    " pathspec-file-nul recurse-submodules=? ignore-skip-worktree-bits U,unified= inter-hunk-context="
)
SPECS = {
    "reset": "h soft mixed hard merge keep N,intent-to-add p,patch q,quiet pathspec-from-file="
    " pathspec-file-nul refresh recurse-submodules=? U,unified= inter-hunk-context=",
    "checkout": _TREEISH + " f,force b= B= orphan= t,track=? l d,detach guess"
    " ignore-other-worktrees overwrite-ignore",
    "restore": _TREEISH + " s,source= S,staged W,worktree ignore-unmerged",
    "switch": "h c,create= C,force-create= orphan= d,detach f,force discard-changes m,merge"
    " conflict= t,track=? q,quiet guess recurse-submodules=? progress ignore-other-worktrees"
    " overwrite-ignore",
    "clean": "h f,force d n,dry-run i,interactive q,quiet e,exclude= x X",
    "branch": "D d,delete f,force M m,move C c,copy u,set-upstream-to= t,track=? a,all r,remotes v,verbose"
    " q,quiet list=? contains=? no-contains=? merged=? no-merged=? points-at= format= sort= l"
    " show-current edit-description unset-upstream color=? column=? abbrev=? create-reflog"
    " i,ignore-case recurse-submodules",
    "gc": "prune=? aggressive auto q,quiet force no-prune keep-largest-pack cruft",
    "update-ref": "d m= no-deref stdin z create-reflog",
    "worktree": "h f,force",
    "prune": "n,dry-run v,verbose expire= progress exclude-promisor-objects",
}


def act(verb: str, args: tuple[Word, ...], site: Site) -> None:
    """Add what a subcommand does; nothing is lost in a folder that was made for now."""
    from failshut.effects.places import where

    count = len(site.effects)
    VERBS[verb](args, site)
    if site.effects[count:] and where(site.folder(), site.ctx) == "tmp":
        site.effects[count:] = [one for one in site.effects[count:] if one.name != "git.discard"]


def _given(options: Options, *names: str) -> bool:
    """Tell whether one of the options stands and no ``--no-`` behind it takes it back."""
    for name in names:
        last = [flag for flag, _ in options.flags if flag in (name, "no-" + name)]
        if last and last[-1] == name:
            return True
    return False


def _rejected(options: Options, spec: str) -> bool:
    """Tell whether git only shows its usage: asked for help, or given an option that it doesn't have."""
    if options.has("help", "h") or (options.has("unified") and not options.has("patch")):
        return True
    return any([not named(flag.removeprefix("no-"), spec) for flag, _ in options.flags if "$" not in flag])


def _reset(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["reset"])
    modes = [f for f, _ in options.flags if f in ("soft", "mixed", "hard", "merge", "keep")]
    if modes and modes[-1] in ("hard", "merge") and not _rejected(options, SPECS["reset"]):
        site.add("git.discard", "resets the work tree and throws away uncommitted edits",
                 what="reset")  # fmt: skip


def _checkout(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["checkout"])
    paths = options.operands
    if _rejected(options, SPECS["checkout"]):
        return
    if _given(options, "patch"):
        site.add("git.discard", "throws away uncommitted edits piece by piece", what="checkout")
    elif _given(options, "force") or options.has("pathspec-from-file", "ours", "theirs"):
        site.add("git.discard", "checks out over uncommitted edits", what="checkout")
    elif options.dashed >= 0 and len(paths) > options.dashed:
        _paths(site, paths[options.dashed :], "checkout")
    elif not options.has("b", "B", "orphan", "track", "detach"):
        named_paths = [word for word in paths if _is_path(word)]
        if named_paths or len(paths) > 1:
            _paths(site, named_paths or paths[1:], "checkout")


def _is_path(word: Word) -> bool:
    """Tell whether a bare operand can only be a path (``.``, ``./x``, ``*.py``)."""
    text = word.text
    known = text in (".", "..") or text.startswith(("./", "../", ":/", ":(", "/")) or word.glob
    return known or any([char in text for char in "*?["])


def _paths(site: Site, words: list[Word], what: str) -> None:
    shown = ", ".join(word.text for word in words[:3])
    site.add("git.discard", f"throws away uncommitted edits to {shown}", what=what)


def _restore(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["restore"])
    staged = _given(options, "staged") and not _given(options, "worktree")
    if staged or _rejected(options, SPECS["restore"]):
        return
    if _given(options, "patch"):
        site.add("git.discard", "throws away uncommitted edits piece by piece", what="restore")
    elif options.has("pathspec-from-file") or [one for one in options.operands if one.text != "-"]:
        _paths(site, options.operands, "restore")


def _switch(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["switch"])
    made = options.has("create", "force-create", "orphan")
    if len(options.operands) > 1 or _rejected(options, SPECS["switch"]):
        return
    if _given(options, "force", "discard-changes") and (options.operands or made):
        site.add("git.discard", "switches branches over uncommitted edits", what="switch")


def _clean(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["clean"])
    forced = _given(options, "force") or settings.off(site, "clean.requireforce")
    if forced and not _given(options, "dry-run", "interactive") and not _rejected(options, SPECS["clean"]):
        site.add("git.discard", "deletes untracked files for good", what="clean")


def _branch(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["branch"])
    names = " ".join(word.text for word in options.operands)
    if options.has("D") or (options.has("delete") and options.has("force")):
        _history(site, f"deletes branch {names} with unmerged commits", "branch")
    elif options.has("M", "C") or (options.has("force") and options.operands):
        _history(site, f"overwrites branch {names}", "branch")


def _stash(args: tuple[Word, ...], site: Site) -> None:
    verb = args[0].text if args else ""
    if verb in ("drop", "clear"):
        _history(site, "deletes stashed work", "stash")


def _reflog(args: tuple[Word, ...], site: Site) -> None:
    words = [word.text for word in args]
    if words and words[0] in ("delete", "expire", "drop") and not {"-n", "--dry-run"} & set(words):
        _history(site, "deletes reflog entries, the last way back to lost commits", "reflog")


def _gc(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["gc"])
    values = [word.text for word in options.values("prune")]
    if options.has("no-prune", "help", "h"):
        return
    values = values or [value for _, value in settings.of(site, "gc.pruneexpire")]
    values += [value for _, value in settings.of(site, "gc.reflogexpire", "gc.reflogexpireunreachable")]
    if any([_at_once(value) for value in values]):
        _history(site, "deletes unreachable commits at once", "gc")


def _at_once(age: str) -> bool:
    """Tell whether an age keeps nothing back: ``now``, ``all``, ``0``, ``0.days``."""
    text = age.lower().replace(" ", ".")
    return text in ("now", "all") or text.partition(".")[0].strip("0") == ""


def _prune(args: tuple[Word, ...], site: Site) -> None:
    if not read(args, SPECS["prune"]).has("dry-run", "help", "h"):
        _history(site, "deletes unreachable commits", "prune")


def _update_ref(args: tuple[Word, ...], site: Site) -> None:
    if read(args, SPECS["update-ref"]).has("d", "stdin"):
        _history(site, "deletes refs directly", "update-ref")


def _filter(args: tuple[Word, ...], site: Site) -> None:
    words = {word.text for word in args}
    if not words & {"--help", "-h", "--version", "--analyze", "--dry-run"}:
        _history(site, "rewrites the repository's whole history", "filter")


def _worktree(args: tuple[Word, ...], site: Site) -> None:
    if not args or args[0].text != "remove":
        return
    options = read(args[1:], SPECS["worktree"])
    if not _given(options, "force"):
        return
    _history(site, "removes a work tree with its uncommitted edits", "worktree")
    for word in options.operands:
        site.touch("fs.delete", word, True, by="git")


def _submodule(args: tuple[Word, ...], site: Site) -> None:
    words = [word.text for word in args]
    if not {"-f", "--force"}.isdisjoint(words) and not {"deinit", "update"}.isdisjoint(words[:2]):
        site.add("git.discard", "overwrites or removes submodules with their uncommitted edits",
                 what="submodule")  # fmt: skip


def _symbolic(args: tuple[Word, ...], site: Site) -> None:
    if read(args, "d,delete q,quiet short m=").has("delete"):
        _history(site, "deletes refs directly", "update-ref")


def _index(args: tuple[Word, ...], site: Site) -> None:
    words = {word.text for word in args}
    if words & {"-f", "--force"} and words & {"-a", "--all"}:
        site.add("git.discard", "overwrites the work tree from the index", what="checkout-index")


def _read_tree(args: tuple[Word, ...], site: Site) -> None:
    if any(word.text == "--reset" for word in args) and any(word.text == "-u" for word in args):
        site.add("git.discard", "overwrites the work tree", what="read-tree")


def _history(site: Site, detail: str, what: str) -> None:
    site.add("git.rewrite-history", detail, what=what)


VERBS: "dict[str, Callable[[tuple[Word, ...], Site], None]]" = {
    "reset": _reset, "checkout": _checkout, "restore": _restore, "switch": _switch,
    "clean": _clean, "branch": _branch, "stash": _stash, "reflog": _reflog, "gc": _gc,
    "prune": _prune, "update-ref": _update_ref, "filter-branch": _filter, "filter-repo": _filter,
    "submodule": _submodule, "symbolic-ref": _symbolic,
    "worktree": _worktree, "checkout-index": _index, "read-tree": _read_tree,
}  # fmt: skip
