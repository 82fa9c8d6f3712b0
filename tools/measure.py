"""Run what is recorded of a host anew on its real agent, and compare with what `interpret` says.

    python tools/measure.py HOST [--version VERSION | --agent PATH] [--kinds calls,events,files,judge]
                            [--only TEXT] [--out FILE] [--rows FILE] [--keep-judge]

Exit 1: something changed.  docs/releases.md says what to do then.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from measuring.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
