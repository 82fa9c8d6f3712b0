"""Name commands and paths that the built-in packs are about, as candidates for the hosts' own rules.

They are only candidates: what the judge doesn't refuse, whoever asks, isn't compiled.
"""

from __future__ import annotations

from failshut import paths

_KEYS = tuple(("read", f"~/.ssh/{name}") for name in ("id_rsa", "id_ed25519", "id_ecdsa", "id_dsa"))
_STORES = ("~/.aws/credentials", "~/.netrc", "~/.git-credentials", "~/.npmrc", "~/.pypirc",
           "~/.config/gh/hosts.yml", "~/.kube/config", "~/.docker/config.json", "/etc/shadow")  # fmt: skip
_OWN = (paths.SHARE, paths.STATE, paths.CONFIG)
_SYSTEM = ("/etc/passwd", "/etc/sudoers", "/etc/hosts", "/etc/ssh/**", "/usr/bin/**", "/usr/lib/**")

PATHS: dict[str, tuple[tuple[str, str], ...]] = {
    "secrets/private-key": _KEYS,
    "secrets/store": tuple(("read", path) for path in _STORES),
    "files/write-system": tuple(("write", path) for path in _SYSTEM),
    "guard/own-files": tuple(("write", f"~{path}/**") for path in _OWN),
}
"""Pairs of what is done and a path or glob, by the id of the rule that refuses it."""


COMMON: dict[str, tuple[str, ...]] = {
    "git/force-push": (
        "git push -f",
        "git push --force origin main",
        "git push --force origin master",
        "git push origin main --force",
        "git push -f origin master",
        "git push -f origin HEAD",
        "git push --force origin HEAD",
        "git push --force --all",
    ),
    "git/discard": (
        "git reset --hard HEAD",
        "git reset --hard HEAD~1",
        "git reset --hard origin/main",
        "git checkout -- .",
        "git restore .",
        "git clean -fdx",
        "git clean -xdf",
        "git clean -f",
    ),
    "git/rewrite-all": ("git filter-repo",),
    "files/delete-root": (
        "rm -rf ~",
        "rm -rf ~/",
        "rm -rf /home",
        "rm -rf /etc",
        "rm -rf /usr",
        "rm -rf /var",
        "sudo rm -rf /",
        "rm -rf --no-preserve-root /",
    ),
    "files/delete-git": ("rm -rf .git", "rm -r .git", "rm -rf .git/"),
    "system/power": ("shutdown now", "shutdown -h now", "poweroff", "halt", "sudo reboot"),
    "secrets/private-key": ("cat ~/.ssh/id_ed25519", "cat ~/.ssh/id_ecdsa"),
    "secrets/env-file": ("cat ./.env", "cat .env.local", "cat .env.production"),
    "secrets/store": ("cat ~/.kube/config", "cat ~/.docker/config.json", "cat ~/.config/gh/hosts.yml"),
}
"""Spellings that agents use, by the id of the rule that refuses them."""


def filled(glob: str) -> tuple[str, ...]:
    """Return paths that a glob means: one file, or some below a folder."""
    stem = glob.removesuffix("/**")
    if stem == glob:
        return (stem,)
    return (f"{stem}/x", f"{stem}/x.txt", f"{stem}/.x/y", f"{stem}/a/b/c.toml")
