"""Build the wired line: the one command text that a host's configuration holds.

It is frozen across releases (Codex's trust hash covers it): change it and every user has to
trust it again.  Two rings: the host's shell sees only reserved words, assignments and
``/bin/sh -c '…'``, so no exported function reaches it; the inner shell sources the launcher in a
subshell and reads its frame; when the inner shell dies the outer one still refuses.  The fault
sentence stands first because Claude Code quotes the line to the model when it refuses itself.
A line for an event at which nothing can be refused says its faults with exit 0.
"""

from failshut import hosts
from failshut.exits import UsageError
from failshut.hosts import moments
from failshut.model import DENY, Answer, Verdict

LAUNCHER = ".local/share/failshut/launcher.sh"
"""The launcher's place below a home folder; fixed, since project wiring finds it by HOME."""

LAUNCHER_NAME = "launcher.sh"
"""Its name, in every wired line: of a home, of the machine, of a folder that `vendor` made."""

# The reader keeps the last four lines (p = what came before them): a frame that means "no
# opinion" must be all there is, a refusal may have noise before it.  It hands the inner shell the
# exit code and both streams, still on one line each; only the inner shell speaks to the host, so
# that nothing of ours speaks twice when it is killed.  They are split at newlines, the last
# character of a shell's own IFS.  ``$f`` is %b for a frame, %s for the fault.  The reason goes out
# first, and a closed stdout is no signal.  A refusal that was spoken ends with 42: dash ends with 2
# by itself when it can't fork or has no file descriptors left.
INNER = (
    'trap "" PIPE; unset -f printf read kill wait sleep test [; set +eu; '
    'r=$({ [ -f "$3" ] && . "$3"; } 2>/dev/null | { '
    "p= a= o= e= z=; "
    "while IFS= read -r l; do p=$p$a a=$o o=$e e=$z z=$l; "
    "case $z in .40|.42) break;; esac; done; "
    "case $p$a$z in failshut/1.40) x=0;; *failshut/1.42) x=2;; *) exit;; esac; "
    'printf "%s\\n" $x "o$o" "e$e"; }); '
    "j=$4 t=$5 IFS=${IFS#??}; set -f; set -- $r; f=%b x=$1 o=${2#o} e=${3#e}; "
    "case $x$# in 03|23) ;; *) x=2 f=%s o=$j e=$t;; esac; "
    'case $x in 2) printf "$f\\n" "${e:-$t}" >&2;; esac; '
    'case $o in ?*) printf "$f\\n" "$o" 2>/dev/null || case $x in 0) x=2; '
    'printf "$f\\n" "${e:-$t}" >&2;; esac;; esac; '
    "case $x in 2) exit 42;; esac; exit 0"
)
# Without a stderr exit 2 says nothing on hosts that read it there: then the JSON at exit 0 refuses.
OUTER_FAULT = (
    'trap "" PIPE; unset -f printf; x=2; printf "%s\\n" "$2" >&2 || case $1 in ?*) x=0;; esac; '
    'case $1 in ?*) printf "%s\\n" "$1" || x=2;; esac; exit $x'
)

BROKEN = "launcher missing or broken"
BROKEN_REPAIR = "tell the person to run `failshut init` again and wait for the repair."
SHARED_REPAIR = (
    "tell the person that whoever looks after this machine has to install Failshut anew, and wait."
)
ABSENT = "Failshut isn't installed for this user"
ABSENT_REPAIR = (
    "tell the person to install Failshut as the team of this repository does, then to run `failshut init`, "
    "and wait."
)


def line(
    host: str, launcher: str, root: str = "", project: bool = False, word: str = "", shared: bool = False
) -> str:
    """Return the wired line of ``host``, one physical line of 1.3 to 2.2 kB.

    ``launcher`` is the launcher's absolute path, or "" for project scope, where each user's own
    is found below HOME.  ``root`` fixes the session root (absolute) or is "".  ``word`` is the event,
    and behind a slash which of several entries this is ("" = the host's first event); ``shared`` = it
    stands in a file of the machine's, which its users can't mend.  Raises
    ``UsageError`` for a path that can't stand in a shell text on one line.
    """
    module = hosts.load(host)
    fault = Verdict(
        DENY,
        fault=ABSENT if project else BROKEN,
        instead=ABSENT_REPAIR if project else SHARED_REPAIR if shared else BROKEN_REPAIR,
    )
    word = word or module.EVENT
    word += "/project" if project else "/managed" if shared else ""
    answer = spoken(host, word.partition("/")[0], fault)
    outer = OUTER_FAULT if answer.exit else OUTER_FAULT.replace("exit $x", "exit 0")
    place = '"${HOME:-/nonexistent}/' + LAUNCHER + '"' if project else quoted(launcher)
    arguments = f'failshut {host} {word} {place} "$j" "$t" {quoted(root)}'
    return (
        f"t={quoted(answer.stderr)} j={quoted(answer.stdout)}; "
        f"{{ /bin/sh -c {quoted(INNER)} {arguments} 2>&3 3>&-; }} 3>&2 2>/dev/null "
        f"|| case $? in 42) /bin/sh -c 'exit {answer.exit}';; "
        f'*) /bin/sh -c {quoted(outer)} failshut "$j" "$t";; esac'
    )


def spoken(host: str, event: str, fault: Verdict) -> Answer:
    """Return how a host is told of a fault at an event; at other moments than calls nothing is refused."""
    if moments.kind(host, event):
        return moments.render(host, event, fault)
    return hosts.load(host).render(fault, host, event)


def quoted(text: str) -> str:
    """Quote ``text`` for a shell; raises ``UsageError`` for control characters."""
    if any(ord(char) < 32 or ord(char) == 127 for char in text):
        raise UsageError(f"{text!r} can't be wired: a path with control characters. Rename it.")
    return "'" + text.replace("'", "'\\''") + "'"
