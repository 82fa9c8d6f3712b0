"""Look for the literals of an effect in a text that couldn't be read.

Each hint is a tuple of words that must all occur as whole words of the quote-stripped text, in
one stretch between separators; a word that ends in ``*`` may go on.  Hot: no imports.
"""

_CUT = str.maketrans(";|&()<>`${},", "\n" * 9 + " " * 3)
HINTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "git.rewrite-remote": (
        ("git", "push", "--force"), ("git", "push", "-f"), ("git", "push", "--mirror"),
        ("git", "push", "+*"), ("git", "push", "-uf"), ("git", "push", "-fu"),
    ),
    "git.discard": (
        ("git", "reset", "--hard"), ("git", "checkout", "-f"), ("git", "checkout", "--"),
        ("git", "checkout", "."), ("git", "restore", "."), ("git", "clean", "-f*"),
        ("git", "clean", "-df*"), ("git", "clean", "-xf*"), ("git", "clean", "-xdf"),
        ("git", "clean", "--force"), ("git", "switch", "--discard-changes"),
    ),
    "git.rewrite-history": (("git", "filter-branch"), ("git", "filter-repo")),
    "fs.delete": (
        *(
            ("rm", flag, target)
            for flag in ("-rf", "-fr", "-r", "-R", "-Rf", "-fR", "--recursive")
            for target in ("/", "/*", "~", "~/", "~/*", "/etc*", "/usr*", "/home*", "/var*", "..",
                           "../*", "/bin", "/boot", "/root", "/opt", "/srv", ".git")
        ),
        ("find", "/", "-delete"), ("find", "~", "-delete"),
    ),
    "fs.read": (
        ("cat", ".env"), ("cat", "~/.ssh/id_*"), ("cat", "*/.env"), ("cat", "~/.aws/credentials"),
        ("source", ".env"), ("grep", ".env"), ("head", ".env"), ("tail", ".env"), ("cp", ".env"),
    ),
    "disk.wipe": (("mkfs*", "/dev/*"), ("wipefs", "-a", "/dev/*"), ("dd", "of=/dev/sd*"),
                  ("dd", "of=/dev/nvme*"), ("dd", "of=/dev/disk*")),
    "sys.power": (("shutdown", "now"), ("shutdown", "-h*"), ("reboot",), ("poweroff",)),
    "sys.kill-all": (("kill", "-9", "-1"), ("kill", "-KILL", "-1")),
    "exec.remote-code": (),
    "net.fetch": (("curl", "*169.254.169.254*"),),
}  # fmt: skip
_RUNNERS = frozenset(
    ["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "python", "python3", "node", "deno", "bun",
     "perl", "ruby", "php", "eval", "source", ".", "xargs", "parallel", "ssh", "sudo", "su", "env",
     "exec", "at", "batch", "crontab", "psql", "mysql", "sqlite3"]
)  # fmt: skip
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "python", "python3", "node", "perl", "ruby"))


def hints(text_stripped: str, effect_names: tuple[str, ...]) -> str:
    """Return the first of the effects whose literals are in the quote-stripped text, or ""."""
    text_stripped = without_data(text_stripped)
    parts = [part.split() for part in text_stripped.translate(_CUT).split("\n")]
    squeezed = text_stripped.replace(" ", "")
    for name in effect_names:
        if name == "sys.kill-all" and _bomb(squeezed):
            return name
        if name == "exec.remote-code" and _piped(text_stripped):
            return name
        for hint in HINTS.get(name, ()):
            if any(_all(hint, part) for part in parts):
                return name
    return ""


def without_data(text: str) -> str:
    """Drop here-document bodies that nothing in the text could run.

    They stay when an interpreter stands anywhere outside them, and lines that hold a
    substitution always stay.
    """
    if "<<" not in text:
        return text
    kept: list[str] = []
    ends: list[str] = []
    for line in text.split("\n"):
        if ends:
            if line.strip() == ends[0]:
                ends.pop(0)
            elif "$(" in line or "`" in line:
                kept.append(line)
            continue
        kept.append(line)
        for piece in line.replace("<<<", " ").split("<<")[1:]:
            words = piece.lstrip("-").translate(_CUT).split()
            ends += words[:1]
    outside = "\n".join(kept)
    names = {word.rpartition("/")[2] for word in outside.translate(_CUT).split()}
    return text if ends or not names.isdisjoint(_RUNNERS) else outside


def _all(hint: tuple[str, ...], part: list[str]) -> bool:
    return all(any(_same(word, given) for given in part) for word in hint)


def _same(word: str, given: str) -> bool:
    if word.startswith("*"):
        return word.strip("*") in given if word.endswith("*") else given.endswith(word[1:])
    if word.endswith("*"):
        return given.startswith(word[:-1])
    return given == word or (word.isalpha() and given.endswith("/" + word))


def _bomb(squeezed: str) -> bool:
    """Tell whether a function pipes itself into itself in the background."""
    at = squeezed.find("(){")
    while at > 0:
        start = at
        while start > 0 and squeezed[start - 1] not in ";|&\n{}()":
            start -= 1
        name = squeezed[start:at]
        if name and f"{name}|{name}&" in squeezed[at:]:
            return True
        at = squeezed.find("(){", at + 1)
    return False


def _piped(text: str) -> bool:
    """Tell whether a download is piped into an interpreter or put into ``sh -c "$(…)"``."""
    words = text.replace("|", " | ").replace("(", " ( ").replace(")", " ) ").replace("<", " < ").split()
    loaded = False
    for at, word in enumerate(words):
        base = word.rpartition("/")[2]
        loaded = loaded or base in ("curl", "wget")
        before = words[at - 1] if at else ""
        if loaded and base in _SHELLS and before in ("|", "sudo", "env"):
            return True
        if base in _SHELLS or base in ("eval", "source", "."):
            after = words[at + 1 : at + 6]
            if "(" in after and any(one.rpartition("/")[2] in ("curl", "wget") for one in after):
                return True
    return False
