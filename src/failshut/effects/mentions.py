"""Say what a text that is more than plain shell would do, command by command, without guessing.

Each command that stands in it (``shell/segments``) is read by the plain reader and judged like any
other; what can't be told from the text counts as nothing: no unknown program, and of unknown paths
only the recursive delete of one.  Hot.
"""

from failshut.effects.commands import effects_of_command, known_as
from failshut.effects.infer import SWITCHES, switch_off
from failshut.effects.site import Site
from failshut.model import Command, Context, Effect, Redirect, Word
from failshut.shell.plain import LIMIT, Reader
from failshut.shell.segments import SUB, Cutter, Segment
from failshut.shell.tokens import Lexer, Opaque, is_name
from failshut.shell.unwrap import Found, program, unwrap
from failshut.shell.words import Scope, expand

_DEPTH = 6  # texts in texts
_VALUES = 8  # values of a loop that are tried
_TRIED = 1000  # repetitions of one text in all
_VARIABLES = 100
_ENVIRONMENT = ("HOME", "PWD", "TMPDIR", "USER")
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish"))
_JOBS = ("at", "batch")
_PATCHES = ("apply_patch", "applypatch", "patch", "git")
_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_LOST = frozenset(("fs.delete", "fs.move", "fs.write", "fs.mode", "fs.read"))


class Reading:
    """Hold what was read: ``commands``, ``effects`` with their command's index, the ``unread`` rest."""

    __slots__ = ("commands", "effects", "unread")

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.effects: list[tuple[Effect, int]] = []
        self.unread: list[str] = []


def mentions(text: str, ctx: Context) -> tuple[Effect, ...]:
    """Return the effects of what stands at a command's place in the text."""
    return tuple([effect for effect, _ in read(text, ctx).effects])


def read(text: str, ctx: Context) -> Reading:
    """Read the commands of an opaque text and what each would do; never raises."""
    reader = _Reader(ctx, max(len(text), LIMIT))
    reader.text(text, Scope(), 0, -1, ())
    reader.judge()
    return reader.found


class _Open:
    """Hold the state of one text: its scope, and by segment what was read of it.

    ``lasts`` is each segment's last command, ``bodies`` the segment whose here-documents a command
    passes on.
    """

    __slots__ = ("bodies", "depth", "lasts", "loops", "scope", "via")

    def __init__(self, scope: Scope, depth: int, via: tuple[str, ...]) -> None:
        self.scope = scope
        self.depth = depth
        self.via = via
        self.lasts: list[int] = []
        self.loops: list[tuple[str, list[Word]]] = []
        self.bodies: dict[int, Segment] = {}


