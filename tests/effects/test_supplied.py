"""What a reader of other languages declares and leaves to others is supplied in every reader there is."""

import importlib
import inspect
import pkgutil

import pytest

from failshut.effects import scripts


def classes() -> dict[str, type]:
    """Return every class of the readers, by its full name."""
    found = {}
    for one in pkgutil.walk_packages(scripts.__path__, scripts.__name__ + "."):
        for item in vars(importlib.import_module(one.name)).values():
            if inspect.isclass(item) and item.__module__ == one.name:
                found[f"{one.name}.{item.__qualname__}"] = item
    return found


def left_open(function: object) -> bool:
    """Say whether a method does nothing but say that it isn't there."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_names == ("NotImplementedError",)


CLASSES = classes()
LEAVES = {name: one for name, one in CLASSES.items() if not one.__subclasses__()}


def test_there_are_declarations_to_supply() -> None:
    declared = [one for one in CLASSES.values() if any(left_open(item) for item in vars(one).values())]
    assert len(declared) > 1 and not any(one in declared for one in LEAVES.values())


@pytest.mark.parametrize("name", LEAVES)
def test_every_reader_supplies_what_is_declared(name: str) -> None:
    one = LEAVES[name]
    assert [item for item in dir(one) if left_open(getattr(one, item, None))] == []
