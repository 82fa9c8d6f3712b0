"""Drill the own guard: no cell is open, and a guard that is spoilt is found out."""

from __future__ import annotations

from pathlib import Path

import pytest
from drilling import CALL, environment

from chain import HOSTS
from failshut.cli.main import run as failshut
from failshut.drill import faults, judge, own
from failshut.drill.own import OwnGuard
from failshut.drill.session import Report, Session
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER


def drill(
    room: Path, names: list[str], hosts: tuple[str, ...] = HOSTS, home: Path = Path("/nonexistent")
) -> Report:
    subject = OwnGuard(hosts, home=home, environment=environment())
    return Session(
        subject, faults.select(names), room, call=CALL, environment=environment(), patience=60
    ).run()


def assert_shut(report: Report) -> None:
    opened = [
        (result.host, result.fault.id, result.proof)
        for result in report.results
        if result.fault and result.verdict in (judge.OPEN, judge.EXECUTED, judge.INCONCLUSIVE)
    ]
    assert opened == []
    assert report.exit_code() == 0
    for one in report.unbroken:
        assert one.refuses.verdict == judge.REFUSED, one
        assert one.passes.effect == "ran", one
        assert not one.refuses.held and not one.refuses.left


def test_quick_faults_leave_no_cell_open(tmp_path: Path) -> None:
    report = drill(
        tmp_path, ["parts", "empty-input", "foreign-payload", "full-stdout", "killed", "bash-env-exit"]
    )
    assert_shut(report)
    words = {result.verdict for result in report.results if result.fault and result.fault.group == "parts"}
    assert words == {judge.REFUSED, judge.ABSENT}
    limits = {(r.host, r.fault.id) for r in report.results if r.fault and r.verdict == judge.LIMIT}
    assert limits == {("codex", "killed"), ("kimi", "killed"), ("codex", "bash-env-exit")}


@pytest.mark.long
def test_no_cell_is_open(tmp_path: Path) -> None:
    report = drill(tmp_path, [])
    assert len(report.results) > 65 * len(HOSTS)
    assert_shut(report)


def test_a_spoilt_guard_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A launcher that ends with "no opinion" whatever its program says is open under most faults."""
    whole = own.launcher.text

    def spoilt(*arguments: object) -> str:
        return "printf '%s\\n' failshut/1 '' '' .40\nexit 0\n" + whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(own.launcher, "text", spoilt)
    report = drill(tmp_path, ["script-gone"], ("claude-code",))
    assert report.unbroken[0].refuses.verdict == judge.OPEN
    assert report.exit_code() == 1


def test_the_persons_own_wiring_is_drilled(tmp_path: Path) -> None:
    home, room = tmp_path / "home", tmp_path / "room"
    home.mkdir()
    room.mkdir()
    hosts = ("claude-code", "kimi", "gemini")
    assert failshut(["init", "--hosts", ",".join(hosts[:2]), "--home", str(home), "--yes"]) == 0
    settings = home / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace("missing or broken", "lost or spoilt"))
    subject = OwnGuard(hosts, home=home, environment=environment())
    assert [host for host, entry in subject.wired.items() if entry is None] == ["gemini"]
    assert "Gemini CLI" in subject.notes()[0] and "Claude" not in subject.notes()[0]
    line = str(subject.stage("claude-code", _folder(room)).entry["command"])
    assert "lost or spoilt" in line  # what stands in the file, not what init would write
    assert str(home / LAUNCHER) not in line and str(room) in line
    report = Session(
        subject, faults.select(["script-empty"]), room, call=CALL, environment=environment()
    ).run()
    verdicts = {one.host: one.refuses.model_text or "" for one in report.unbroken}
    assert "force" in verdicts["kimi"] and "force" in verdicts["gemini"]
    assert "force" in verdicts["claude-code"]
    emptied = [result for result in report.results if result.fault and result.fault.subject == "launcher"]
    said = {result.host: result.model_text or "" for result in emptied}
    assert "lost or spoilt" in said["claude-code"] and "missing or broken" in said["kimi"]


def _folder(room: Path) -> Path:
    folder = room / "stage"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini"])
def test_the_line_before_calls_is_drilled_wherever_it_stands(host: str, tmp_path: Path) -> None:
    """Somebody's file has the event of a session's start first."""
    path = tmp_path / WIRINGS[host].user
    path.parent.mkdir(parents=True)
    path.write_text('{"hooks": {"SessionStart": []}}')
    assert failshut(["init", "--hosts", host, "--home", str(tmp_path), "--yes"]) == 0
    assert path.read_text().index("SessionStart") < path.read_text().index(WIRINGS[host].events[0])
    subject = OwnGuard((host,), home=tmp_path, environment=environment())
    entry = subject.wired[host]
    assert entry is not None and f"failshut {host} {WIRINGS[host].events[0]} " in str(entry["command"])
    assert subject.dead(host) == ""
