"""Say what shows all environment variables, and what shows a keychain's entries.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_FILTERS = frozenset(("grep", "egrep", "rg", "awk", "wc", "cut"))
_TELLING = ("secret", "token", "passw", "_key", "apikey", "api.key", "credential")
_KEYCHAIN = (
    "dump-keychain",
    "find-generic-password",
    "find-internet-password",
    "export",
    "dump-trust-settings",
)
_SHOWN = ("export-secret-keys", "export-secret-subkeys")
_ENV = "u,unset= C,chdir= S,split-string= i,ignore-environment 0,null v,debug help version"


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``secrets.show`` for what prints every variable or a stored secret."""
    words = [one.text for one in args]
    if program in ("env", "printenv", "export", "set", "declare", "typeset"):
        if _prints_all(program, args, words) and not _filtered(site):
            site.add("secrets.show", "prints all environment variables", what="environment")
    elif _stored(program, words):
        site.add("secrets.show", f"prints what {program} keeps secret", what="keychain")


def _prints_all(program: str, args: tuple[Word, ...], words: list[str]) -> bool:
    if program == "env":
        options = read(args, _ENV)
        return not options.has("ignore-environment", "help", "version") and all(
            ["=" in one.text for one in options.operands]
        )
    if program == "printenv":
        return all([one in ("-0", "--null") for one in words])
    if program == "set":
        return not words
    letters = "".join([one[1:] for one in words if one[:1] == "-"])
    named = any([one[:1] != "-" for one in words])
    if program == "export":
        return not named and "f" not in letters
    return not named and set(letters) <= {"x", "p"}


def _filtered(site: Site) -> bool:
    """Tell whether a program behind the pipe picks lines out of what is printed, or it goes nowhere."""
    for one in site.command.redirects:
        if one.target.text == "/dev/null":
            return True
    for other in site.commands[site.index + 1 : site.index + 3]:
        if other.pipe_from == site.index and other.argv[0].text.rpartition("/")[2] in _FILTERS:
            text = " ".join([one.text for one in other.argv[1:]]).lower()
            return not any([one in text for one in _TELLING]) and "-v" not in text.split()
    return False


def _stored(program: str, words: list[str]) -> bool:
    """Tell whether a keychain's program shows a secret."""
    if program == "security":
        verb = words[0] if words else ""
        if verb.startswith("find-"):
            return verb in _KEYCHAIN and any(
                [one[:1] == "-" and ("w" in one or one == "-g") for one in words]
            )
        return verb in _KEYCHAIN
    if program == "secret-tool":
        return words[:1] in (["lookup"], ["search"])
    if program == "pass":
        return bool(words) and (
            (words[0] in ("show", "cp", "edit", "otp") and len(words) > 1)
            or ("/" in words[0] and words[0][0] not in "/.")
        )
    return any([one.lstrip("-") in _SHOWN for one in words])
