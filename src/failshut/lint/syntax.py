"""Parse scripts with tree-sitter; places are in characters, not bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from failshut.lint.document import Span

if TYPE_CHECKING:
    from tree_sitter import Language, Node


@cache
def _language(name: str) -> Language:
    import importlib

    from tree_sitter import Language

    return Language(importlib.import_module(f"tree_sitter_{name}").language())


@dataclass(frozen=True)
class Tree:
    """A parsed text; ``root`` is tree-sitter's own node."""

    text: str
    root: Node

    @cached_property
    def _data(self) -> bytes:
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _plain(self) -> bool:
        return len(self._data) == len(self.text)

    def _at(self, offset: int) -> int:
        return offset if self._plain else len(self._data[:offset].decode("utf-8", "ignore"))

    def span(self, node: Node) -> Span:
        """Return the place of a node."""
        return Span(self._at(node.start_byte), self._at(node.end_byte))

    def text_of(self, node: Node | None) -> str:
        """Return the text of a node ("" for None)."""
        return self._data[node.start_byte : node.end_byte].decode("utf-8", "replace") if node else ""

    def every(self, *types: str) -> Iterator[Node]:
        """Yield the nodes of these types in the order of the text."""
        yield from below(self.root, *types)


def below(node: Node, *types: str) -> Iterator[Node]:
    """Yield the nodes of these types at and below a node, in the order of the text."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in types:
            yield one
        waiting.extend(reversed(one.children))


def parse(name: str, text: str) -> Tree:
    """Parse a text; ``name``: bash | javascript | toml."""
    from tree_sitter import Parser

    data = text.encode("utf-8", "surrogatepass")
    return Tree(text, Parser(_language(name)).parse(data).root_node)
