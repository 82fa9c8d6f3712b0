"""Read shell text into the simple commands that bash may run.

``commands`` is all there is to know: it needs no policy and touches no file but through ``files``, which
gives the text of a script file by its path (written as ``Command.cwd`` is; None = it stays unread).  What
the words of the result look like is said in ``failshut.shell.values.expand``, what its commands do in
``failshut.shell.walk.walk``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.model import Script


def commands(text: str, files: "Callable[[str], str | None] | None" = None) -> "Script":
    """Return the text's simple commands in order.

    A text that can't be read to its end is ``opaque``, with the reason in a few words; the commands
    before that place are there all the same.  Never raises; bounded in time by ``walk``'s limits.
    """
    if "$" not in text or "'" in text:  # otherwise it can't be plain
        from failshut.shell import plain

        found = plain.plain(text, files)
        if found is not None:
            from failshut.model import Script

            return Script(found)
    from failshut.shell.walk import walk

    return walk.script(text, files)
