"""One tree of errors: the class decides the exit code, the text says what happened, where, what to do."""


class FailshutError(Exception):
    """Stand above every expected error; ``exit_code`` is what the command line returns."""

    exit_code = 4


class UsageError(FailshutError):
    """The command line or its input can't be used."""

    exit_code = 2


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


class WiringError(FailshutError):
    """A host's file can't be edited safely; nothing was changed."""

    exit_code = 2


class Unreadable(FailshutError):
    """A payload can't be read, so the call is refused; ``str()`` says what was wrong with it."""

    exit_code = 2


class NothingLookedAt(FailshutError):
    """A command found nothing to work on."""

    exit_code = 3
