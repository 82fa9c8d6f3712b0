"""Walk texts in texts: those of wrappers, shells' input, files and aliases.  Hot."""

from failshut.model import Word
from failshut.shell.marks import DOLLAR
from failshut.shell.syntax import Simple, Unparsable
from failshut.shell.walk import walk, written
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import UNSET, State, either, join
from failshut.shell.walk.walker import NOTHING, TEXTS, Exhausted, Walker
from failshut.shell.wrappers.found import Found
from failshut.shell.wrappers.programs import is_shell, program_text
from failshut.shell.wrappers.rows import grammar_of

_SURROUNDINGS = ("_", "HOME", "PWD", "OLDPWD", "TMPDIR", "USER")  # resolved by who reads effects
_PLACE = ("state", "via", "span", "outer", "feed", "stdin", "again", "wraps")
"""What of a walk belongs to the place in the text where it stands."""


def aliased(walker: Walker, node: Simple) -> State | None:
    """Walk what a line means when its first word is an alias of an earlier line; returns what holds then.

    It is walked as it stands too: few shells expand aliases; so ``unalias`` needs no following.
    """
    first = node.words[0]
    found = walker.state.aliases.get(first.bare())
    if found is None or not (found[1] == 1 or found[2]) or walker.depth > TEXTS:
        return None
    text, base = walker.source
    run = Run(walker.state)
    run.start, run.end = walker.span or (node.start, node.end)
    state = walker.state.copy()
    state.aliases = dict(state.aliases)
    before, end = text[node.start - base : first.start - base], first.end
    for word in node.words:
        found = state.aliases.pop(word.bare(), None)
        if found is None:
            break
        meant = found[0] if found[1] == 1 else found[2]  # a line knows the aliases of the lines before it
        before += text[end - base : word.start - base] + meant if word is not first else meant
        end = word.end
        if meant[-1:] not in (" ", "\t"):
            break
    documents = [text[one.lines[0] - base : one.lines[1] - base] for one in node.redirects if one.lines]
    whole = "\n".join([before + text[end - base : node.end - base], *documents])
    return nested(walker, whole, run, (), state)


def follow(walker: Walker, found: Found, run: Run) -> None:
    """Walk a text that a command runs, or those that its file may hold."""
    words = [found.text] if found.text is not None else []
    if found.file is not None:
        outer, walker.state.cwd = walker.state.cwd, run.cwd
        words = [*written.contents(walker, found.file)]
        walker.state.cwd = outer
        if found.reader:
            reader, _, names = found.reader.partition(" ")
            module = grammar_of(reader)
            words = module.texts(tuple(words), names) if names else module.texts(tuple(words))
    via = run.via[len(walker.via) :]
    extended = any([word.text == "extglob" for outer in run.outer for word in outer])  # bash -O extglob -c
    for word in words:
        if via[-1:] == ("eval",):
            within(walker, reread(word), run, via)
        else:
            text = ("shopt -s extglob\n" if extended else "") + reread(word)
            nested(walker, text, run, via, child(walker, run, run.cwd))


def within(walker: Walker, text: str, run: Run, via: tuple[str, ...], inner: Run | None = None) -> None:
    """Walk a text in the shell at hand, with the assignments before the command that runs it."""
    if not run.values:
        nested(walker, text, inner or run, via, walker.state)
        return
    from failshut.shell.values import assignments

    before = walker.state.copy()
    assignments.give(walker, run)
    nested(walker, text, inner or run, via, walker.state)
    assignments.take(walker, run, before)


def loads(
    walker: Walker, name: str, argv: tuple[Word, ...], via: list[str], run: Run, cwd: str | None
) -> None:
    """Walk the text that a shell reads from its input or from a file the text wrote."""
    file, stdin, args = program_text(name, argv)
    texts: list[Word] = []
    gone = False
    if file is not None:
        outer, walker.state.cwd = walker.state.cwd, cwd
        texts, gone = written.contents(walker, file), written.absent(walker, file)
        walker.state.cwd = outer
        if file is argv[0]:
            texts = [one for one in texts if is_shell(one.text)]
    elif stdin and run.stdin is not None:
        texts = [run.stdin]
    if not texts and walker.files is not None:
        from failshut.shell.walk import fromfile

        fromfile.loads(walker, name, argv, via, run, cwd)
    if not texts:
        return
    label = "sh" if name not in ("source", ".") and "/" in argv[0].text else name
    here = name in ("source", ".") and not via
    inner = Run(walker.state)
    inner.start, inner.end, inner.fed, inner.outer = run.start, run.end, run.fed, run.outer
    inner.redirects = tuple([one for one in run.redirects if "<" not in one.op])
    inner.stdin = None if stdin else run.stdin
    ends: list[State] = []
    base, before = walker.state, walker.state.args
    for text in texts:
        walker.state = base.copy()
        state = walker.state if here else child(walker, run, cwd)
        if args is not None or not here:
            state.args = args or ()
        given = state.args
        if not here and text.text[:2] == "#!":
            from failshut.shell.builtins import early

            early.first_line(text.text, state)
        labels = (*run.via[len(walker.via) :], label)
        if here:
            within(walker, reread(text), run, labels, inner)
        else:
            nested(walker, reread(text), inner, labels, state)
        if not here or (args is not None and walker.state.args == given):
            walker.state.args = before
        elif args is not None:
            walker.state.args = None
        ends.append(walker.state)
    if gone:
        ends.append(base)
    walker.state = join(ends)


