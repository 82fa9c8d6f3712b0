"""Say what ``git`` does: global options first, then the subcommand's own module or table.  Hot."""

from failshut.effects.families import gitset
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.options import Options, read
from failshut.shell.wrappers.table import row

_GLOBAL = row("git")[0]
_HOOKED = ("commit", "merge", "rebase", "am", "pull", "cherry-pick", "revert")
_MANAGERS = {"HUSKY": ("0",), "LEFTHOOK": ("0", "false"), "HUSKY_SKIP_HOOKS": (), "SKIP": ()}
"""Variables that make managers of hooks leave them out, with the values that do; () = any."""
_COMMIT = (
    "n,no-verify m,message= F,file= C,reuse-message= c,reedit-message= t,template= S,gpg-sign=?"
    " u,untracked-files=? author= date= fixup= squash= cleanup= trailer= pathspec-from-file= amend"
    " a,all p,patch s,signoff q,quiet v,verbose e,edit no-edit allow-empty allow-empty-message"
    " dry-run porcelain short branch long only include reset-author verify no-gpg-sign"
    " no-post-rewrite status no-status i,interactive null"
    " o z pathspec-file-nul ahead-behind"
)
# The subcommands that ``gittree`` knows; a test compares the two.
TREE = frozenset(
    "reset checkout restore switch clean branch stash reflog gc prune update-ref filter-branch"
    " filter-repo worktree submodule symbolic-ref checkout-index read-tree".split()
)
SPECS = {
    "commit": _COMMIT,
    "merge": "no-verify message,m= file,F= s,strategy= X,strategy-option= gpg-sign,S=? abort continue quit"
    " no-ff ff-only squash no-commit into-name= cleanup= verify v,verbose stat e,edit no-edit n"
    " summary log=? commit ff rerere-autoupdate verify-signatures q,quiet allow-unrelated-histories"
    " progress autostash overwrite-ignore signoff",
    "rebase": "no-verify x,exec= s,strategy= X,strategy-option= onto= gpg-sign,S=? C= empty= whitespace="
    " i,interactive abort continue skip quit autosquash autostash root verify v,verbose keep-base"
    " q,quiet n,no-stat signoff committer-date-is-author-date reset-author-date ignore-whitespace"
    " f,force-rebase no-ff edit-todo show-current-patch apply m,merge rerere-autoupdate update-refs"
    " r,rebase-merges=? fork-point reschedule-failed-exec reapply-cherry-picks",
    "am": "n,no-verify p= C= gpg-sign,S=? patch-format= abort continue skip quit directory= exclude="
    " quoted-cr= whitespace= include= empty= i,interactive 3,3way q,quiet s,signoff u,utf8 k,keep"
    " keep-non-patch m,message-id keep-cr no-keep-cr c,scissors ignore-space-change"
    " ignore-whitespace reject resolvemsg= r,resolved show-current-patch=? allow-empty"
    " committer-date-is-author-date ignore-date rerere-autoupdate",
    "pull": "no-verify strategy,s= strategy-option,X= gpg-sign,S=? r,rebase=? ff-only no-ff depth="
    " v,verbose verify cleanup= upload-pack= shallow-since= shallow-exclude= deepen= refmap="
    " o,server-option= negotiation-tip= q,quiet progress recurse-submodules=? n stat log=? signoff=?"
    " squash commit edit ff verify-signatures autostash allow-unrelated-histories all a,append"
    " f,force t,tags p,prune j,jobs=? dry-run k,keep unshallow update-shallow 4,ipv4 6,ipv6"
    " show-forced-updates set-upstream",
    "cherry-pick": "mainline,m= strategy-option,X= gpg-sign,S=? strategy= n,no-commit abort continue"
    " skip quit cleanup= e,edit s,signoff rerere-autoupdate x ff allow-empty allow-empty-message"
    " keep-redundant-commits",
    "revert": "mainline,m= strategy-option,X= gpg-sign,S=? strategy= n,no-commit abort continue skip quit"
    " cleanup= e,edit s,signoff rerere-autoupdate reference",
}
_PATCHED = ("diff", "show", "log", "stash", "whatchanged")
_NAMES_ONLY = ("--stat", "--name-", "--shortstat", "--numstat", "--summary", "--quiet", "-s", "--no-patch")
_CONFIG_READS = ("get", "get-all", "get-regexp", "l,list", "list", "show-origin", "get-urlmatch")


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of one ``git`` command."""
    options, rest = _globals(args)
    if not rest or options.dashed >= 0 or options.has("help", "version"):
        return None
    verb = rest[0].text
    for key, value in gitset.given(site):
        if key == "core.hookspath":
            site.add("git.skip-hooks", "points git at other hooks", what="hooks-path")
        if key == "alias." + verb.lower():
            if not value.literal:
                site.add("opaque.target", "runs a git alias that stays unknown", what="git")
            return None  # what it runs is a command of its own
    if not rest[0].literal:
        return site.add("opaque.target", "runs a git command that stays unknown", what="git")
    if verb in _HOOKED or verb == "push":
        _switched(verb, site)
    _verb(verb, rest[1:], _moved(site, options))
    return None


def _globals(args: tuple[Word, ...]) -> tuple[Options, tuple[Word, ...]]:
    options = read(args, _GLOBAL, permute=False)
    return options, options.rest


def _switched(verb: str, site: Site) -> None:
    """Add what the variables of managers of hooks leave out (``HUSKY=0 git commit``)."""
    for name, value in site.command.assigns:
        values = _MANAGERS.get(name)
        if values is not None and value.text and (not values or value.text in values):
            site.add("git.skip-hooks", f"runs git {verb} without its hooks", what="no-verify")


def _moved(site: Site, options: Options) -> Site:
    """Follow ``-C``, ``--work-tree`` and the like to the folder that git acts in."""
    from failshut.shell.marks import joined

    command = site.command
    cwd = command.cwd
    for word in options.values("C", "work-tree"):
        cwd = joined(cwd, word)
    if cwd == command.cwd:
        return site
    other = Site(Command(command.argv, assigns=command.assigns, cwd=cwd), site.commands, site.index,
                 site.ctx, site.depth, site.notes)  # fmt: skip
    other.effects, other.known = site.effects, site.known
    return other


def _verb(verb: str, args: tuple[Word, ...], site: Site) -> None:
    if verb == "push":
        from failshut.effects.families import gitpush

        gitpush.push(args, site)
        _skips(args, gitpush.SPEC, verb, site)
    elif verb in TREE:
        from failshut.effects.families import gittree

        gittree.act(verb, args, site)
    elif verb == "config":
        _config(args, site)
    elif verb in ("rm", "mv", "diff"):
        _files(verb, args, site)
    if verb in ("show", "cat-file"):
        for word in args:
            _, colon, path = word.text.partition(":")
            if colon and path and not word.text.startswith("-"):
                site.touch("fs.read", Word(path, word.literal), by="git")
    if verb == "credential" and args and args[0].text == "fill":
        site.add("secrets.show", "shows a stored password", what="token")
    if verb in _PATCHED:
        _patches(verb, args, site)
    if verb in _HOOKED:
        _skips(args, SPECS[verb], verb, site)


def _skips(args: tuple[Word, ...], spec: str, verb: str, site: Site) -> None:
    """Add what a subcommand with hooks does about them."""
    options = read(args, spec)
    if options.has("no-verify") and not options.has("dry-run"):
        site.add("git.skip-hooks", f"runs git {verb} without its hooks", what="no-verify")


def _files(verb: str, args: tuple[Word, ...], site: Site) -> None:
    if verb == "rm":
        options = read(args, "r f,force n,dry-run q,quiet cached ignore-unmatch pathspec-from-file=")
        if not options.has("dry-run", "cached"):
            for word in options.operands:
                pattern = word.glob or any([char in word.text for char in "*?["])
                site.touch("fs.delete", Word(word.text, word.literal, pattern), options.has("r"), by="git")
    elif verb == "mv":
        operands = read(args, "f,force k n,dry-run v,verbose").operands
        for word in operands[:-1]:
            site.touch("fs.move", word, by="git")
    elif verb == "diff" and any(word.text == "--no-index" for word in args):
        for word in args:
            if not word.text.startswith("-"):
                site.touch("fs.read", word, by="git")


def _patches(verb: str, args: tuple[Word, ...], site: Site) -> None:
    """Count files as read whose changes are shown: ``git log -p -- .env``."""
    texts = [word.text for word in args]
    shows = verb in ("diff", "show") or not {"-p", "-u", "--patch"}.isdisjoint(texts)
    if not shows or any([one.startswith(_NAMES_ONLY) for one in texts]):
        return
    start = texts.index("--") + 1 if "--" in texts else 0 if verb == "diff" else len(texts)
    for word in args[start:]:
        if word.text[:1] not in ("-", ":"):
            site.touch("fs.read", word, by="git")


def _config(args: tuple[Word, ...], site: Site) -> None:
    options = read(args, "f,file= blob= type= default= global system local worktree get get-all"
                   " get-regexp l,list unset unset-all add replace-all z,null name-only show-origin"
                   " show-scope e,edit fixed-value comment= value= all append")  # fmt: skip
    words = [word.text for word in options.operands]
    if words[:1] == ["set"]:
        words = words[1:]
    if words[:1] in (["get"], ["list"]) or options.has("get", "get-all", "get-regexp", "list"):
        return
    unset = options.has("unset", "unset-all") or words[:1] == ["unset"]
    key, value = (words[0].lower(), words[1]) if len(words) > 1 else ("", "")
    if key[:7] == "remote." and not unset:
        if key[-5:] == ".push" and value[:1] == "+":
            site.add("git.rewrite-remote", "makes every push a forced one", remote=key[7:-5],
                     how="refspec", lease="no", protected="unknown")  # fmt: skip
        elif key[-7:] == ".mirror" and value.lower() in ("true", "yes", "on", "1"):
            site.add("git.rewrite-remote", "makes every push mirror all refs", remote=key[7:-7],
                     how="mirror", lease="no", protected="yes")  # fmt: skip
    if words and words[0].lower() == "core.hookspath" and (len(words) > 1 or unset):
        site.add("git.skip-hooks", "sets core.hooksPath", what="hooks-path")
