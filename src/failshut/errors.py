"""One tree of errors: the class decides the exit code, the text says what happened, where, what to do.

What a hook run never raises is in ``exits``.  Hot.
"""


class FailshutError(Exception):
    """Stand above every expected error; ``exit_code`` is what the command line returns."""

    exit_code = 4


class PolicyError(FailshutError):
    """A policy file can't be used: ``path``, ``line`` (1-based, 0 = unknown) and what to change."""

    exit_code = 2

    def __init__(self, path: str, line: int, problem: str, fix: str = "") -> None:
        self.path = path
        self.line = line
        self.problem = problem
        self.fix = fix
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {problem}" + (f" {fix}" if fix else ""))


class Unreadable(FailshutError):
    """A payload can't be read, so the call is refused; ``str()`` says what was wrong with it."""

    exit_code = 2
