"""Tell whether a command prints what comes from another machine.  Hot."""

from failshut.model import Word
from failshut.shell.wrappers.streams import NETWORK

_NAMES = frozenset(("dig", "drill", "kdig", "delv", "nslookup"))
_VERBS: dict[str, tuple[tuple[str, ...], ...]] = {
    "openssl": (("s_client",),),
    "gsutil": (("cat",),),
    "gcloud": (("storage", "cat"),),
    "rclone": (("cat",),),
    "gh": (("api",), ("gist", "view")),
}
"""Programs that print it with one of these verbs in front."""


def fetches(name: str, args: tuple[Word, ...]) -> bool:
    """Tell whether a command prints what it gets from elsewhere."""
    if name in NETWORK:
        return not mute(name, args)
    if name in _NAMES:
        return True
    words = [one.text for one in args]
    if name in _VERBS:
        plain = tuple([one for one in words if one[:1] != "-"])
        return any([plain[: len(verb)] == verb for verb in _VERBS[name]])
    if name == "ssh":
        from failshut.shell.options import read
        from failshut.shell.wrappers.table import row

        return len(read(args, row("ssh")[0], permute=False).rest) > 1
    if name == "aws":
        return words[:2] == ["s3", "cp"] and "-" in words
    return name == "git" and "archive" in words[:3] and any([one[:8] == "--remote" for one in words])


def mute(name: str, args: tuple[Word, ...]) -> bool:
    """Tell whether a program that fetches prints nothing of it: a file's address, a look at a port."""
    if any([one.text.startswith("file:") for one in args]):
        return True
    return name in ("nc", "ncat", "netcat") and any(
        [one.text[:1] == "-" and one.text[1:2] != "-" and "z" in one.text for one in args]
    )
