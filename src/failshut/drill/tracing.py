"""Find out which programs a hook starts by name: run it once on a PATH of stand-ins that tell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from failshut.drill.inject.tools import links, which
from failshut.drill.subject import Subject
from failshut.drill.trial import Trial

WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
WEAK = frozenset(
    "[ basename cat chmod cp cut date dirname echo env false head kill ls mkdir mktemp mv printf pwd "
    "rm sleep sort tail tee test timeout touch tr true uname uniq wc".split()
)
"""Programs whose answer rarely decides anything: they are taken away, but not impersonated."""
MOST_MISSING, MOST_STUBS = 8, 4


def tools(subject: Subject, trial: Trial) -> tuple[str, ...]:
    """Return the programs that the trial's hook starts by name, the telling ones first.

    ``trial`` is used up: its PATH is replaced and it runs once.
    """
    place, record = trial.folder / "traced", trial.folder / "traced.log"
    path = trial.path()
    links(path, place, without="")
    for name in _candidates(subject):
        real = which(name, path)
        if real is None:
            continue
        stub = place / name
        stub.unlink(missing_ok=True)
        told, kept = shlex.quote(str(record)), shlex.quote(real)
        stub.write_text(f'#!/bin/sh\necho {shlex.quote(name)} >>{told}\nexec {kept} "$@"\n')
        stub.chmod(0o755)
    trial.environment["PATH"] = str(place)
    trial.run()
    seen = record.read_text().split() if record.exists() else []
    found = sorted(set(seen), key=lambda name: (name in WEAK, seen.index(name)))
    return tuple(found)


def left_out(found: Sequence[str]) -> Iterator[str]:
    """Yield what isn't tried of the tools that were found."""
    telling = [name for name in found if name not in WEAK]
    for names, most, what in ((found, MOST_MISSING, "taken away"), (telling, MOST_STUBS, "impersonated")):
        if len(names) > most:
            yield f"Not {what}, for there are many: {', '.join(names[most:])}."


def _candidates(subject: Subject) -> Iterator[str]:
    seen: set[str] = set()
    for text in subject.texts():
        for word in WORD.findall(text):
            if word not in seen:
                seen.add(word)
                yield word
