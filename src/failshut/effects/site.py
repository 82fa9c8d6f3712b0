"""Hold where a command stands while its effects are worked out, and build effects.

Hot: imports the model and its neighbours only.
"""

import posix

from failshut.effects.places import ending, is_device, normal, overlaps, real, under_any, where
from failshut.effects.secrets import matches, secret
from failshut.model import Command, Context, Effect, Word

_VERBS = {
    "fs.delete": "deletes",
    "fs.write": "overwrites",
    "fs.read": "reads",
    "fs.move": "moves",
    "fs.mode": "changes the permissions of",
    "fs.link": "gives a second name to",
}
_FEW = 8
_AS_ROOT = ("sudo", "doas", "pkexec", "su", "su -c", "run0")
_LARGE = ("root", "system", "home", "session-root", "session-parent")


def _complete(name: str, path: str, more: dict[str, str]) -> None:
    """Fill in the parameters that an effect of this name always has."""
    if name == "fs.delete":
        more.setdefault("filtered", "no")
    if name in ("fs.delete", "fs.move") and path.endswith("/.git"):
        more["whole"] = "yes"
    if name == "fs.write":
        if "/.git/objects" in path:
            more["whole"] = "yes"
        more["append"] = more.get("append") or "no"


def _temporary(rest: str, text: str) -> str:
    """Return a path below TMPDIR; when it names nothing there, what it is were TMPDIR not set."""
    parts = [part for part in rest.split("/") if part not in ("", ".")]
    if not rest:
        return "/tmp"
    if not rest.startswith("/") or (parts and ".." not in parts and parts[0].strip("*?")):
        return text
    return rest


def _globbed(path: str) -> bool:
    return "*" in path or "?" in path or "[" in path


def _may_be(pattern: str, marked: str, tree: bool) -> bool:
    """Say whether a path pattern may stand for the marked path, something in it or (tree) above it."""
    parts, names = pattern.split("/"), marked.split("/")
    if len(parts) < len(names) and not tree:
        return False
    if len(parts) > len(names) and "." in names[-1][1:]:
        return False  # nothing lies in a file
    return all([matches(name, part) for part, name in zip(parts, names)])  # noqa: B905


