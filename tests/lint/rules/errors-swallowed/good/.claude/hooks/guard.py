import json
import sys

try:
    payload = json.load(sys.stdin)
    if "push --force" in payload["tool_input"]["command"]:
        print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
        sys.exit(2)
except Exception:
    print("The guard broke, so this is refused.", file=sys.stderr)
    sys.exit(2)
