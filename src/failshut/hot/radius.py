"""Say in a sentence what a refused call would have hit: branch, files, commits (hot, after a rule).

Git answers, with nothing of the repository's own running (hooks, file watcher, fetches, filters)
and no lock taken, within ``LIMIT`` seconds.  No answer, no sentence.
"""

import posix
import select
import time

from failshut.hosts import words
from failshut.model import Effect, Verdict

LIMIT = 1.0
"""Seconds that git may take, all questions together."""
PROGRAMS = ("/usr/bin/git", "/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git")
SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
        "-c", "core.pager=cat", "-c", "core.untrackedCache=false", "--no-optional-locks",
        "--literal-pathspecs")  # fmt: skip
NAMES = 3
LONGEST = 40
MOST = 1 << 18
SIGKILL = 9


def with_radius(verdict: Verdict, folder: str) -> Verdict:
    """Return the verdict on a command in ``folder`` with what it would have hit, where git knows it."""
    said = radius(verdict.about, folder) if in_repository(folder) else ""
    if not said:
        return verdict
    return Verdict(
        verdict.action,
        reason=f"{verdict.reason} {said}",
        instead=verdict.instead,
        rule=verdict.rule,
        source=verdict.source,
        marks=verdict.marks,
        about=verdict.about,
        at=verdict.at,
    )


def in_repository(folder: str) -> bool:
    """Say whether git has something to tell there."""
    while folder:
        try:
            posix.stat(folder + "/.git")
            return True
        except (OSError, ValueError):
            folder = folder.rpartition("/")[0]
    return False


def radius(effects: tuple[Effect, ...], cwd: str) -> str:
    """Return a sentence on the first effect that git knows something of, "" when there is none.

    ``cwd`` is the absolute folder of the command.
    """
    git = Git(cwd)
    for effect in effects:
        said = _said(effect, git)
        if said:
            return said
    return ""


def _said(effect: Effect, git: "Git") -> str:
    name = effect.name
    if effect.param("filtered") == "yes":
        return ""  # which of the files it would hit only running it would tell
    if name in ("fs.delete", "fs.move") and effect.paths and effect.paths[0] is not None:
        return _files(effect.paths[0], git)
    if name == "git.discard":
        if effect.param("what") == "clean":
            return _listed(git.names("ls-files", "-z", "--others", "--exclude-standard"), "untracked file")
        if git.filters():
            return ""
        changed = git.names("diff-index", "-z", "--name-only", "HEAD", "--")
        return _listed(changed, "changed file")
    if name == "git.rewrite-remote":
        return _commits(effect, git)
    return ""


def _files(path: str, git: "Git") -> str:
    """Count what lies at a path in its repository."""
    above, _, last = path.rpartition("/")
    git.folder = above or "/"
    if is_folder(path):
        git.folder, last = path, "."
    tracked = git.names("ls-files", "-z", "--", last)
    if tracked is None:
        return ""
    others = git.names("ls-files", "-z", "--others", "--exclude-standard", "--", last) or []
    if len(tracked) + len(others) < 2:
        return ""
    counts = []
    for count, kind in ((len(tracked), "tracked"), (len(others), "untracked")):
        if count:
            counts.append(f"{count} {kind}")
    return f"That is {' and '.join(counts)} files, {_few(tracked + others)}."


def is_folder(path: str) -> bool:
    """Tell whether a folder, no link to one, stands there."""
    try:
        return posix.lstat(path).st_mode & 0o170000 == 0o040000
    except (OSError, ValueError):
        return False


def _commits(effect: Effect, git: "Git") -> str:
    """Count the commits that a remote branch would lose."""
    branch, remote = effect.param("branch").removeprefix("refs/heads/"), effect.param("remote") or "origin"
    if not branch or branch.startswith("-") or remote.startswith("-"):
        return ""
    upstream = f"refs/remotes/{remote}/{branch}"
    counted = git.run("rev-list", "--count", f"HEAD..{upstream}", "--")
    if counted is None or not counted.strip().isdigit():
        return ""
    count = int(counted)
    shown = words.tame(f"{remote}/{branch}")[:LONGEST]
    if not count:
        return f"The branch is {shown}."
    return f"{shown} has {count} commit{'s' if count > 1 else ''} that would be gone."


def _listed(names: list[str] | None, what: str) -> str:
    if not names:
        return ""
    return f"That is {len(names)} {what}{'s' if len(names) > 1 else ''}, {_few(names)}."


def _few(names: list[str]) -> str:
    """Return the first names, shortened, each harmless to read."""
    shown = []
    for name in names[:NAMES]:
        text = " ".join(words.tame(words.clean(name)).split())
        shown.append(text if len(text) <= LONGEST else "…" + text[1 - LONGEST :])
    return ("such as " if len(names) > NAMES else "") + ", ".join(shown)


class Git:
    """Ask git questions in a folder, until the time that all may take is over."""

    __slots__ = ("folder", "until")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.until = time.monotonic() + LIMIT

    def names(self, *arguments: str) -> list[str] | None:
        """Return the names that git prints, each ended by NUL; None = no answer."""
        text = self.run(*arguments)
        return None if text is None else [name for name in text.split("\0") if name]

    def filters(self) -> bool:
        """Tell whether the repository's own settings name programs that reading files would run."""
        text = self.run("config", "--show-scope", "--get-regexp", r"^filter\..*\.(clean|process)$")
        return any([line.startswith(("local", "worktree")) for line in (text or "").split("\n")])

    def run(self, *arguments: str) -> str | None:
        """Return what git prints; None = no answer in time, or an error."""
        program = next((one for one in PROGRAMS if posix.access(one, posix.X_OK)), "")
        if not program or time.monotonic() > self.until:
            return None
        reader, writer = posix.pipe()
        try:
            child = self._start([program, "-C", self.folder, *SAFE, *arguments], writer)
        except OSError:
            posix.close(reader)
            return None
        finally:
            posix.close(writer)
        data = self._read(reader)
        posix.close(reader)
        if data is None:
            posix.killpg(child, SIGKILL)
        _, status = posix.waitpid(child, 0)
        if data is None or status:
            return None
        return data.decode("utf-8", "replace")

    def _start(self, argv: list[str], writer: int) -> int:
        home = posix.environ.get(b"HOME", b"/")
        environment = {b"HOME": home, b"LC_ALL": b"C", b"GIT_OPTIONAL_LOCKS": b"0",
                       b"GIT_TERMINAL_PROMPT": b"0", b"GIT_NO_LAZY_FETCH": b"1"}  # fmt: skip
        actions = [
            (posix.POSIX_SPAWN_OPEN, 0, "/dev/null", posix.O_RDONLY, 0),
            (posix.POSIX_SPAWN_DUP2, writer, 1),
            (posix.POSIX_SPAWN_OPEN, 2, "/dev/null", posix.O_WRONLY, 0),
        ]
        return posix.posix_spawn(argv[0], argv, environment, file_actions=actions, setpgroup=0)

    def _read(self, reader: int) -> bytes | None:
        data = b""
        while True:
            left = self.until - time.monotonic()
            if left <= 0 or len(data) > MOST or not select.select([reader], [], [], left)[0]:
                return None
            part = posix.read(reader, 65536)
            if not part:
                return data
            data += part
