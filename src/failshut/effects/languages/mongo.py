"""Say what a script for the document database destroys.  Hot."""

from failshut.effects.prod import is_prod
from failshut.effects.site import Site

_CALLS = (
    (".dropDatabase(", "drop", "database", "drops the database"),
    (".drop(", "drop", "collection", "drops a collection"),
    (".deleteMany({})", "delete", "collection", "deletes every document of a collection"),
    (".remove({})", "delete", "collection", "deletes every document of a collection"),
    (".dropUser(", "drop", "user", "drops a user"),
)


def judge(text: str, site: Site, tool: str) -> None:
    """Add ``db.destroy`` for calls that drop or empty something."""
    squeezed = "".join(text.split())
    for call, how, what, detail in _CALLS:
        at = squeezed.find(call)
        if at >= 0:
            target = squeezed[:at].rpartition(";")[2][-80:]
            prod = "yes" if is_prod(site.command) else "no"
            site.add("db.destroy", detail, how=how, what=what, target=target, tool=tool, prod=prod)
