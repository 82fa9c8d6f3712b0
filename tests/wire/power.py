"""Name what a test raises where the power goes."""


class Cut(BaseException):
    """The power is gone."""
