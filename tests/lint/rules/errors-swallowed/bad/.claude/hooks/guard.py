import json
import sys

try:
    payload = json.load(sys.stdin)
    if "push --force" in payload["tool_input"]["command"]:
        print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
        sys.exit(2)
except Exception:
    sys.exit(0)