class _Reader:
    """Read segment after segment in one scope, then judge all commands."""

    __slots__ = ("bomb", "budget", "ctx", "feeders", "found", "programs", "tried",
                 "written")  # fmt: skip

    def __init__(self, ctx: Context, size: int) -> None:
        self.ctx = ctx
        self.found = Reading()
        self.budget = [8 * size]
        self.bomb = False
        self.tried = 0
        self.programs: list[tuple[int, str, str]] = []  # command, kind, text
        self.feeders: list[tuple[int, int]] = []  # command, last command of a substitution it runs
        self.written: dict[str, str] = {}

    def text(self, text: str, scope: Scope, depth: int, feeds: int, via: tuple[str, ...],
             body: bool = False) -> None:  # fmt: skip
        """Read one text; ``feeds`` is the command whose output it gets."""
        self.budget[0] -= len(text)
        if depth > _DEPTH or self.budget[0] < 0:
            self.found.unread.append(text)
            return
        cut = Cutter(text).run(body)
        self.bomb = self.bomb or cut.bomb
        here = _Open(scope, depth, via)
        lasts, loops = here.lasts, here.loops
        folders: list[tuple[str | None, str | None]] = []
        scope.values[SUB] = None
        for event in cut.events:
            if event == "(":
                folders.append((scope.cwd, scope.old))
            elif event == ")":
                if folders:
                    scope.cwd, scope.old = folders.pop()
            elif event == "done":
                if loops:
                    loops.pop()
            elif isinstance(event, tuple):
                loops.append(self.loop(event[1], scope))
            elif isinstance(event, Segment):
                fed = lasts[event.feeds] if event.feeds >= 0 else feeds
                self.segment(event, here, fed)

    def loop(self, header: str, scope: Scope) -> tuple[str, list[Word]]:
        """Bind a loop's variable and return its values."""
        name, _, rest = header.partition(" ")
        words: list[Word] = []
        if rest.strip().startswith("in ") and len(rest) < LIMIT:
            try:
                tokens = Lexer(rest.strip()[3:]).run()
                for token in tokens[:_VALUES]:
                    words.extend(expand(token.parts, scope))
            except Opaque:
                words = []
        if is_name(name):
            scope.values[name] = words[0] if words and words[0].literal else None
        words = [word for word in words[:_VALUES] if word.literal]
        return name, words if is_name(name) else []

    def segment(self, segment: Segment, here: _Open, feeds: int) -> None:
        """Read one segment, once for each value of the innermost loop whose variable it names."""
        scope, via, lasts, bodies = here.scope, here.via, here.lasts, here.bodies
        first = len(self.found.commands)
        if len(scope.values) > _VARIABLES:
            scope.values, scope.exported = {SUB: None}, {}
        name, values = "", [Word("")]
        for some in here.loops[-3:]:
            if len(some[1]) > 1 and ("$" + some[0] in segment.text or "${" + some[0] in segment.text):
                name, values = some[0], some[1] if self.tried < _TRIED else some[1][:1]
        for value in values:
            if name:
                scope.values[name] = value
            self.plain(segment, scope, here.depth, feeds, via)
        if name:
            scope.values[name] = values[0]
            self.tried += len(values)
        commands = self.found.commands
        for index in range(first, len(commands)):
            self.input(segment, index, here)
        if segment.bodies and len(commands) > first:
            bodies[len(commands) - 1] = segment
        lasts.append(len(commands) - 1 if len(commands) > first else feeds)
        for text, literal in segment.bodies:
            if not literal and ("$(" in text or "`" in text):
                self.text(text, scope, here.depth + 1, -1, via, body=True)

    def plain(self, segment: Segment, scope: Scope, depth: int, feeds: int, via: tuple[str, ...]) -> None:
        """Read one segment with the plain reader, or see through what only wraps a text."""
        self.budget[0] -= len(segment.text)
        try:
            commands = Reader(segment.text, scope, (), via, 0, self.budget).run()
        except Opaque:
            self.opened(segment, scope, depth, feeds, via)
            return
        first = len(self.found.commands)
        for command in commands:
            inside = command.pipe_from
            self.found.commands.append(
                Command(
                    (command.argv[0], *[_softened(word) for word in command.argv[1:]]),
                    assigns=command.assigns,
                    redirects=tuple([Redirect(one.op, _softened(one.target)) for one in command.redirects]),
                    via=command.via, cwd=command.cwd, start=first, end=first,
                    pipe_from=feeds if inside < 0 else inside + first,
                )
            )  # fmt: skip

    def opened(self, segment: Segment, scope: Scope, depth: int, feeds: int, via: tuple[str, ...]) -> None:
        """Read the text that a segment hands to a shell (``sh -c '…'``, ``trap '…' EXIT``)."""
        found = _wrapped(segment.text, scope)
        if found is None or found.text is None:
            self.found.unread.append(segment.text)
            return
        inner = scope
        if found.via[-1] not in ("eval", "trap"):
            inner = Scope()
            inner.cwd = scope.cwd
        self.text(found.text.text, inner, depth + 1, feeds, (*via, *found.via))

    def input(self, segment: Segment, index: int, here: _Open) -> None:
        """Look at what a command gets as its input or as its program."""
        bodies, depth = here.bodies, here.depth
        command = self.found.commands[index]
        name = known_as(program(command.argv[0]))
        texts = [text for text, _ in segment.bodies if text]
        if segment.kids:
            self.substituted(segment, command, index, here.lasts)
        before = bodies.get(command.pipe_from)
        if before is not None and not texts:
            texts = [text for text, _ in before.bodies]
        given = [one.target for one in command.redirects if one.op == "<&" and one.target.literal]
        texts += [word.text for word in given if word.text != "-" and not word.text.isdigit()]
        if self.written:
            self.ran(command, name, index, depth)
        if not texts:
            return
        text = "\n".join(texts)
        if name in ("cat", "tee"):
            self.writes(command, index, text)
            if before is not None or segment.bodies:
                bodies[index] = segment if segment.bodies else before or segment
        if any(switch in text for switch in SWITCHES):
            self.programs.append((index, "switch", text))
        if name in _PATCHES:
            self.programs.append((index, "patch", text))
        self.runs(command, name, index, text, depth)

    def runs(self, command: Command, name: str, index: int, text: str, depth: int) -> None:
        """Read a text that a command takes from its input and runs."""
        from failshut.effects.families.exec import INTERPRETERS, reads_stdin

        if name == "ssh":
            lost = Scope()
            lost.cwd = None
            self.text(text, lost, depth + 1, -1, (*command.via, "ssh"))
        elif name in _JOBS or (name in INTERPRETERS and reads_stdin(name, command.argv[1:])):
            if name in _SHELLS or name in (*_JOBS, "source", "."):
                inner = Scope()
                inner.cwd = command.cwd
                self.text(text, inner, depth + 1, -1, (*command.via, name))
            else:
                self.programs.append((index, name, text))

    def writes(self, command: Command, index: int, text: str) -> None:
        """Remember what the text itself writes into a file."""
        site = Site(command, (), index, self.ctx)
        words = [one.target for one in command.redirects if ">" in one.op]
        if program(command.argv[0]) == "tee":
            words += command.argv[1:]
        for word in words:
            path = site.path(word)
            if path is not None:
                self.written[path] = text

    def ran(self, command: Command, name: str, index: int, depth: int) -> None:
        """Read a file that the text has written and now runs."""
        from failshut.effects.families.exec import INTERPRETERS

        word = command.argv[0] if "/" in command.argv[0].text else None
        if word is None and name in INTERPRETERS:
            word = next((one for one in command.argv[1:] if one.text[:1] != "-"), None)
        path = Site(command, (), index, self.ctx).path(word) if word is not None else None
        text = self.written.pop(path, "") if path is not None else ""
        if text and (name in _SHELLS or name in ("source", ".") or name not in INTERPRETERS):
            inner = Scope()
            inner.cwd = command.cwd
            self.text(text, inner, depth + 1, -1, (*command.via, name))
        elif text:
            self.programs.append((index, name, text))

    def substituted(self, segment: Segment, command: Command, index: int, lasts: list[int]) -> None:
        """Note a command that runs what a substitution in it gives."""
        name = known_as(program(command.argv[0]))
        if _runs_substitution(command, name):
            self.feeders += [(index, lasts[end - 1]) for start, end in segment.kids[-4:] if end > start]

    def judge(self) -> None:
        """Add the effects of every command."""
        from failshut.effects.families.exec import origin_of

        commands = tuple(self.found.commands)
        sites: dict[int, Site] = {}
        notes: dict[str, dict[str, int]] = {}
        for index, command in enumerate(commands):
            site = sites[index] = Site(command, commands, index, self.ctx, notes=notes)
            effects_of_command(site)
        for index, kind, text in self.programs:
            _program(sites[index], kind, text)
        for index, last in self.feeders:
            how = origin_of(last, commands)
            if how:
                source = "the network" if how == "network" else "decoded data"
                sites[index].add("exec.remote-code", f"runs program text from {source}", how=how)
        for index, site in sites.items():
            self.found.effects += [(effect, index) for effect in site.effects if _told(effect)]
            if site.command.cwd is None:
                self.found.effects += [(effect, index) for effect in _as_if_here(site) if _told(effect)]
        if self.bomb:
            effect = Effect("sys.kill-all", (), (), "starts itself over and over without end")
            self.found.effects.append((effect, -1))


