"""Fetch the JSON Schema of SARIF 2.1.0 for the tests: `python tools/sarif_schema.py FOLDER`.

It is others' text, so it doesn't stand in the repository.  An npm package of Microsoft's carries it (the
published one, as of its revision rtm.5); it is pinned by version and SHA-512, and none of its code runs.
Without npm or a network nothing is fetched, and the tests that want it are skipped.

Exit 1: what came isn't the pinned package.
"""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

PACKAGE = "@microsoft/jest-sarif@1.0.0-beta.0"
SHA512 = "A1fOhPd6Ic5iDk4F9YPw1qNB4XF+7+IviR7xl8r2F6QzQkx5cpY9LsGk2rExiFIEcBbjpVnSmwWGBukASkiQ9A=="
INSIDE = "package/lib/schemas/sarif-2.1.0-rtm.5.json"
NAME = "sarif-2.1.0.json"
QUIET = ("--silent", "--fetch-retries=0", "--fetch-timeout=20000")


def main(folder: Path) -> int:
    """Put the schema into ``folder``; returns the exit code."""
    if (folder / NAME).is_file():
        return 0
    if not shutil.which("npm"):
        print("sarif_schema: there is no npm, so SARIF isn't held against its schema.", file=sys.stderr)
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["npm", "pack", *QUIET, PACKAGE], cwd=folder, capture_output=True, text=True, check=False
    )
    names = done.stdout.split()
    if done.returncode or not names:
        print(
            "sarif_schema: npm couldn't fetch it, so SARIF isn't held against its schema.", file=sys.stderr
        )
        return 0
    path = folder / names[-1]
    data = path.read_bytes()
    path.unlink()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != SHA512:
        print(f"sarif_schema: {PACKAGE} isn't the pinned one.", file=sys.stderr)
        return 1
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        found = package.extractfile(INSIDE)
        assert found is not None
        (folder / NAME).write_bytes(found.read())
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
