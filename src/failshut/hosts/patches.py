"""Read what an apply_patch text writes and deletes (hot; loaded for calls that carry one)."""

from failshut.errors import Unreadable
from failshut.hosts import words
from failshut.model import DELETE, WRITE, Call

BEGIN = "*** Begin Patch"
PROGRAMS = ("apply_patch", "applypatch")
MOVE = "*** Move to: "
HEADERS = (
    ("*** Add File: ", WRITE),
    ("*** Update File: ", WRITE),
    ("*** Delete File: ", DELETE),
    (MOVE, WRITE),
)


def files(patch: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths that a patch text writes and those that it deletes, as written.

    Lines end at a newline only, as for the programs that carry patches out.
    """
    written: list[str] = []
    deleted: list[str] = []
    last = ""
    for row in patch.split("\n"):
        line = row.strip()
        for word, role in HEADERS:
            if not line.startswith(word):
                continue
            path = line[len(word) :].strip()
            (deleted if role == DELETE else written).append(path)
            if word == MOVE and last:
                deleted.append(last)
            last = path
    return tuple(written), tuple(deleted)


def apply_patch(call: Call, patch: str) -> None:
    """Fill ``call`` with the files of a patch tool's text; raises when it names none."""
    written, deleted = files(patch)
    if not written and not deleted:
        raise Unreadable(f"the patch of {words.named(call.tool)} names no file")
    call.writes += written
    call.deletes += deleted
    call.kind = WRITE if call.writes else DELETE


def embedded(call: Call) -> None:
    """Add the files of a patch that a shell command feeds to ``apply_patch``.

    Codex carries such a command out itself, as an edit (measured on 0.171.0).
    """
    command = call.command or ""
    if BEGIN in command and any(program in command for program in PROGRAMS):
        add(call, command)


def add(call: Call, text: str) -> None:
    """Add the files that a patch inside ``text`` names, if it names any."""
    written, deleted = files(text)
    call.writes += written
    call.deletes += deleted
