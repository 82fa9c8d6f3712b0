"""Put the tests' own helpers on the path."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE, HERE / "agents", HERE / "wire", HERE / "cli", HERE / "docs"):
    sys.path.insert(0, str(folder))