class Site:
    """Hold a command, the commands before it and the context; collect ``effects``."""

    __slots__ = ("command", "commands", "ctx", "depth", "effects", "index", "known", "notes")

    def __init__(
        self,
        command: Command,
        commands: tuple[Command, ...],
        index: int,
        ctx: Context,
        depth: int = 0,
        notes: dict[str, dict[str, list[int]]] | None = None,
    ) -> None:
        self.command = command
        self.commands = commands
        self.index = index
        self.ctx = ctx
        self.depth = depth
        self.effects: list[Effect] = []
        # What was worked out for all commands of the text, so that none does it again.
        self.notes = notes
        self.known: set[Effect] = set()

    def add(self, name: str, detail: str, path: str | bool | None = False, **params: str) -> None:
        """Add an effect; empty parameters are left out."""
        paths = () if isinstance(path, bool) else (path,)
        kept = tuple(sorted((key.rstrip("_"), value) for key, value in params.items() if value))
        self.keep(Effect(name, paths, kept, detail))

    def keep(self, effect: Effect) -> None:
        """Add an effect unless it is there; a set is kept once there are many."""
        effects, known = self.effects, self.known
        if len(effects) < _FEW:
            if effect not in effects:
                effects.append(effect)
            return
        if not known:
            known.update(effects)
        if effect not in known:
            known.add(effect)
            effects.append(effect)

    def environment(self, name: str) -> str | None:
        """Return what HOME, PWD and their kin hold here; None = unknown."""
        if name == "HOME":
            return self.ctx.homes[0] if self.ctx.homes else None
        if name == "PWD":
            return self.folder()
        if name == "__start":
            return normal(self.ctx.cwd or self.ctx.root)
        if name == "TMPDIR":
            return "/tmp/tmpdir"
        if name == "USER":
            return self.ctx.homes[0].rpartition("/")[2] if self.ctx.homes else None
        return None

    def folder(self) -> str | None:
        """Return the absolute folder the command runs in; None = unknown."""
        cwd = self.command.cwd
        if cwd is None:
            return None
        if cwd.startswith("$HOME"):
            home = self.environment("HOME")
            return None if home is None else normal(home + cwd[5:])
        return normal(cwd if cwd.startswith("/") else f"{self.ctx.cwd or self.ctx.root}/{cwd}")

    def branch(self) -> str:
        """Return the branch checked out where the command runs, "" when that can't be read."""
        folder = self.folder()
        while folder:
            try:
                handle = posix.open(folder + "/.git/HEAD", posix.O_RDONLY | posix.O_NONBLOCK)
            except (OSError, ValueError):
                folder = folder.rpartition("/")[0]
                continue
            try:
                head = posix.read(handle, 512).decode("utf-8", "replace").strip()
            except OSError:
                return ""
            finally:
                posix.close(handle)
            return head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else ""
        return ""

    def text(self, word: Word) -> str | None:
        """Return the word's text with known environment values; None = unknown."""
        if word.literal:
            return word.text
        if word.text.startswith("~"):
            return self._of_user(word.text)
        pieces = word.text.split("$")
        found = pieces[0]
        for piece in pieces[1:]:
            end = 0
            while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
                end += 1
            value = self.environment(piece[:end]) if end else None
            if value is None:
                # Behind a known beginning, and in place of a default, a name that isn't known.
                close = piece.find("}") if piece[:1] == "{" else end - 1
                if not found.strip("/") and not piece.startswith(":-}", close - 2):
                    return None
                value, end = "_", max(close + 1, end, 1)
            found += value + piece[end:]
        return found

    def _of_user(self, text: str) -> str | None:
        """Return ``~NAME/rest`` where NAME is the person's own or root's; None = unknown."""
        name, slash, rest = text[1:].partition("/")
        for home in ("/root", *self.ctx.homes):
            if name and name == home.rpartition("/")[2] and "$" not in rest:
                return home + slash + rest
        return None

    def path(self, word: Word) -> str | None:
        """Return the word as an absolute path, normalised; None = unknown."""
        text = self.text(word)
        if text is None:
            return None
        if not word.literal and word.text.startswith("$TMPDIR"):
            text = _temporary(word.text[7:], text)
        if text.startswith("/"):
            return normal(text)
        folder = self.folder()
        return None if folder is None else normal(f"{folder}/{text}")

    def touch(self, name: str, word: Word, recursive: bool = False, **more: str) -> None:
        """Add a file effect for an operand, with everything known about its place."""
        text = word.text.rstrip("/") or word.text
        last = text.rpartition("/")[2]
        if not word.text and word.literal:
            return
        path = self.path(word)
        contents = last == "." or (word.glob and bool(last) and (not last.strip("*?.") or last[:2] == "!("))
        if contents and last != "." and path is not None:
            path = path.rpartition("/")[0] or "/"
        self.at(name, path, recursive, contents, word, **more)
        if word.glob and last.startswith((".", "[")) and path is not None and last != ".":
            folder = path if contents else path.rpartition("/")[0]
            if name in ("fs.delete", "fs.move") and matches(".git", last):
                self.at(name, f"{folder}/.git", recursive, False, word, **more)

    def at(
        self,
        name: str,
        path: str | None,
        recursive: bool = False,
        contents: bool = False,
        word: Word | None = None,
        **more: str,
    ) -> None:
        """Add a file effect for an absolute path (None = unknown)."""
        named = name in ("fs.delete", "fs.move") and not contents
        trailing = word is not None and word.text.endswith("/")
        if path is not None and self.index > 0 and self.commands:
            path = self._linked(path, last=not named or (trailing and more.get("by") != "rm"))
        place = where(path, self.ctx, last=not named or trailing)
        glob = word is not None and word.glob
        tree = recursive or contents
        shown = path if path is not None else (word.text if word is not None else "a path")
        detail = f"{_VERBS[name]} {shown}" + ("/*" if contents and shown != "/" else "")
        kind = "" if name == "fs.mode" else secret(path, self.ctx, glob and not contents, tree)
        _complete(name, path or "", more)
        if name != "fs.read" and any([one in _AS_ROOT for one in self.command.via]):
            more["root"] = "yes"
        self.add(
            name,
            detail + (" recursively" if recursive else ""),
            path,
            where=place,
            recursive="yes" if recursive else "no",
            glob="yes" if glob or contents else "no",
            contents="yes" if contents else "no",
            secret=kind,
            device="yes" if is_device(path) else "no",
            **more,
        )
        if name == "fs.delete" and path is not None and "/.git/hooks/" in path:
            self.add("git.skip-hooks", f"deletes the hook {path}", what="hooks-path")
        if name != "fs.read" and path is not None:
            # What lies above the marked files has rules of its own when it is this large.
            above = place not in _LARGE and ((tree and name == "fs.delete") or name == "fs.move")
            quoted = word is not None and word.literal and not word.glob
            self.guarded(name, path, above, last=not named or trailing, exact=quoted)

    def _linked(self, path: str, last: bool) -> str:
        """Return a path behind the symbolic links that the text made before; ``last`` = the name's, too."""
        if self.notes is None:
            return path
        links = self.notes.get("links")
        if links is None:
            found: dict[str, list[int]] = {}
            for index, command in enumerate(self.commands):
                if command.argv[0].text.rpartition("/")[2] == "ln" and len(command.argv) > 2:
                    made = Site(command, (), 0, self.ctx).path(command.argv[-1])
                    if made is not None:
                        found.setdefault(made, []).append(index)
            links = self.notes["links"] = found
        for link, places in links.items() if links else ():
            inside = path.startswith(link + "/") or (last and path == link)
            if inside and places[0] < self.index:
                maker = self.commands[places[0]]
                target = Site(maker, (), 0, self.ctx).path(maker.argv[-2])
                symbolic = any([one.text[:1] == "-" and "s" in one.text for one in maker.argv[1:-2]])
                if target is not None and symbolic:
                    return normal(target.rstrip("/") + path[len(link) :])
        return path

    def guarded(
        self, name: str, path: str, tree: bool, last: bool = True, hosts: bool = True, exact: bool = False
    ) -> None:
        """Add tamper effects when a changed path touches the guard's or (``hosts``) a host's files.

        ``exact`` = the path holds no pattern, whatever characters it is made of.
        """
        for one in dict.fromkeys((path, real(path, last))):
            pairs = ((self.ctx.guard, "guard.tamper"), (self.ctx.host_files, "host.tamper"))[: 1 + hosts]
            for marked, effect in pairs:
                hit = overlaps(one, marked) if tree else under_any(one, marked)
                if (
                    hit
                    or (marked is self.ctx.host_files and ending(one, self.ctx))
                    or (not exact and _globbed(one) and any(_may_be(one, mark, tree) for mark in marked))
                ):
                    self.add(effect, f"{_VERBS[name]} {one}", one, what="files")
