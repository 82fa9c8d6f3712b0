"""Name the shapes of compiled policies (hot: the aliases cost nothing at run time).

A ``Table`` is ``(commands, effects, params, paths, urls, hosts, mcp, tools, text, python)``, see
match.py; a ``Block`` is ``(name, actions, observes, firsts, pages, hot, cold)``, see
compile.py; a ``Policy`` is ``(FORMAT, blocks, waivers, observed)``, see build.py.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from failshut.model import Call

    AskGuard = Callable[[str, str, str, Call], str | None]
    Tuple = tuple[Any, ...]
else:
    Tuple = tuple

# The version of the compiled form; a cache of another one is rebuilt.
FORMAT = 1
# Rules are marshalled in pages of so many: a page is decoded only when one of its rules is asked.
PAGE = 32

Table = Tuple
Block = Tuple
Policy = Tuple
