"""Follow what builtins change for the rest of a text: variables, names, jumps, traps.  Hot."""

from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.tokens import is_name
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import HASHED, UNSET, State, unknown
from failshut.shell.walk.walker import Walker

DECLARE = ("declare", "typeset", "local", "readonly", "export")
_BUILTINS = frozenset(
    ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs"
    " disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local"
    " logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend"
    " test times trap true type typeset ulimit umask unalias unset wait".split()
)
_SETTERS = ("getopts", "wait")


def follow(walker: Walker, name: str, argv: tuple[Word, ...], run: Run) -> None:
    """Follow what a builtin changes."""
    if name == "alias":
        walker.state.own()
        for word in argv[1:]:
            key, equals, text = word.text.partition("=")
            if equals and word.literal:
                held = walker.state.aliases.get(key, ("", 0, ""))
                walker.state.aliases[key] = (text, 0, held[0] if held[1] == 1 else held[2])
    elif name == "trap":
        words = [word for word in argv[1:] if word.text != "--"]
        if len(words) > 1 and words[0].text not in ("-", "", "-p", "-l") and words[0].literal:
            run.argv, run.state = (argv[0], *words), walker.state.copy()
            run.logged = len(walker.state.log)
            walker.quiet(bool(walker.traps))
            walker.traps.append(run)
            from failshut.shell.walk import texts
            from failshut.shell.walk.output import Output

            out, walker.out = walker.out, Output()
            texts.nested(walker, words[0].text, run, ("trap",), walker.state.copy())
            pieces, ends, walker.out = walker.out.pieces, walker.out.ends, out
            if not all([word.text in ("EXIT", "0") for word in words[1:]]):  # anywhere from here on
                walker.quiet(bool(pieces))
                if ends:
                    walker.cut()
        else:
            walker.quiet(bool(walker.traps))
    elif name == "enable" and any([word.text[:2] == "-f" for word in argv[1:]]):
        walker.record(run, (unknown("library"),), (*run.via, "enable -f"), (), run.cwd)
    elif name in ("break", "continue", "return"):
        walker.jumps.append((walker.state.copy(), name, len(argv) > 1))
        if name == "return":
            walker.cut(1)
    elif name in ("exit", "kill"):
        walker.cut()
    elif name == "set" and argv[1:2] != (Word("--"),):
        walker.quits = True
        if any([word.text == "noexec" or (word.text[:1] == "-" and "n" in word.text) for word in argv[1:]]):
            walker.cut()
        _change(walker, name, argv[1:], run.stdin)
    elif name in DECLARE:
        from failshut.shell.builtins import declare

        declare.follow(walker, name, argv[1:], run)
    else:
        before = walker.state
        if name == "read" and run.values:
            before.own()
            walker.state = before.copy()
            for key, value in run.values:
                walker.state.set(key, value)
        named = argv[1:]
        if name == "unset" and run.values:  # what stands before the command goes, and nothing else
            given = dict(run.values)
            named = tuple([word for word in named if word.text not in given])
        _change(walker, name, named, run.stdin)
        if walker.state is not before:
            walker.state.restore([key for key, _ in run.values], before)


def _change(walker: Walker, name: str, words: tuple[Word, ...], stdin: Word | None) -> None:
    """Follow what a builtin changes; ``stdin`` is the text it reads, where known."""
    state = walker.state
    if name == "unset":
        functions = False
        for word in words:
            if word.text[:1] == "-" or functions:
                functions = functions or word.text == "-f"
                if word.text in state.functions:
                    state.own()
                    state.functions.pop(word.text)
                continue
            if word.text in state.functions and word.text not in state.values:
                state.own()
                state.functions[word.text] = (*state.functions[word.text], None)
            if "&" + word.text in state.values and any([one.text == "-n" for one in words]):
                state.own()
                state.values.pop("&" + word.text)
                continue
            key, bracket, _ = word.text.partition("[")
            if key in walker.hidden | walker.given and key not in walker.locals:
                walker.escaped.add(key)  # another one of that name shows
                bracket = "["
            state.set(key, UNSET if not bracket else None)
            state.exported.pop(word.text, None)
    elif name == "read":
        from failshut.shell.builtins import reading

        reading.fill(words, state, stdin)
    elif name == "printf" and words and words[0].text.startswith("-v"):
        words = words[1:] if words[0].text == "-v" else (Word(words[0].text[2:]), *words[1:])
        if words:
            from failshut.shell.builtins.reading import assign
            from failshut.shell.walk.printing import printf

            assign(words[0].text, printf(words[1:]), state)
    elif name == "let":
        for word in words:
            _let(word, walker)
    elif name == "set":
        from failshut.shell.builtins import early

        early.options(words, state)
        _set(words, state)
    elif name == "shift":
        _shift(words, state)
    elif name == "unalias":
        state.own()
        for word in words:
            for key in [*state.aliases] if word.text == "-a" else [word.text]:
                if key in state.aliases:  # the line at hand knows it still
                    text, ready, held = state.aliases[key]
                    state.aliases[key] = ("", 2, text if ready == 1 else held)
    elif name == "hash":
        _hash(words, state)
    elif name == "shopt":
        for mark in ("lastpipe", "localvar_inherit"):  # no variables' values, but marks that live as long
            if any([word.text == mark or not word.literal for word in words]):
                state.set(mark, None)
    elif name in ("mapfile", "readarray"):
        from failshut.shell.builtins import reading

        reading.lines(words, state, stdin)
    elif name in _SETTERS:
        for word in words:
            if is_name(word.text):
                state.set(word.text, None)


def _let(word: Word, walker: Walker) -> None:
    from failshut.shell.syntax import Lit
    from failshut.shell.values import reckon

    if word.literal:
        reckon.arithmetic(walker, (Lit(word.text, True),))
    else:
        reckon.lose(walker, [word.text.partition("=")[0]])


def _hash(words: tuple[Word, ...], state: State) -> None:
    """Follow ``hash -p FILE NAME``: from now on the name runs the file."""
    options = read(words, "p= d l r t", permute=False)
    if options.has("r"):
        state.forget()
    for word in options.rest or options.operands:
        files = options.values("p")[-1:]
        state.set(HASHED + word.text, files[0] if files else UNSET)


def hashed(word: Word, state: State) -> Word:
    """Return the file that a command's name stands for: builtins come first."""
    held = state.values.get(HASHED + word.text)
    if (
        held is UNSET
        or not word.literal
        or word.text in _BUILTINS
        or HASHED + word.text not in state.values
    ):
        return word
    return held if isinstance(held, Word) and held.literal else Word("${hash}", False)


def _set(words: tuple[Word, ...], state: State) -> None:
    """Follow ``set -- …``, which sets the arguments."""
    skip = False
    for at, word in enumerate(words):
        if skip:
            skip = False
            continue
        skip = word.text[:1] in ("-", "+") and word.text[-1] == "o" and len(word.text) > 1
        if word.text in ("--", "-") and word.literal:
            state.args = words[at + 1 :] if word.text == "--" or len(words) > at + 1 else state.args
            return
        if word.text[:1] not in ("-", "+") or not word.literal:
            state.args = words[at:] if word.literal else None
            return


def _shift(words: tuple[Word, ...], state: State) -> None:
    count = int(words[0].text[:9]) if words and words[0].text.isdigit() else 0 if words else 1
    args = state.args or ()
    # An argument that is none or many lets nobody tell which ones go.
    if (words and not count) or any([one.glob or not one.literal for one in args[:count]]):
        state.args = None
    elif count <= len(args):
        state.args = None if state.args is None else args[count:]
