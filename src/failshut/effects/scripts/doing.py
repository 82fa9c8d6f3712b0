"""Say what a program does as effects of the command that runs it.

Files are deleted, moved and made as by the shell's own programs, so that the same deed gets the same
verdict in any language.  Hot.
"""

from failshut.effects.scripts.values import (
    DECODED,
    DOLLAR,
    MARK,
    REMOTE,
    STDIN,
    Below,
    Content,
    Spent,
    each,
    known,
    word_of,
)
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.marks import joined
from failshut.shell.wrappers.unwrap import program

_STEPS = 20000
_NESTED = 4  # program texts in program texts
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+")
_HOW = ((REMOTE, "network"), (DECODED, "decoder"))


class Doing:
    """Collect what a program does; ``cwd`` is its folder, ``args`` are its arguments."""

    __slots__ = ("args", "bare", "cwd", "filters", "language", "left", "memory", "name", "pieces",
                 "site", "socket")  # fmt: skip

    def __init__(self, site: Site, language: str, name: str, args: tuple[Word, ...]) -> None:
        self.site = site
        self.language = language
        self.name = name  # the file that holds the program, "" = none
        self.args = args
        self.cwd = site.command.cwd
        self.left = _STEPS
        self.filters = 0  # conditions around what is looked at
        self.socket = self.bare = self.memory = False  # memory: its database is one in memory
        self.pieces: list[str] = []  # what the shell leaves unknown of the program's text

    def spend(self, steps: int = 1) -> None:
        """Count work; raises ``Spent``."""
        self.left -= steps
        if self.left < 0:
            raise Spent

    def written(self, text: str) -> Word:
        """Return a text that stands in the program; what the shell puts there stays unknown."""
        if not self.pieces or MARK not in text:
            return Word(text)
        parts = text.split(MARK)
        for at in range(1, len(parts), 2):
            number = parts[at]
            parts[at] = (
                self.pieces[int(number)] if number.isdigit() and int(number) < len(self.pieces) else ""
            )
        for at in range(0, len(parts), 2):
            parts[at] = parts[at].replace("$", DOLLAR)
        return Word("".join(parts), False)

    def place(self, cwd: str | None) -> Site:
        """Return a site in the folder where something happens."""
        site, base = self.site, self.site.command
        command = Command(
            base.argv, assigns=base.assigns, via=base.via, cwd=cwd, start=base.start, end=base.end,
            pipe_from=base.pipe_from,
        )  # fmt: skip
        return Site(command, site.commands, site.index, site.ctx, site.depth, site.notes)

    def keep(self, place: Site) -> None:
        """Add what was found at a place."""
        for effect in place.effects:
            self.site.keep(effect)

    def folder(self, cwd: object) -> str | None:
        """Return the folder of a command that may be given one of its own."""
        return self.cwd if cwd is None else joined(self.cwd, word_of(cwd))

    def moves(self, value: object) -> None:
        """Follow a change of folder."""
        self.cwd = joined(self.cwd, word_of(value))

    def environment(self, sent: bool) -> None:
        """Print all environment variables, or send them away."""
        if sent:
            self.site.add("net.send", "sends all environment variables", what="secret", local="no",
                          tool=self.language)  # fmt: skip
        else:
            self.site.add("secrets.show", "prints all environment variables", what="environment")

    def sql(self, value: object) -> None:
        """Have a database run a text."""
        from failshut.effects import languages

        text = known(value)
        if text is not None and not self.memory:
            languages.judge("sql", Word(text), self.site, self.language)

    # Commands

    def shell(self, value: object, cwd: object = None) -> None:
        """Run a text by the shell."""
        from failshut.effects.nested import inner_text

        for one in each(value):
            if isinstance(one, list):
                self.run(one, cwd)
                continue
            self.spend(20)
            word = word_of(one)
            if self.foreign(word) or (not word.literal and self.opaque(word, "shell text")):
                continue
            if program(Word(word.text.strip())) in _shells():
                self.bare = True
            place = self.place(self.folder(cwd))
            inner_text(word.text.replace(DOLLAR, "$"), place, self.language)
            self.keep(place)

    def run(self, value: object, cwd: object = None) -> None:
        """Run a program with its arguments."""
        from failshut.effects.nested import inner, inner_text

        self.spend(20)
        if not isinstance(value, list):
            for one in each(value):
                text = known(one)
                if isinstance(one, list):
                    self.run(one, cwd)
                elif text is not None:
                    self.run([Word(text)], cwd)
                else:
                    self.unknown("a command")
            return
        words = tuple([word_of(one) for one in value])
        if not words:
            return
        name = program(words[0])
        if name in _shells() or "/" in words[0].text:
            self.bare = self.bare or (name in _shells() and not any([w.text[:2] == "-c" for w in words]))
            if any([self.foreign(word) for word in words[1:]]):
                return
        place = self.place(self.folder(cwd))
        if all([word.literal for word in words]) and (name in _shells() or "/" in words[0].text):
            inner_text(" ".join([quoted(word.text) for word in words]), place, self.language)
        elif not name and not words[0].literal:
            if not self.foreign(words[0]):
                self.unknown("a command")
        else:
            command = place.command
            place.command = Command(words, assigns=command.assigns, via=(*command.via, self.language),
                                    cwd=command.cwd)  # fmt: skip
            for effect in inner(place.command, place):
                place.keep(effect)
        self.keep(place)

    def opaque(self, word: Word, what: str) -> bool:
        """Say that a text stays unknown when it begins so."""
        if not word.text.startswith("$"):
            return False
        self.unknown(what)
        return True

    def unknown(self, what: str) -> None:
        """Say that a program runs what can't be told."""
        kind = "command" if what == "a command" else "text"
        self.site.add("opaque.target", f"runs {what} that stays unknown from {self.language}", what=kind)

    def foreign(self, word: Word) -> bool:
        """Say that text from elsewhere runs; False = it doesn't begin with such."""
        if word.literal:
            return False
        for mark, how in _HOW:
            if word.text.startswith(mark):
                source = "the network" if how == "network" else "decoded data"
                self.site.add(
                    "exec.remote-code", f"runs program text from {source} with {self.language}", how=how
                )
                return True
        if word.text.startswith(STDIN):
            from failshut.effects.families.exec import origin

            how = origin(self.site.command, self.site.commands)
            if how:
                self.site.add("exec.remote-code", f"runs its input with {self.language}", how=how)
                return True
        return False

    def code(self, value: object, language: str = "") -> None:
        """Run a text as a program of the same language."""
        from failshut.effects.scripts.program import program_text

        for one in each(value):
            place = self.place(self.cwd)
            place.depth += 2
            if isinstance(one, Content):
                text = self.content(one.word)
                if text is not None and place.depth < 2 * _NESTED:
                    program_text(Word(text), place, language or self.language, one.word.text, self.args)
                    self.keep(place)
                continue
            word = word_of(one)
            if self.foreign(word):
                continue
            if not word.literal or place.depth > 2 * _NESTED:
                self.unknown("program text")
                continue
            program_text(word, place, language or self.language, self.name, self.args)
            self.keep(place)

    def content(self, word: Word) -> str | None:
        """Return what a script file holds, where it may be read."""
        path = self.place(self.cwd).path(word)
        files = self.site.ctx.files
        return files(path) if files is not None and path is not None else None

    # Files

    def touch(self, name: str, value: object, **more: str) -> None:
        """Add a file effect for each path that a value may be; lists count item by item."""
        for one in each(value):
            if isinstance(one, list):
                for item in one:
                    self.touch(name, item, **more)
                continue
            self.spend(5)
            place = self.place(self.cwd)
            place.touch(name, word_of(one), **more)  # type: ignore[arg-type]
            self.keep(place)

    def reads(self, value: object) -> None:
        """Read a file."""
        self.touch("fs.read", value, by=self.language)

    def writes(self, value: object, append: bool = False) -> None:
        """Write a file."""
        self.touch("fs.write", value, by="redirect", append="yes" if append else "")

    def deletes(self, value: object, tree: bool = False) -> None:
        """Delete a file, or a folder with all that it holds."""
        for one in each(value):
            if isinstance(one, list):
                for item in one:
                    self.deletes(item, tree)
            elif isinstance(one, Below):
                place = self.place(self.cwd)
                filtered = "yes" if one.filtered or self.filters else "no"
                place.touch("fs.delete", one.word, True, by="find", filtered=filtered)
                self.keep(place)
            else:
                self.command("rm", *(("-r",) if tree else ()), "--", one)

    def command(self, *words: object) -> None:
        """Do what a program of the shell does."""
        self.run([Word(one) if isinstance(one, str) else one for one in words])

    def fetch(self, value: object) -> None:
        """Ask an address."""
        from failshut.effects.families.net import fetch

        for one in each(value):
            text = known(one)
            if text is not None:
                fetch(text, self.site)

    def end(self) -> None:
        """Say what only the whole program shows: a shell on a connection."""
        if self.socket and self.bare:
            self.site.add("exec.remote-code", "hands a shell to a network connection", how="socket-shell")


def quoted(text: str) -> str:
    """Return a text as one word of the shell."""
    return text if text and _SAFE.issuperset(text) else "'" + text.replace("'", "'\\''") + "'"


def _shells() -> tuple[str, ...]:
    from failshut.effects.families.exec import SHELLS

    return SHELLS
