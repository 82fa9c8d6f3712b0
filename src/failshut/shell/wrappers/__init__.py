"""Know programs that run others: ``table`` is made of ``wrappers.toml``, the rest are grammars.

A grammar is a module with ``inner(label, words, options, given) -> list[Found]``: what a program
runs whose words a row of the table can't tell.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Facts = tuple[tuple[str, str | tuple[str, ...]], ...]
    # kind, place (operands before it, or an option's name), facts
    Source = tuple[str, int | tuple[str, ...], Facts]
    # options, marks, facts, sources, grammar
    Row = tuple[str, str, Facts, tuple[Source, ...], str]
