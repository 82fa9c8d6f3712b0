"""Starve the chain of what a system gives: descriptors, a reader of its output."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from chain import HOSTS, Chain
from reads import outcome


def descriptors(most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("most", [4, 5, 6, 8, 10, 11, 13, 16])
def test_few_descriptors_never_open_the_guard(most: int, host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    run = chain.run(host, chain.payload(host), preexec=descriptors(most), timeout=20)
    found = outcome(host, run)
    assert found.effect == "blocked", run
    if most > 10:
        assert "Failshut refused: " in (found.model_text or "")


@pytest.mark.parametrize("host", HOSTS)
def test_a_reader_that_is_gone_never_opens_the_guard(host: str, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    run = chain.run(host, chain.payload(host), stdout=writer)
    chain.launcher.unlink()
    fault = chain.run(host, chain.payload(host), stdout=writer)
    os.close(writer)
    for one in (run, fault):
        assert one.exit == 2 and one.stderr.startswith("Failshut refused: ")
        assert outcome(host, one).effect == "blocked"
