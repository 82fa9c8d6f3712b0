"""Walk the commands of one text in order, twice, and follow what flows between them.

The first walk learns what files, fifos and jobs get that are read before they are written in the text;
the second adds the effects.  Work is linear in the commands.  Hot.
"""

from failshut.effects.commands import known_as
from failshut.effects.flow import kinds
from failshut.effects.flow.ends import Ends
from failshut.effects.flow.kinds import CODE, DATA, FILE, LISTED, NETWORK, TREE
from failshut.effects.flow.sources import TARS, contained, given, packed, read_by
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.wrappers.streams import DECODERS, PASSING
from failshut.shell.wrappers.unwrap import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.flow.ends import End, Table

_APART = 16  # places of files whose names the text doesn't say
_MOST = 64  # files of one text that are kept under a folder's name


class Step:
    """Hold one command with what it takes as input and its descriptors."""

    __slots__ = ("around", "name", "read", "site", "table", "taken")

    def __init__(self, name: str, site: Site, table: "Table") -> None:
        self.name = name
        self.site = site
        self.table = table
        self.around: Table = {}
        self.taken = self.read = 0


class Flow:
    """Hold what is known of outputs, files, variables and jobs while a text is walked."""

    __slots__ = (
        "apart",
        "before",
        "ends",
        "fifos",
        "files",
        "groups",
        "jobs",
        "outs",
        "sites",
        "stages",
        "variables",
    )

    def __init__(self, sites: list[Site]) -> None:
        self.sites = sites
        self.before: dict[str, int] = {}
        self.jobs: dict[int, int] = {}
        self.fifos: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """Forget what holds in order only."""
        self.apart: dict[str, int] = {}
        self.files: dict[str, int] = {}
        self.variables: dict[str, int] = {}
        self.outs: list[int] = []
        self.stages: list[int] = []
        self.groups: list[tuple[int, Table, int]] = []
        self.ends = Ends()

    def walk(self, last: bool) -> None:
        """Walk the commands; ``last`` = the effects are added."""
        for index, site in enumerate(self.sites):
            step = self.step(index, site)
            out = self.out(step)
            self.outs.append(out)
            command = site.command
            same = index > 0 and (command.start, command.end) == (
                self.sites[index - 1].command.start, self.sites[index - 1].command.end,
            )  # fmt: skip
            self.stages.append(out | (self.stages[-1] if same else 0))
            self.keep(step, out)
            if last:
                from failshut.effects.flow import report

                report.leaves(self, step, out)
                report.runs(self, step)

    def step(self, index: int, site: Site) -> Step:
        """Return a command with its input."""
        command = site.command
        step = Step(known_as(program(command.argv[0])), site, self.ends.table(site))
        taken = self.jobs.get(index, 0)
        while self.groups and command.start >= self.groups[-1][0]:
            self.groups.pop()
        step.around = self.groups[-1][1] if self.groups else {}
        around = self.groups[-1][2] if self.groups else 0
        if "0" in step.table:
            for end in step.table["0"]:
                taken |= self.behind(end, step)
        elif 0 <= command.pipe_from < index:
            taken |= self.stages[command.pipe_from]
        else:
            taken |= around
        step.taken = taken
        step.read = read_by(site)
        if any([one.op.lstrip("0") == "<" for one in command.redirects]):
            step.taken |= step.read & DATA
        if command.argv[0].text == ":" and command.redirects and command.end > command.start:
            self.groups.append((command.end, step.table, step.taken))
        return step

    def behind(self, end: "End", step: Step) -> int:
        """Return what is read from an end."""
        kind, value = end
        if kind == "net":
            return NETWORK
        if isinstance(value, int):
            return self.stages[value] if value < len(self.stages) else 0
        if isinstance(value, Word):
            return contained(value, self.outs, self.variables, 0)
        found = self.files.get(value, 0)
        if value in self.fifos:
            return found | self.before.get(value, 0)
        return found | (self.before.get(value, 0) & DATA)

    def words(self, word: Word, step: Step) -> int:
        """Return what a word's substitutions and variables hold."""
        return contained(word, self.outs, self.variables, step.taken)

    def descriptor(self, number: str, step: Step) -> int:
        """Return what is read from a descriptor."""
        found = 0
        for end in step.table.get(number, []):
            found |= self.behind(end, step)
        return found

    def file(self, word: Word, step: Step, tree: bool = False) -> int:
        """Return what a program gets that reads the file a word names."""
        if word.text in ("-", "/dev/stdin"):
            return step.taken
        site = step.site
        found = self.words(word, step)
        if found & LISTED:
            return found | TREE
        path = self.ends.path(word, site)
        if path is not None and not word.glob:
            if path == "/dev/null":
                return 0
            ends = self.ends.of(word, site, step.table)
            if not ends or ends[0][0] != "file":
                for end in ends:
                    found |= self.behind(end, step)
                return found
            if path in self.files or path in self.before:
                return found | self.behind(ends[0], step)
        probe = Site(site.command, site.commands, site.index, site.ctx)
        probe.touch("fs.read", word, tree)
        return found | read_by(probe) | (self.below(path) if tree and path is not None else 0)

    def below(self, path: str) -> int:
        """Return what the text wrote into a folder."""
        found = 0
        for place in (*self.files, *self.before)[:_MOST]:
            if place.startswith(path.rstrip("/") + "/"):
                found |= self.files.get(place, 0) | self.before.get(place, 0)
        return found

    def out(self, step: Step) -> int:
        """Return what a command puts out."""
        name, site = step.name, step.site
        if name == ":" and len(site.command.argv) == 1:
            return step.taken  # $(< FILE)
        if name in kinds.SILENT:
            return 0
        if name in TARS:
            return packed(site, step.taken & ~LISTED, step.read)
        own = given(name, site)
        if name == "openssl":
            for at, word in enumerate(site.command.argv[:-1]):
                step.read |= self.file(site.command.argv[at + 1], step) if word.text == "-in" else 0
        found = step.taken | (0 if own & LISTED else step.read)
        for word in site.command.argv:
            inside = self.words(word, step)
            found |= inside
            if inside & LISTED and step.read:
                found |= TREE
            found |= self.operand(word, step)
        if step.taken & LISTED and name in ("zip", "cpio", "pax"):
            found |= TREE
        if name not in PASSING and name not in DECODERS and name not in kinds.PRINTING:
            found &= ~CODE
        return (found & ~LISTED if step.read else found) | own

    def operand(self, word: Word, step: Step) -> int:
        """Return what the text put into the file or job that an operand names."""
        found = 0
        if word.text[:1] != "-":
            for end in self.ends.of(word, step.site, step.table):
                if end[0] != "net" and (end[0] != "file" or end[1] in self.files or end[1] in self.before):
                    found |= self.behind(end, step)
        return found

    def keep(self, step: Step, out: int) -> None:
        """Note what a command leaves in files, variables and jobs."""
        from failshut.effects.flow import written

        name, site = step.name, step.site
        for end in self.targets(step):
            kind, value = end
            if isinstance(value, int):
                self.jobs[value] = self.jobs.get(value, 0) | out
            elif kind == "file" and isinstance(value, str):
                self.put(value, out)
                self.starts(value, out, site)
        if name in ("read", "mapfile", "readarray"):
            for word in site.command.argv[1:]:
                if step.taken and word.text.isidentifier():
                    self.variables[word.text] = self.variables.get(word.text, 0) | step.taken
        if name == "mkfifo":
            self.fifos.update([path for one in site.command.argv[1:] if (path := site.path(one))])
        content = out or (step.taken | step.read)
        for word in written.outputs(name, site):
            for end in self.ends.of(word, site, step.table):
                if isinstance(end[1], int):
                    self.jobs[end[1]] = self.jobs.get(end[1], 0) | content
                elif end[0] == "file" and isinstance(end[1], str):
                    self.put(end[1], content)
                    self.starts(end[1], content, site)
        self.copied(step)

    def starts(self, path: str, found: int, site: Site) -> None:
        """Add what a shell would run from elsewhere whenever it starts."""
        if found & CODE:
            from failshut.effects.startup import is_start

            if is_start(path, site):
                detail = f"has every shell run what comes from elsewhere, through {path}"
                site.add("exec.remote-code", detail, how="network" if found & NETWORK else "decoder")

    def put(self, path: str, found: int) -> None:
        """Note what a file gets."""
        if path[-1:] in ("*", "?"):
            if len(self.apart) < _APART or path in self.apart:
                self.apart[path] = self.apart.get(path, 0) | found
            return
        self.files[path] = self.files.get(path, 0) | found

    def copied(self, step: Step) -> None:
        """Note what copies, links and unpacked archives hold."""
        from failshut.effects.flow import written

        name, site = step.name, step.site
        pair = written.copies(name, site)
        if pair is not None:
            target = self.ends.path(pair[1], site)
            for word in pair[0] if target is not None else []:
                self.copy(word, target or "", step)
        opened = written.unpacked(name, site)
        if opened is not None:
            archive = self.ends.path(opened[0], site) if opened[0].text != "-" else None
            found = (self.files.get(archive or "", 0) if opened[0].text != "-" else step.taken) & CODE
            folder = self.ends.path(opened[1], site) if opened[1] is not None else site.folder()
            if found and folder is not None and (archive or opened[1] is not None):
                stem = (archive or "").rpartition("/")[2].partition(".")[0]
                self.put(folder.rstrip("/") + ("/*" if opened[1] is not None else f"/{stem}*"), found)

    def copy(self, word: Word, target: str, step: Step) -> None:
        """Note that a target, or what gets its name in it, holds what a source does."""
        from failshut.effects.flow import written

        site = step.site
        source = self.ends.path(word, site)
        name = word.text.rstrip("/").rpartition("/")[2]
        if step.name in ("scp", "rsync") and ":" in word.text.partition("/")[0]:
            found = NETWORK
        elif source is None or word.glob:
            found = step.read
        else:
            found = self.files.get(source, 0) | (step.read & ~FILE)
            if found == 0 and source not in self.files:
                found = step.read or FILE
        if source is not None and written.symbolic(step.name, site):
            folder = target.rpartition("/")[0]
            if len(self.ends.links) < _APART:
                self.ends.links[target] = word.text if word.text[:1] == "/" else f"{folder}/{word.text}"
        for path in (target, f"{target}/{name}") if name else (target,):
            self.put(path, found)

    def targets(self, step: Step) -> "list[End]":
        """Return where a command's output goes; what stands in a group takes that of the group."""
        return step.table.get("1") or step.around.get("1", [])


def judge(sites: list[Site]) -> None:
    """Add to each command's effects what it sends elsewhere and what it runs from elsewhere."""
    flow = Flow(sites)
    flow.walk(False)
    flow.before = flow.files
    flow.begin()
    flow.walk(True)