def _wrapped(text: str, scope: Scope) -> Found | None:
    """Return what a segment's wrappers run, None when its words can't be read."""
    try:
        words: list[Word] = []
        for token in Lexer(text).run():
            if token.kind != "word":
                break
            words.extend(expand(token.parts, scope))
        while words and is_name(words[0].text.partition("=")[0]) and "=" in words[0].text:
            words.pop(0)
        if words and words[0].text == "trap" and len(words) > 2:
            found = Found(())
            found.text, found.via = words[1], ["trap"]
            return found
        return unwrap(tuple(words)) if words else None
    except Opaque:
        return None


def _softened(word: Word) -> Word:
    """Put ``_`` for the unknown parts of a word whose beginning is known (``/tmp/x-$N``)."""
    if word.literal or word.text[:1] == "~":
        return word
    pieces = word.text.split("$")
    found = pieces[0]
    known, literal = True, True
    for piece in pieces[1:]:
        end = piece.find("}") if piece[:1] == "{" else 0
        name = piece[1:end] if end > 0 else ""
        if not name:
            while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
                end += 1
            name = piece[:end]
            if name in _ENVIRONMENT and piece[:1] != "{":
                found, literal = found + "$" + piece, False
                continue
        else:
            end += 1
        if not found.strip("/"):
            return word
        found += "_" + piece[max(end, 1) if piece[:1] and not name else end :]
    return Word(found, literal and known, word.glob)


