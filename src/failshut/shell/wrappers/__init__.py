"""Know programs that run others: ``table`` is made of ``wrappers.toml``, the rest are grammars.

A grammar is a module with ``inner(label, words, options, given) -> list[Found]``: what a program
runs whose words a row of the table can't tell.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Names = tuple[str, ...]
    # kind, place, how to read it, when, unless, beginning of the value, via, behind, after, head, fills,
    # flags
    Source = tuple[str, int | Names, str, Names, Names, str, str, Names, Names, str, str, str]
    # options, marks, idle, folder, login, clears, away, first, variables, runs, grammar
    Row = tuple[str, str, Names, Names, Names, Names, Names, Names, Names, tuple[Source, ...], str]
