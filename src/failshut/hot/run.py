# The entry script: python -I -S run.py HOST EVENT ROOT HOME DEADLINE. Compiled at each run, so
# it is short. First of all the timer: an inherited ignored or blocked SIGALRM would defeat it,
# and only the default action ends a C loop that holds the interpreter's lock. 40 and 42 answer;
# any other ending is a fault that the launcher turns into a refusal.
import _signal as s

s.signal(14, s.SIG_DFL)
s.pthread_sigmask(s.SIG_UNBLOCK, (14,))
s.setitimer(s.ITIMER_REAL, 5)
import posix  # noqa: E402
import sys  # noqa: E402

code = 1
try:
    f = sys.argv[0][:-7]
    for n in ("failshut", "failshut.hot"):
        sys.modules[n] = m = type(sys)(n)
        m.__path__ = [f[:-4] if n == "failshut" else f]
    from failshut.hot import start

    code = start.main(sys.argv)
except BaseException:
    pass
posix._exit(code)
