"""Write the launcher's text for one user: which interpreters, which program, which limits."""

from importlib import resources

from failshut import hosts
from failshut.hot import frame
from failshut.model import DENY, Verdict
from failshut.wire.line import quoted

DEADLINE = 5.0
"""Seconds that the program gives itself."""
WATCHDOG = 8
"""Seconds after which the launcher ends an interpreter that gave no answer."""
MARK = "@W@"
REPAIR = (
    "tell the person to reinstall (`python3 -m pip install failshut`, then `failshut init`) "
    "and wait for the repair."
)


def text(
    interpreters: tuple[str, ...],
    program: str,
    home: str,
    deadline: float = DEADLINE,
    watchdog: int = WATCHDOG,
) -> str:
    """Return the launcher's text.

    ``interpreters`` are absolute paths, best first; ``program`` the absolute path of
    ``hot/run.py``; ``home`` the home folder whose policy and state hold; ``deadline`` and
    ``watchdog`` are seconds.
    """
    template = (resources.files("failshut.hot") / "launcher.sh.in").read_text("utf-8")
    before, after = _split(Verdict(DENY, fault=MARK, instead=REPAIR), "codex")[1]
    values = {
        "@FAULTS@": "\n".join(_fault_row(host) for host in hosts.HOSTS),
        "@WORD1@": quoted(before),
        "@WORD2@": quoted(after),
        "@INTERPRETERS@": " ".join(quoted(path) for path in interpreters),
        "@PROGRAM@": quoted(program),
        "@HOME@": quoted(home),
        "@DEADLINE@": f"{deadline:g}",
        "@WATCHDOG@": str(watchdog),
    }
    for key, value in values.items():
        template = template.replace(key, value)
    return template


def _split(verdict: Verdict, host: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the frame's stdout and stderr of a fault, each cut where the fault's words stand."""
    answer = hosts.load(host).render(verdict, host)
    parts = []
    for stream in (answer.stdout, answer.stderr):
        before, _, after = frame.escaped(stream).partition(MARK)
        parts.append((before, after.replace(MARK, "fault")))
    return parts[0], parts[1]


def _fault_row(host: str) -> str:
    (out1, out2), (err1, err2) = _split(Verdict(DENY, fault=MARK, instead=REPAIR), host)
    return f"  {host}) fo1={quoted(out1)} fo2={quoted(out2)} fe1={quoted(err1)} fe2={quoted(err2)} ;;"
