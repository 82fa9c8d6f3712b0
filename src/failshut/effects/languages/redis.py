"""Say what commands for the key store empty.  Hot."""

from failshut.effects.prod import is_prod
from failshut.effects.site import Site

_WHAT = "database"


def judge(text: str, site: Site, tool: str) -> None:
    """Add ``db.destroy`` for lines that empty a database."""
    for line in text.split("\n"):
        verb = line.strip().partition(" ")[0].lower()
        if verb in ("flushall", "flushdb"):
            prod = "yes" if is_prod(site.command) else "no"
            detail = f"empties the {_WHAT} with {verb}"
            site.add("db.destroy", detail, how="flush", what=_WHAT, target=verb, tool=tool, prod=prod)
