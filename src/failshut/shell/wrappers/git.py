"""Say which shell texts git runs by its configuration: aliases, editors, pagers, helpers.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.words import MORE, called, split

_PLAIN = frozenset(
    ("core.fsmonitor", "core.sshcommand", "core.pager", "core.editor", "core.askpass", "core.gitproxy",
     "core.alternaterefscommand", "sequence.editor", "diff.external", "gpg.program",
     "interactive.difffilter", "uploadpack.packobjectshook", "sendemail.tocmd", "sendemail.cccmd")
)  # fmt: skip
_SECTIONS = {
    "pager": ("",), "credential": ("helper",), "diff": ("textconv", "command"),
    "filter": ("clean", "smudge", "process"), "merge": ("driver",), "mergetool": ("cmd",),
    "difftool": ("cmd",), "browser": ("cmd",), "man": ("cmd",), "gpg": ("program",),
    "trailer": ("command", "cmd"), "remote": ("uploadpack", "receivepack", "vcs"),
}  # fmt: skip
_SWITCHES = ("", "true", "false", "yes", "no", "on", "off", "0", "1")


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return what ``-c KEY=VALUE`` and its kin make this command run."""
    found: list[Found] = []
    rest = options.rest or tuple(options.operands)
    verb = rest[0].text.lower() if rest else ""
    for key, value in _settings(options, given):
        one = None
        if key.lower() == "alias." + verb and verb:
            one = alias(value, words[: len(words) - len(rest)], rest[1:])
        elif not key.lower().startswith("alias."):
            one = configured(key, value)
        if one is not None:
            one.chdir = [MORE] if one.text is not None else []  # texts run at the top of the repository
            one.via = [label + (" alias" if key.lower().startswith("alias.") else " -c")]
            found.append(one)
    return found


def _settings(options: Options, given: Given) -> list[tuple[str, Word]]:
    """Return the keys and values that the command line and the environment set."""
    found: list[tuple[str, Word]] = []
    for name, word in options.flags:
        if word is not None and name in ("c", "config-env"):
            key, _, value = word.text.partition("=")
            known = Word(value, word.literal)
            if name == "config-env":
                known = given.variable(value) or Word("${" + value + "}", False)
            found.append((key, known))
    for name in given.names():
        number = name.removeprefix("GIT_CONFIG_KEY_")
        if number != name:
            word, held = given.variable(name), given.variable("GIT_CONFIG_VALUE_" + number)
            if word is not None and word.literal and held is not None:
                found.append((word.text, held))
    whole = given.variable("GIT_CONFIG_PARAMETERS")
    for piece in whole.text.replace("'='", "=").split("'")[1::2] if whole is not None else ():
        key, _, value = piece.partition("=")
        found.append((key, Word(value, whole is not None and whole.literal)))
    return found


def alias(value: Word, before: tuple[Word, ...], rest: tuple[Word, ...]) -> Found | None:
    """Return what an alias runs: shell text behind ``!``, else git once more with the same options."""
    if value.text[:1] == "!":
        return called(Word(value.text[1:], value.literal), rest)
    words = split(value)
    return Found((Word("git"), *before, *words, *rest)) if words else None


def configured(key: str, value: Word) -> Found | None:
    """Return what a setting's value runs."""
    section, _, name = key.lower().partition(".")
    last = name.rpartition(".")[2]
    names = _SECTIONS.get(section, ())
    runs = key.lower() in _PLAIN or last in names or (section == "pager" and bool(name))
    text = value.text
    if not runs or text.lower() in _SWITCHES:
        return None
    if section == "credential" and text[:1] not in ("!", "/"):
        return None
    if key.lower() == "gpg.format":
        return None
    return called(Word(text.removeprefix("!"), value.literal), (MORE,))
