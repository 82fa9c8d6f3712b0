"""Name the shapes of compiled policies (hot: the aliases cost nothing at run time)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.model import Call

    AskGuard = Callable[[str, str, str, Call], str | None]
    Hints = Callable[[tuple[str, ...]], bool]

# The version of the compiled form; a cache of another one is rebuilt.
FORMAT = 1

# ``(commands, effects, params, paths, urls, hosts, mcp, tools, text, python)``, see match.py.
Table = tuple  # type: ignore[type-arg]
# ``(name, actions, ids, observes, keys, posts, hot, cold)``, see compile.py.
Block = tuple  # type: ignore[type-arg]
# ``(FORMAT, blocks, waivers, observed)``, see compile.py.
Policy = tuple  # type: ignore[type-arg]
