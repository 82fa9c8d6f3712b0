"""Follow one command: wrappers, functions, texts in texts, builtins.  Hot."""

from failshut.shell.marks import source_of
from failshut.shell.syntax import Node, Simple
from failshut.shell.tokens import Opaque
from failshut.shell.values import resolve
from failshut.shell.walk.run import Run, unwrapped
from failshut.shell.walk.state import HASHED, State, join, unknown
from failshut.shell.walk.walker import Walker
from failshut.shell.wrappers.found import Found, program
from failshut.shell.wrappers.table import SHELLS

_REWRITES = frozenset("cp mv install ln rsync scp sed gsed perl ruby curl wget dd patch truncate".split())
FOLDERS = ("cd", "pushd", "popd", "chroot")
_CHANGES = frozenset(
    ("alias", "break", "continue", "declare", "enable", "exit", "export", "getopts", "hash", "kill", "let",
     "local", "mapfile", "read", "readarray", "readonly", "return", "set", "shift", "shopt", "trap",
     "typeset", "unalias", "unset", "wait")
)  # fmt: skip
"""Builtins that change what holds for the rest of a text; ``printf`` does with ``-v`` only."""
_SUCCEED = frozenset(
    (":", "cd", "declare", "echo", "export", "local", "printf", "pwd", "readonly", "set", "true", "typeset")
)  # taken to succeed
_READ = (*SHELLS, "source", ".")
_WRAPS = 50  # commands that run commands


def simple(walker: Walker, node: Simple) -> None:
    """Walk a simple command; where a failing one ends the shell, note that."""
    expanded(walker, node)
    if "set -e" in walker.state.values and not succeeds(node):
        walker.cut()


def succeeds(node: Node) -> bool:
    """Tell whether a command is taken to succeed."""
    return isinstance(node, Simple) and bool(node.words) and node.words[0].bare() in _SUCCEED


def expanded(walker: Walker, node: Simple) -> None:
    """Walk a simple command once for each combination of values."""
    walker.spend(2)
    if node.words and walker.state.aliases:
        from failshut.shell.walk import texts

        after = texts.aliased(walker, node)
        meant(walker, node)
        if after is not None:
            after.aliases = walker.state.aliases
            walker.state = join([walker.state, after])
        return
    meant(walker, node)


def meant(walker: Walker, node: Simple) -> None:
    """Walk a simple command as it stands."""
    before, broken, walker.broken = walker.state.copy(), walker.broken, False
    runs = resolve.runs(walker, node, node.words, node.assigns)
    failed, walker.broken = walker.broken, broken
    if len(runs) == 1:
        execute(walker, runs[0])
        if failed:
            walker.cut()
            walker.jumps.append((before, "error", True))
            walker.state = join([walker.state, before])
        return
    ends: list[State] = []
    walker.again += 1
    stdin = left = walker.stdin
    for run in runs:
        walker.state, walker.stdin = run.state, stdin
        execute(walker, run)
        ends.append(walker.state)
        left = left if walker.stdin is stdin else walker.stdin
    walker.stdin = left if left is stdin else None
    walker.again -= 1
    walker.state = join(ends)
    walker.quiet()


def execute(walker: Walker, run: Run) -> None:
    """Follow one command: wrappers, functions, texts, builtins."""
    resolve.takes(walker, run)
    run.outer = walker.wraps
    if not run.argv:
        from failshut.shell.values import assignments

        return assignments.keep(walker, run)
    name = program(run.argv[0])
    bodies = walker.state.functions.get(name) if run.argv[0].literal else None
    if bodies is not None and "/" not in run.argv[0].text:
        from failshut.shell.walk import functions

        functions.call(walker, name, bodies, run)
        if None not in bodies:
            return None
    if HASHED + run.argv[0].text in walker.state.values:
        from failshut.shell.builtins.follow import hashed

        run.argv = (hashed(run.argv[0], walker.state), *run.argv[1:])
    run.via, run.cwd = walker.via, walker.state.cwd
    enter(walker, run)
    return None


def enter(walker: Walker, run: Run) -> None:
    """Follow what a command really runs."""
    try:
        if len(run.via) > len(walker.via) + _WRAPS:
            raise Opaque("wrappers nested too deep")
        found = unwrapped(run, walker.state)
    except Opaque:
        walker.record(run, (unknown("text"),), run.via, run.redirects, run.cwd)
        return
    run.enter(found)
    walker.quits = walker.quits or "exec" in found.via
    whole = not found.argv
    if found.via:
        walker.spend(6)
    if found.text is not None or found.file is not None:
        from failshut.shell.walk import texts

        texts.follow(walker, found, run)
    elif found.argv:
        command(walker, found, run)
        if "exec" in found.via:
            walker.cut()
    if found.more and run.writes is not None:
        from failshut.shell.walk import written

        written.write(walker, run.writes, None, run.appends)
    for one in found.more:
        walker.spend(2)
        further = run.inside(one, whole)
        if one.text is not None or one.file is not None:
            from failshut.shell.walk import texts

            texts.follow(walker, one, further)
        else:
            enter(walker, further)


def command(walker: Walker, found: Found, run: Run) -> None:
    """Follow a command that is no wrapper, or one beside what it runs."""
    if run.argv[0].text == "${text}":
        whole = [one for words in run.outer for one in words if source_of(one) >= 0]
        word = whole[0] if whole else run.argv[0]
        if walker.files is not None:
            from failshut.shell.walk import fromfile

            if (shown := fromfile.shown(walker, source_of(word))) is not None:
                here = run.via[-1:] == ("eval",)
                run.args = walker.state.args if here else ()
                fromfile.walk(walker, shown, run, run.via[len(walker.via) :], run.cwd, here)
                return
        run.argv = (word,)
    name = program(run.argv[0])
    walker.record(run, run.argv, run.via, run.redirects, run.cwd)
    if walker.out is not None or run.writes is not None or name == "tee":
        from failshut.shell.walk import written

        written.prints(walker, name, run.argv[1:], run)
    if name in _REWRITES and (walker.files is not None or walker.state.files or run.stdin is not None):
        from failshut.shell.walk import rewrites, written

        copies = [
            (target, written.held(walker, source, run))
            for source, target in rewrites.copied(name, run.argv[1:])
        ]
        for word in rewrites.rewritten(name, run.argv[1:]) if walker.files is not None else ():
            written.write(walker, word, None, False)
        for target, text in copies:
            if text is not None:
                written.write(walker, target, text, False)
    if all([one in ("command", "builtin") for one in found.via]):
        builtin(walker, name, run)
    if walker.stdin is not None and not run.redirected:
        from failshut.shell.builtins import reading

        walker.stdin = reading.rest(name, run.argv[1:], walker.stdin)
    if name in _READ or "/" in run.argv[0].text:
        from failshut.shell.walk import texts

        texts.loads(walker, name, run.argv, found.via, run, run.cwd)


def builtin(walker: Walker, name: str, run: Run) -> None:
    """Follow what a builtin changes."""
    if name in FOLDERS:
        from failshut.shell.builtins import folders

        folders.change(name, run.argv[1:], walker.state)
    elif name in _CHANGES or (name == "printf" and len(run.argv) > 1 and run.argv[1].text[:2] == "-v"):
        from failshut.shell.builtins.follow import follow

        follow(walker, name, run.argv, run)
