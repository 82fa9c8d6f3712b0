"""Read JSON, TOML and YAML into values that know their places."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import yaml

from failshut.exits import WiringError
from failshut.lint import syntax
from failshut.lint.document import Located, Span
from failshut.wire import jsondoc

if TYPE_CHECKING:
    from tree_sitter import Node

    from failshut.lint.document import Document


def read(document: Document) -> Located | None:
    """Return the value of a document; None when it is no JSON, TOML or YAML, or can't be read.

    JSON may hold comments here: whether the host takes them is the loader's to say.
    """
    if document.kind == "json":
        return _json(document.text)
    if document.kind == "toml":
        return _toml(document.text)
    if document.kind in ("yaml", "markdown"):
        return _yaml(document.text)
    return None


def _json(text: str) -> Located | None:
    try:
        found = jsondoc.read(text, "", True)
    except WiringError:
        return None
    return _json_node(found.root, None) if found.root else None


def _json_node(node: jsondoc.Node, key: Span | None) -> Located:
    span = Span(node.start, node.end)
    if node.kind == "object":
        members = {one.key: _json_node(one.node, Span(one.start, one.node.start)) for one in node.members}
        return Located(node.python(), span, key, members)
    items = tuple(_json_node(one.node, None) for one in node.members)
    return Located(node.python(), span, key, {}, items)


def _yaml(text: str) -> Located | None:
    """Read YAML, or the front matter of a Markdown file."""
    start, end = 0, len(text)
    if text.startswith("---"):
        start = text.find("\n") + 1
        end = text.find("\n---", start)
        end = len(text) if end < 0 else end
    elif not text.strip():
        return None
    try:
        node = yaml.compose(text[start:end], Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return _yaml_node(node, start, None, 0) if isinstance(node, yaml.MappingNode) else None


def _yaml_node(node: yaml.Node, base: int, key: Span | None, depth: int) -> Located:
    span = Span(base + node.start_mark.index, base + node.end_mark.index)
    if depth > jsondoc.DEEPEST:
        return Located(None, span, key)
    if isinstance(node, yaml.MappingNode):
        members = {}
        for name, value in node.value:
            place = Span(base + name.start_mark.index, base + name.end_mark.index)
            members[str(name.value)] = _yaml_node(value, base, place, depth + 1)
        return Located({name: one.value for name, one in members.items()}, span, key, members)
    if isinstance(node, yaml.SequenceNode):
        items = tuple(_yaml_node(one, base, None, depth + 1) for one in node.value)
        return Located([one.value for one in items], span, key, {}, items)
    try:
        value = yaml.SafeLoader("").construct_object(node)
    except (yaml.YAMLError, ValueError, TypeError):
        value = node.value
    return Located(value, span, key)


def _toml(text: str) -> Located | None:
    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    spans: dict[tuple[str | int, ...], tuple[Span, Span | None]] = {}
    tree = syntax.parse("toml", text)
    counts: dict[tuple[str | int, ...], int] = {}
    for node in tree.root.children:
        if node.type == "pair":
            _toml_pair(tree, node, (), spans)
        elif node.type in ("table", "table_array_element"):
            keys = _toml_keys(tree, node.named_children[0])
            path = _toml_place(keys, counts)
            if node.type == "table_array_element":
                counts[path] = counts.get(path, -1) + 1
                path = (*path, counts[path])
            spans[path] = (tree.span(node), tree.span(node.named_children[0]))
            for pair in node.named_children:
                if pair.type == "pair":
                    _toml_pair(tree, pair, path, spans)
    return _placed(value, (), spans, Span(0, len(text)))


def _toml_pair(
    tree: syntax.Tree,
    node: Node,
    path: tuple[str | int, ...],
    spans: dict[tuple[str | int, ...], tuple[Span, Span | None]],
) -> None:
    key, value = node.named_children[0], node.named_children[-1]
    place = (*path, *_toml_keys(tree, key))
    if len(place) > jsondoc.DEEPEST:
        return
    spans[place] = (tree.span(value), tree.span(key))
    if value.type == "inline_table":
        for pair in value.named_children:
            if pair.type == "pair":
                _toml_pair(tree, pair, place, spans)
    if value.type == "array":
        for number, item in enumerate(one for one in value.named_children if one.type != "comment"):
            spans[(*place, number)] = (tree.span(item), None)
            for pair in item.named_children if item.type == "inline_table" else ():
                if pair.type == "pair":
                    _toml_pair(tree, pair, (*place, number), spans)


def _toml_place(keys: tuple[str, ...], counts: dict[tuple[str | int, ...], int]) -> tuple[str | int, ...]:
    """Return the place that a table's name means: below the last element of each array in it."""
    path: tuple[str | int, ...] = ()
    for number, key in enumerate(keys[: jsondoc.DEEPEST]):
        path = (*path, key)
        if path in counts and number < len(keys) - 1:
            path = (*path, counts[path])
    return path


def _toml_keys(tree: syntax.Tree, node: Node) -> tuple[str, ...]:
    keys = syntax.below(node, "bare_key", "quoted_key")
    return tuple(tree.text_of(one).strip("\"'") for one in keys)


def _placed(
    value: object,
    path: tuple[str | int, ...],
    spans: dict[tuple[str | int, ...], tuple[Span, Span | None]],
    above: Span,
) -> Located:
    span, key = spans.get(path, (above, None))
    if len(path) > jsondoc.DEEPEST:
        return Located(value, span, key)
    if isinstance(value, dict):
        members = {name: _placed(one, (*path, name), spans, span) for name, one in value.items()}
        return Located(value, span, key, members)
    if isinstance(value, list):
        items = tuple(_placed(one, (*path, number), spans, span) for number, one in enumerate(value))
        return Located(value, span, key, {}, items)
    return Located(value, span, key)
