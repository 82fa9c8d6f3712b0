"""Answer one hook run: the launcher starts this file with ``python -I -S``.

Arguments: HOST EVENT ROOT HOME DEADLINE (seconds).  Payload on stdin, one frame on stdout
(``hot.frame``), exit code 40 (print stdout, exit 0) or 42 (refuse).  Any other ending is a fault
that the launcher turns into a refusal, so this file never needs to be right to be shut.
"""

import _signal

# First of all: an inherited ignored or blocked SIGALRM would defeat the timer, and only the
# signal's default action ends a C loop that holds the interpreter lock.
_signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
_signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGALRM,))
_signal.setitimer(_signal.ITIMER_REAL, 5.0)

import posix  # noqa: E402
import sys  # noqa: E402


def _main(arguments: list[str]) -> int:
    deadline = float(arguments[5])
    if not 0 < deadline <= 30:
        return 1
    _signal.setitimer(_signal.ITIMER_REAL, deadline)
    package = arguments[0].rpartition("/hot/")[0]
    stub = type(sys)("failshut")
    stub.__path__ = [package]
    sys.modules["failshut"] = stub
    from failshut.hot import answer

    return answer.main(arguments[1], arguments[2], arguments[3], arguments[4])


if __name__ == "__main__":
    try:
        code = _main(sys.argv)
    except BaseException:
        # The launcher refuses in the host's dialect; nothing here could say more, safely.
        code = 1
    posix._exit(code)
