"""The hosts' own switches hold wherever the row names them: in the entry or among the switches."""

import pytest

from failshut.interpret import Run, interpret

CASES = [("claude-code", "PreToolUse", "onFailure", "block"), ("cursor", "preToolUse", "failClosed", True)]
DEATHS = [Run(exit=None, signal=9), Run(exit=137), Run(exit=None, timed_out=True), Run(exit=127)]


@pytest.mark.parametrize("run", DEATHS, ids=("signal", "137", "timeout", "127"))
@pytest.mark.parametrize("host,event,key,value", CASES)
def test_a_dead_hook_is_closed_by_the_switch_and_open_without(
    host: str, event: str, key: str, value: object, run: Run
) -> None:
    in_entry = Run(
        exit=run.exit,
        signal=run.signal,
        timed_out=run.timed_out,
        wiring={"type": "command", "command": "x", key: value},
    )
    assert interpret(host, event, [in_entry]).effect == "blocked"
    assert interpret(host, event, [run], switches={key: value}).effect == "blocked"
    assert interpret(host, event, [run]).effect == "ran"
