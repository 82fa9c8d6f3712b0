"""Add what a row of a table says besides effects on files: texts that run, devices and the rest.  Hot."""

from failshut.effects.places import is_device
from failshut.effects.prod import is_prod
from failshut.effects.site import Site
from failshut.effects.table import chosen
from failshut.model import Word
from failshut.shell.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.table import Row

_RISKY = ("infra.", "db.", "pkg.", "net.")


def add(name: str, row: "Row", options: Options, count: int, site: Site) -> None:
    """Add a row's effect; ``count`` operands are the verb."""
    *_, effect, words, _, params, detail = row
    operands = options.operands[count:]
    verb = " ".join([word.text for word in options.operands[:count]])
    if effect.startswith("runs."):
        return _run(name, effect[5:], chosen(words, options, operands), site)
    if effect == "exec.interactive":
        from failshut.effects import interactive

        return interactive.opened(name, site)
    more = {key: filled(value, options, operands, verb) for key, value in params}
    if effect == "disk.wipe" and words:
        for word in chosen(words, options, operands):
            path = site.path(word)
            if is_device(path):
                site.add(effect, f"wipes or repartitions {path}", path, device="yes", **more)
        return None
    if effect.startswith(_RISKY):
        more["tool"] = name
        if effect.startswith(("infra.", "db.")):
            more["prod"] = "yes" if is_prod(site.command) else "no"
    site.add(effect, filled(detail, options, operands, verb), **more)
    return None


def _run(name: str, kind: str, texts: list[Word], site: Site) -> None:
    """Judge texts, or the files that hold them, in a language of their own."""
    from failshut.effects import languages

    language, _, file = kind.partition("-")
    for word in texts:
        if file:
            languages.judge_file(language, word, site, name)
        else:
            languages.judge(language, word, site, name)


def filled(template: str, options: Options, operands: list[Word], verb: str) -> str:
    """Return a template with ``{selector}`` replaced by the words it names."""
    pieces = template.split("{")
    found = pieces[0]
    for piece in pieces[1:]:
        selector, _, rest = piece.partition("}")
        if selector == "verb":
            text = verb
        else:
            text = " ".join([word.text for word in chosen(selector, options, operands)])
        found += text[:80] + rest
    return " ".join(found.split())
