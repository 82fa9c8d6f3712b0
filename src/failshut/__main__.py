"""Run the command line as ``python -m failshut``."""

from failshut.cli.main import main

main()
