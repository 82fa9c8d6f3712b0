"""Judge what is written into files that run by themselves: shells' start-up files, git's hooks.  Hot."""

from failshut.effects.site import Site
from failshut.model import Command, Word

_NAMES = (
    "/.bashrc", "/.bash_profile", "/.bash_login", "/.bash_logout", "/.bash_aliases", "/.profile", "/.zshrc",
    "/.zshenv", "/.zprofile", "/.zlogin", "/.kshrc", "/.cshrc", "/.tcshrc", "/.config/fish/config.fish",
)  # fmt: skip
_KEPT = ("exec.remote-code", "fs.delete", "git.", "guard.tamper", "host.tamper", "net.send", "sys.",
         "disk.", "infra.", "db.")  # fmt: skip


def is_start(path: str | None, site: Site) -> bool:
    """Tell whether a path is a file that shells run whenever they start."""
    return path is not None and any([path == home + name for home in site.ctx.homes for name in _NAMES])


def judge(site: Site, word: Word) -> None:
    """Add what the text would do that a command writes into such a file."""
    path = site.path(word)
    if not is_start(path, site) and (path is None or "/.git/hooks/" not in path):
        return
    from failshut.effects.inputs import printed
    from failshut.effects.nested import inner_text

    text = printed(site.command, site.commands)
    if text is None or not text.literal or (text.text.startswith("#!") and "sh" not in text.text[:40]):
        return
    base = site.command
    alone = Command(base.argv, assigns=base.assigns, cwd=None, start=base.start, end=base.end)
    nested = Site(alone, (), 0, site.ctx, site.depth + 1)
    inner_text(text.text, nested, "start-up file")
    for effect in nested.effects:
        if effect.name.startswith(_KEPT) and effect.param("where") not in ("inside", "tmp", "unknown"):
            site.keep(effect)
