"""Cut the power before a step of a write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from power import Cut

STEPS = ("open", "fsync", "replace", "mkdir", "unlink", "rename", "chmod", "fchmod")


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Return what arms the cut: before the given step (0 = never) the power goes."""
    left = [0]

    def armed(name: str) -> None:
        real = getattr(os, name)

        def step(*args: object, **options: object) -> object:
            if left[0] == 1:
                left[0] = 0
                raise Cut
            left[0] = max(0, left[0] - 1)
            return real(*args, **options)

        monkeypatch.setattr(os, name, step)

    for name in STEPS:
        armed(name)
    yield lambda number: left.__setitem__(0, number)
    left[0] = 0
