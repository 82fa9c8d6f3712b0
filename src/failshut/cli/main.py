"""Start the command line: find the verb, turn errors into exit codes."""

import importlib
import sys
import traceback

import click

import failshut
from failshut.errors import FailshutError

VERBS = {
    "init": "init",
    "check": "check",
    "test": "test",
    "explain": "explain",
    "trust": "trust",
    "allow-once": "allow_once",
    "pause": "pause",
    "resume": "resume",
    "log": "log",
    "hook": "hook",
    "uninstall": "uninstall",
    "doctor": "doctor",
    "vendor": "vendor",
    "simulate": "simulate",
    "drill": "drill",
    "prove": "prove",
    "matrix": "matrix",
    "lint": "lint",
}
"""Each verb's module in this folder; it is imported when the verb is called and has ``command``."""

INTERNAL = 4
INTERRUPTED = 130
USAGE = 2


class Verbs(click.Group):
    """Load a verb's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the verb's command, None for an unknown verb."""
        if cmd_name not in VERBS:
            return None
        command = importlib.import_module(f"failshut.cli.{VERBS[cmd_name]}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(failshut.__version__, prog_name="failshut")
def cli() -> None:
    """Guard coding agents: refuse what one policy names, and fail shut."""


def run(arguments: list[str]) -> int:
    """Run the command line with ``arguments``; returns the exit code and never raises."""
    try:
        result = cli.main(arguments, prog_name="failshut", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("failshut: interrupted; nothing more was done.", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return USAGE
    except FailshutError as error:
        from failshut.output.visible import visible

        click.echo(f"failshut: {visible(str(error), keep=chr(10))}", err=True)
        return error.exit_code
    except Exception:
        traceback.print_exc()
        click.echo("failshut: an error of Failshut itself. Report it with the lines above.", err=True)
        return INTERNAL


def main() -> None:
    """Leave with the exit code of the command line."""
    sys.exit(run(sys.argv[1:]))
