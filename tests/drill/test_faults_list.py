"""The list of faults is whole: every kind has its code, every fault its proof and its repair."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from failshut.drill import inject
from failshut.drill.faults import GROUPS, Fault, all_faults, select
from failshut.drill.inject import inputs, moments, parts, tools
from failshut.exits import UsageError

FAULTS = all_faults()


def test_there_are_many_and_each_has_one_name() -> None:
    assert len(FAULTS) >= 45
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    assert {fault.group for fault in FAULTS} == set(GROUPS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_each_fault_can_be_made_and_mended(fault: Fault) -> None:
    assert fault.kind in {*inject.KINDS, *moments.KINDS}
    assert fault.title and fault.fix and not fault.fix.endswith(".")
    hows = {"stdin": {*inputs.MAKERS, "stalled"}, "part": parts.HOWS, "tool": {*tools.STUBS, "missing"}}
    if fault.kind in hows:
        assert fault.text("how") in hows[fault.kind]


@pytest.mark.parametrize("fault", [one for one in FAULTS if one.probe], ids=lambda fault: fault.id)
@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_probes_are_shell_and_fail_without_the_fault(fault: Fault, shell: str, tmp_path: Path) -> None:
    probe = fault.on("sh").probe
    done = subprocess.run(
        [shell, "-c", probe],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode != 0, done
    assert b"yntax" not in done.stderr


def test_faults_are_chosen_by_name_or_group() -> None:
    assert {fault.group for fault in select(["signals"])} == {"signals"}
    assert [fault.id for fault in select(["bom", "no-path"])] == ["bom", "no-path"]
    assert select([]) == FAULTS
    with pytest.raises(UsageError, match=r"no fault or group named 'flood'\. Groups: input, "):
        select(["flood"])
