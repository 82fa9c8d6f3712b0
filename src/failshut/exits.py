"""Hold the errors that commands end with and a hook run never raises; see ``errors``."""

from failshut.errors import FailshutError


class UsageError(FailshutError):
    """The command line or its input can't be used."""

    exit_code = 2


class WiringError(FailshutError):
    """A host's file can't be edited safely; nothing was changed."""

    exit_code = 2


class NothingLookedAt(FailshutError):
    """A command found nothing to work on."""

    exit_code = 3
