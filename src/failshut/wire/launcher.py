"""Write the launcher's text for one user: which interpreters, which program, which limits."""

from collections.abc import Iterator
from importlib import resources

from failshut import hosts
from failshut.hot import frame
from failshut.model import DENY, Verdict
from failshut.wire import later
from failshut.wire.entries import WIRINGS
from failshut.wire.line import quoted, spoken

DEADLINE = 5.0
"""Seconds that the program gives itself."""
WATCHDOG = 8
"""Seconds after which the launcher ends an interpreter that gave no answer."""
LONG, LONGER = 565.0, 575
"""The same at the end of a turn, where gates run; the host waits ten minutes."""
FAULT = "a fault of its own"
"""What stands for the fault's words where a host shows them a second time."""
MARKS = ("@W@", "@A@")
"""Where the fault's words and the advice stand in a rendered fault."""
REPAIR = (
    "tell the person to run `failshut init` again (if that is gone, too: to install Failshut anew the way "
    "it was installed, and then to run it), and wait for the repair."
)
MACHINE = (
    "tell the person that whoever looks after this machine has to install Failshut anew for all its users, "
    "and wait for the repair."
)
"""The same for a launcher that serves every user."""
NO_HOME = "tell the person to start the agent with HOME set to an existing folder."
NEEDED = """\
  elif case ${{HOME-}} in /*) ! [ -d "$HOME" ] ;; esac; then w='HOME names no folder' a={advice}
"""
"""A launcher that serves every user finds the policy and the record below HOME."""
SLOW = (
    "if a call was long, split it into shorter ones; else tell the person that a rule or a guard of the "
    "policy is too slow."
)


def text(
    interpreters: tuple[str, ...],
    program: str,
    home: str,
    deadline: float = DEADLINE,
    watchdog: int = WATCHDOG,
    options: str = "",
) -> str:
    """Return the launcher's text.

    ``interpreters`` are absolute paths, best first; ``program`` the absolute path of
    ``hot/run.py``; ``home`` the home folder whose policy and state hold, "" = that of whoever runs
    it; ``deadline`` and ``watchdog`` are seconds; ``options`` are more of the interpreter's.
    """
    template = (resources.files("failshut.hot") / "launcher.sh.in").read_text("utf-8")
    words = _parts("codex")[1]
    values = {
        "@FAULTS@": "\n".join(row for host in hosts.HOSTS for row in _fault_rows(host)),
        "@WORD1@": quoted(words[0]),
        "@WORD2@": quoted(words[1]),
        "@WORD3@": quoted(words[2]),
        "@NEEDED@": "" if home else NEEDED.format(advice=quoted(NO_HOME)),
        "@REPAIR@": quoted(REPAIR if home else MACHINE),
        "@SLOW@": quoted(SLOW),
        "@INTERPRETERS@": " ".join(quoted(path) for path in interpreters),
        "@OPTIONS@": f"-I -S {options}".rstrip(),
        "@PROGRAM@": quoted(program),
        "@HOME@": quoted(home) if home else '"$HOME"',
        "@DEADLINE@": f"{deadline:g}",
        "@WATCHDOG@": str(watchdog),
        "@TURNS@": " | ".join(later.turn_ends()),
        "@LONG@": f"{LONG:g}",
        "@LONGER@": str(LONGER),
    }
    for key, value in values.items():
        template = template.replace(key, value)
    return template


def _parts(host: str, event: str = "") -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """Return a fault's frame, stdout and stderr, each cut where the words and the advice stand.

    A host that shows the fault twice (Cursor has two messages, Claude Code a note) shows the
    words of ``FAULT`` and the repair the second time.
    """
    word, advice = MARKS
    answer = spoken(host, event, Verdict(DENY, fault=word, instead=advice))
    parts = []
    for stream in (answer.stdout, answer.stderr):
        before, _, rest = frame.escaped(stream).partition(word)
        middle, _, after = rest.partition(advice)
        parts.append((before, middle, after.replace(word, FAULT).replace(advice, REPAIR)))
    return parts[0], parts[1]


def _fault_rows(host: str) -> Iterator[str]:
    """Yield the host's rows, those of events that have an answer of their own first."""
    words = [word.partition("/")[0] for form in WIRINGS[host].files for _, word in form.rows]
    alike: dict[object, list[str]] = {}
    for event in dict.fromkeys([*words, *later.events(host).values()]):
        if _parts(host, event) != _parts(host):
            alike.setdefault(_parts(host, event), []).append(f"{host}/{event}")
    for patterns in alike.values():
        yield _fault_row(" | ".join(patterns), _parts(host, patterns[0].partition("/")[2]))
    yield _fault_row(f"{host}/*", _parts(host))


def _fault_row(pattern: str, parts: tuple[tuple[str, str, str], tuple[str, str, str]]) -> str:
    named = zip(("fo1", "fo2", "fo3", "fe1", "fe2", "fe3"), sum(parts, ()), strict=True)
    return f"  {pattern}) " + " ".join(f"{name}={quoted(text)}" for name, text in named) + " ;;"
