"""Say which settings a ``git`` command is given in front: ``-c``, ``GIT_CONFIG_*``.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.wrappers.table import row

_NO = ("false", "no", "off", "0")


def given(site: Site) -> list[tuple[str, Word]]:
    """Return the settings as ``(key in lower case, value)``; a key without a value is ``true``."""
    held = dict(site.command.assigns)
    found: list[tuple[str, Word]] = []
    for name, value in held.items():
        if name.startswith("GIT_CONFIG_KEY_"):
            found.append((value.text.lower(), held.get("GIT_CONFIG_VALUE_" + name[15:], Word("", False))))
        elif name == "GIT_CONFIG_PARAMETERS":
            found += _parameters(value)
    for word in read(site.command.argv[1:], row("git")[0], permute=False).values("c"):
        key, equals, value_text = word.text.partition("=")
        found.append((key.lower(), Word(value_text if equals else "true", word.literal)))
    return found


def _parameters(value: Word) -> list[tuple[str, Word]]:
    """Return the settings of ``GIT_CONFIG_PARAMETERS``: ``'key=value'`` or ``'key'='value'``."""
    found: list[tuple[str, Word]] = []
    for piece in value.text.replace("'='", "=").split("'")[1::2]:
        key, equals, text = piece.partition("=")
        found.append((key.lower(), Word(text if equals else "true", value.literal)))
    return found


def of(site: Site, *keys: str) -> list[tuple[str, str]]:
    """Return the settings with one of the keys, as texts; the last is the one that holds."""
    return [(key, value.text) for key, value in given(site) if key in keys]


def off(site: Site, key: str) -> bool:
    """Tell whether a setting is switched off."""
    found = of(site, key)
    return bool(found) and found[-1][1].lower() in _NO