def _runs_substitution(command: Command, name: str) -> bool:
    """Tell whether a command's program text is what a substitution gives."""
    from failshut.effects.families.exec import INTERPRETERS, reads_stdin
    from failshut.shell.segments import PIPE

    first = command.argv[0]
    if not first.literal and first.text[:1] == "$" and "/" not in first.text:
        return True
    if name not in INTERPRETERS:
        return False
    rest = command.argv[1:]
    if any(word.text == PIPE for word in (*rest, *[one.target for one in command.redirects])):
        return True
    if reads_stdin(name, rest):
        return any(one.op == "<&" and not one.target.literal for one in command.redirects)
    flags = ("-c", "-e", "-r", "-p", "--eval")
    return any(
        word.text in flags and rest[at + 1].text[:1] == "$" and not rest[at + 1].literal
        for at, word in enumerate(rest[:-1])
    )


def _program(site: Site, kind: str, text: str) -> None:
    """Add what a program's or patch's text, or settings, would do."""
    if kind == "switch":
        switch_off(site, text)
    elif kind == "patch":
        for line in text.split("\n"):
            for head in _HEADS:
                if line.startswith(head):
                    site.touch("fs.write", Word(line[len(head) :].strip()), by="patch")
            if line.startswith("+++ ") and line[4:].strip() != "/dev/null":
                name = line[4:].split("\t")[0].strip()
                site.touch("fs.write", Word(name[2:] if name[:2] == "b/" else name), by="patch")
    else:
        from failshut.effects.inline import program_text

        program_text(text, site, kind)


def _told(effect: Effect) -> bool:
    """Tell whether an effect stands in the text, rather than staying unknown until it runs."""
    if effect.name == "opaque.target":
        return False
    if effect.name not in _LOST or effect.param("where") != "unknown":
        return True
    if effect.name != "fs.delete" or effect.param("recursive") != "yes":
        return False
    target = effect.detail.partition(" ")[2]
    return effect.param("contents") == "yes" or target.lstrip("/")[:1] in ("$", "~")


def _as_if_here(site: Site) -> list[Effect]:
    """Return the secrets that a command in an unknown folder would read if that were this one."""
    command = site.command
    here = Site(
        Command(command.argv, assigns=command.assigns, redirects=command.redirects, via=command.via),
        (), 0, site.ctx,
    )  # fmt: skip
    effects_of_command(here)
    return [one for one in here.effects if one.name == "fs.read" and one.param("secret")]
