"""Find the commands that stand in text which isn't shell, as well as they can be told.

Bash runs nothing of such a line; who meant it to run will write it again.  Behind a quote that nothing
closes stands prose as often as commands, so there (``unclosed`` in ``via``) only refusals count.  Hot.
"""

from failshut.model import Command, Script

_ENDS = ('"', "'", ")", "`", "}", "; }", "; fi", "; done", "; esac")
_LINES = 200


def mentioned(text: str, script: Script) -> tuple[tuple[Command, ...], str]:
    """Return an opaque script's commands with those found behind them, and the text of the rest."""
    from failshut.shell import commands

    found = list(script.commands)
    rest = text[max([command.end for command in found], default=0) :]
    unread: list[str] = []
    for line in rest.split("\n")[:_LINES] if script.opaque != "nested too deep" else [rest]:
        line = line.lstrip("&|;) \t")
        if not line or len(line) > 4096:
            unread.append(line)
            continue
        for end in ("", *_ENDS):
            some = commands(line + end)
            if not some.opaque:
                first = len(found)
                mark = ("unclosed",) if end == "'" else ()
                found += [_moved(one, first, mark) for one in some.commands]
                break
        else:
            unread.append(line)
    return tuple(found), "\n".join(unread)


def _moved(command: Command, first: int, mark: tuple[str, ...]) -> Command:
    """Return the command as it stands behind others; ``mark`` is put into ``via``."""
    feed = command.pipe_from
    return Command(
        command.argv, assigns=command.assigns, redirects=command.redirects, via=(*mark, *command.via),
        cwd=command.cwd, start=first, end=first, pipe_from=feed + first if feed >= 0 else feed,
        outer=command.outer,
    )  # fmt: skip
