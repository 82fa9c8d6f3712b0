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


def aliased(walker: Walker, node: Simple) -> None:
    """Walk what a line means when its first word is an alias of an earlier line.

    It is walked as it stands too: few shells expand aliases; so ``unalias`` needs no following.
    """
    first = node.words[0]
    found = walker.state.aliases.get(first.bare())
    if found is None or not (found[1] or found[2]) or walker.depth > TEXTS:
        return
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
        meant = found[0] if found[1] else found[2]  # a line knows the aliases of the lines before it
        before += text[end - base : word.start - base] + meant if word is not first else meant
        end = word.end
        if meant[-1:] not in (" ", "\t"):
            break
    documents = [text[one.lines[0] - base : one.lines[1] - base] for one in node.redirects if one.lines]
    nested(walker, "\n".join([before + text[end - base : node.end - base], *documents]), run, (), state)


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
        state = walker.state if via[-1:] == ("eval",) else child(walker, run, run.cwd)
        nested(walker, ("shopt -s extglob\n" if extended else "") + reread(word), run, via, state)


def loads(
    walker: Walker, name: str, argv: tuple[Word, ...], via: list[str], run: Run, cwd: str | None
) -> None:
    """Walk the text that a shell reads from its input or from a file the text wrote."""
    file, stdin, args = program_text(name, argv)
    texts: list[Word] = []
    if file is not None:
        outer, walker.state.cwd = walker.state.cwd, cwd
        texts = written.contents(walker, file)
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
        nested(walker, reread(text), inner, (*run.via[len(walker.via) :], label), state)
        if not here or (args is not None and walker.state.args == given):
            walker.state.args = before
        elif args is not None:
            walker.state.args = None
        ends.append(walker.state)
    walker.state = join(ends)


def child(walker: Walker, run: Run, cwd: str | None) -> State:
    """Return the state in which another shell begins."""
    state = State()
    given = dict(run.assigns)
    state.exported = {**walker.state.exported, **given}
    state.values = {name: walker.state.get(name) for name in walker.state.exported}
    for name in walker.state.unsure & state.values.keys():
        state.values[name] = either([state.values[name], State().get(name)])
    if run.cleared:
        state.exported, state.values = given, dict.fromkeys(state.values, UNSET)  # what ``env -i`` leaves
    state.values.update(given)
    state.cwd, state.files = cwd, dict(walker.state.files)
    state.args = run.args
    return state


def nested(walker: Walker, text: str, run: Run, via: tuple[str, ...], state: State) -> None:
    """Walk a text that a command runs, as standing where the command stands."""
    if walker.depth > TEXTS:
        raise Exhausted("texts nested too deep")
    held = (
        walker.state,
        walker.via,
        walker.span,
        walker.outer,
        walker.feed,
        walker.stdin,
        walker.again,
        walker.wraps,
    )
    same = state is walker.state
    walker.state, walker.via = state, (*walker.via, *via)
    walker.span = (run.start, run.end)
    walker.wraps = run.outer or walker.wraps
    walker.outer = run.redirects + walker.outer
    if run.fed >= 0:
        walker.feed = run.fed
    walker.stdin = run.stdin
    walker.depth += 1
    count = len(walker.found)
    traps = walker.traps
    if not same:
        walker.traps = []
    try:
        walk.read(walker, text, run.start)
        if not same and via != ("trap",):
            walk.leave(walker)
    except Unparsable as error:
        walker.reason = walker.reason or error.why  # the text around it runs on
    if not same:
        walker.traps = traps
    if len(walker.found) == count and not walker.again:
        walker.record(run, (NOTHING,), walker.via, (), state.cwd)
    walker.depth -= 1
    after = walker.state
    (
        walker.state,
        walker.via,
        walker.span,
        walker.outer,
        walker.feed,
        walker.stdin,
        walker.again,
        walker.wraps,
    ) = held
    if same:
        walker.state = after


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
