"""Say what git subcommands throw away: work-tree edits, stashes, branches, history.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TREEISH = "p,patch q,quiet f,force m,merge conflict= ours theirs progress no-progress overlay"
SPECS = {
    "reset": "soft mixed hard merge keep N,intent-to-add p,patch q,quiet pathspec-from-file="
    " pathspec-file-nul refresh no-refresh recurse-submodules=?",
    "checkout": _TREEISH + " b= B= orphan= t,track=? l d,detach guess no-guess no-track"
    " ignore-skip-worktree-bits ignore-other-worktrees pathspec-from-file= no-overlay"
    " recurse-submodules=? overwrite-ignore 2 3 no-patch U,unified= inter-hunk-context=",
    "restore": _TREEISH + " s,source= S,staged W,worktree 2 3 no-overlay pathspec-from-file="
    " ignore-unmerged recurse-submodules=?",
    "switch": "c,create= C,force-create= orphan= d,detach f,force discard-changes m,merge"
    " conflict= t,track=? q,quiet no-guess guess recurse-submodules=?",
    "clean": "f,force d n,dry-run i,interactive q,quiet e,exclude= x X",
    "branch": "D d,delete f,force M m,move C c,copy u,set-upstream-to= t,track=? a,all r,remotes"
    " v,verbose q,quiet list=? contains=? no-contains=? merged=? no-merged=? points-at= format="
    " sort= l show-current edit-description unset-upstream color=? column=? abbrev=?",
    "gc": "prune=? aggressive auto q,quiet force no-prune keep-largest-pack cruft",
    "update-ref": "d m= no-deref stdin z create-reflog",
    "worktree": "f,force v,verbose porcelain b= B= d,detach lock reason= n,dry-run expire=",
    "prune": "n,dry-run v,verbose expire= progress",
}


def _reset(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["reset"])
    modes = [f for f, _ in options.flags if f in ("soft", "mixed", "hard", "merge", "keep")]
    if modes and modes[-1] in ("hard", "merge") and not options.has("help", "h"):
        site.add("git.discard", "resets the work tree and throws away uncommitted edits",
                 what="reset")  # fmt: skip


def _checkout(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["checkout"])
    paths = options.operands
    if options.has("patch", "help", "h"):
        return
    if options.has("force") or options.has("pathspec-from-file", "ours", "theirs"):
        site.add("git.discard", "checks out over uncommitted edits", what="checkout")
    elif options.dashed >= 0 and len(paths) > options.dashed:
        _paths(site, paths[options.dashed :], "checkout")
    elif not options.has("b", "B", "orphan", "track", "detach"):
        named = [word for word in paths if _is_path(word)]
        if named or len(paths) > 1:
            _paths(site, named or paths[1:], "checkout")


def _is_path(word: Word) -> bool:
    """Tell whether a bare operand can only be a path (``.``, ``./x``, ``*.py``)."""
    text = word.text
    return text in (".", "..") or text.startswith(("./", "../", ":/", ":(", "/")) or word.glob


def _paths(site: Site, words: list[Word], what: str) -> None:
    shown = ", ".join(word.text for word in words[:3])
    site.add("git.discard", f"throws away uncommitted edits to {shown}", what=what)


def _restore(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["restore"])
    if options.has("help", "patch") or (options.has("staged") and not options.has("worktree")):
        return
    if options.operands or options.has("pathspec-from-file"):
        _paths(site, options.operands, "restore")


def _switch(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["switch"])
    if options.has("force", "discard-changes"):
        site.add("git.discard", "switches branches over uncommitted edits", what="switch")


def _clean(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, SPECS["clean"])
    if options.has("force") and not options.has("dry-run", "interactive", "help", "h"):
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
    if words and words[0] in ("delete", "expire") and not {"-n", "--dry-run"} & set(words):
        _history(site, "deletes reflog entries, the last way back to lost commits", "reflog")


def _gc(args: tuple[Word, ...], site: Site) -> None:
    values = [word.text for word in read(args, SPECS["gc"]).values("prune")]
    if values and values[-1] in ("now", "all"):
        _history(site, "deletes unreachable commits at once", "gc")


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
    if options.has("force"):
        _history(site, "removes a work tree with its uncommitted edits", "worktree")


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
    "worktree": _worktree, "checkout-index": _index, "read-tree": _read_tree,
}  # fmt: skip
