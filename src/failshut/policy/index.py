"""Look up which rules a call's keys name (hot).

``firsts`` are the first keys of the index's pages, ``pages`` the marshalled ``(keys, posts)`` of
each, keys sorted; ``posts`` are the numbers of the rules a key names.  Only pages that a key of
the call falls into are decoded, so that a thousand rules cost a call next to nothing.
"""

from __future__ import annotations

import marshal

from failshut.policy.shapes import PAGE, Block, Tuple


def numbers(block: Block, found: set[str], spans: list[str]) -> list[int]:
    """Return the rules that the keys, and all keys beginning with a span, name, in order."""
    firsts, pages = block[3], block[4]
    hits: set[int] = set()
    open_pages: dict[int, Tuple] = {}

    def page(at: int) -> Tuple:
        if at not in open_pages:
            open_pages[at] = marshal.loads(pages[at])
        return open_pages[at]

    for key in found:
        at = last_at_or_below(firsts, key)
        if at >= 0:
            keys, posts = page(at)
            inner = last_at_or_below(keys, key)
            if keys[inner] == key:
                hits.update(posts[inner])
    for span in spans:
        for at in range(max(0, last_at_or_below(firsts, span)), len(firsts)):
            if firsts[at] > span and not firsts[at].startswith(span):
                break
            for key, post in zip(*page(at), strict=True):
                if key.startswith(span):
                    hits.update(post)
    return sorted(hits)


class Rows:
    """Give rules' hot or cold parts, decoding each page once."""

    __slots__ = ("open", "pages")

    def __init__(self, pages: tuple[bytes, ...]) -> None:
        self.pages = pages
        self.open: dict[int, tuple[bytes, ...]] = {}

    def row(self, number: int) -> Tuple:
        """Return one rule's part."""
        at = number // PAGE
        if at not in self.open:
            self.open[at] = marshal.loads(self.pages[at])
        found: Tuple = marshal.loads(self.open[at][number % PAGE])
        return found


def last_at_or_below(keys: tuple[str, ...], key: str) -> int:
    """Return the index of the last key that isn't above the wanted one; -1 = all are above."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] <= key:
            low = middle + 1
        else:
            high = middle
    return low - 1