def child(walker: Walker, run: Run, cwd: str | None) -> State:
    """Return the state in which another shell begins."""
    state = State()
    given = dict(run.assigns)
    state.exported = {**walker.state.exported, **given}
    state.values = {name: walker.state.get(name) for name in walker.state.exported}
    for name, word in walker.state.exported.items():
        if state.values[name] is UNSET:
            state.values[name] = word  # one of a function's own hides it, but not from programs
    for name in walker.state.unsure & state.values.keys():
        state.values[name] = either([state.values[name], State().get(name)])
    if run.cleared:
        state.exported, state.values = given, dict.fromkeys(state.values, UNSET)  # what ``env -i`` leaves
    state.values.update(given)
    state.cwd, state.files = cwd, dict(walker.state.files)
    state.args = run.args
    from failshut.shell.builtins import early

    early.shells([*run.outer[-1:], run.argv], state)
    return state


def nested(walker: Walker, text: str, run: Run, via: tuple[str, ...], state: State) -> State:
    """Walk a text that a command runs, as standing where the command stands; returns what holds then."""
    if walker.depth > TEXTS:
        raise Exhausted("texts nested too deep")
    walker.spend(4)
    held = [getattr(walker, name) for name in _PLACE]
    same = state is walker.state
    own = (walker.locals, walker.frame, walker.hidden, walker.given)
    if not same and via != ("trap",):
        walker.locals, walker.frame, walker.hidden, walker.given = {}, 0, frozenset(), frozenset()
    walker.state, walker.via = state, (*walker.via, *via)
    walker.span = (run.start, run.end)
    walker.wraps = run.outer or walker.wraps
    walker.outer = run.redirects + walker.outer
    if run.fed >= 0:
        walker.feed = run.fed
    walker.stdin = run.stdin
    walker.depth += 1
    count = len(walker.found)
    traps, jumps = walker.traps, walker.jumps
    ends = 0 if walker.out is None else walker.out.ends
    if not same:
        walker.traps, walker.jumps = [], []
    try:
        walk.read(walker, text, run.start)
        if not same and via != ("trap",):
            walk.leave(walker)
    except Unparsable as error:
        walker.reason = walker.reason or error.why  # the text around it runs on
    if not same:
        walker.traps, walker.jumps = traps, jumps
        if walker.out is not None and via != ("trap",):
            walker.out.ends = ends
    if len(walker.found) == count and not walker.again:
        walker.record(run, (NOTHING,), walker.via, (), state.cwd)
    walker.depth -= 1
    walker.locals, walker.frame, walker.hidden, walker.given = own
    after, stdin = walker.state, walker.stdin
    for name, value in zip(_PLACE, held, strict=True):
        setattr(walker, name, value)
    if same:
        walker.state = after
        walker.stdin = walker.stdin if run.redirected else stdin
    elif via != ("trap",) and stdin is not run.stdin and not run.redirected:
        from failshut.shell.builtins import reading

        walker.stdin = reading.tapped(walker.stdin)
    return after


def reread(word: Word) -> str:
    """Return a word as the text that a shell reads, with marks that no text of a shell's own has.

    ``${env NAME}`` is the environment's value, ``${env -NAME}`` unknown, ``${sub 3}`` command 3's output.
    """
    if word.literal or "$" not in word.text:
        return word.text
    found = []
    pieces = word.text.replace(DOLLAR, "\0").split("$")
    for piece in pieces[1:]:
        if piece[:1] == "{" and not piece.startswith("{sub "):
            name = piece[1:].partition("}")[0]
            sign = "-" if name in _SURROUNDINGS or not name.isidentifier() else ""
            found.append(f"${{env {sign}{name.removesuffix(':-')}}}" + piece[len(name) + 2 :])
            continue
        end = 0
        while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
            end += 1
        found.append(f"${{env {piece[:end]}}}{piece[end:]}" if end else "$" + piece)
    return (pieces[0] + "".join(found)).replace("\0", "$")
