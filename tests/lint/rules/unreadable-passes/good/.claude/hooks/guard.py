import json
import sys

try:
    payload = json.load(sys.stdin)
except json.JSONDecodeError:
    print("The guard can't read this call.", file=sys.stderr)
    sys.exit(2)
if "push --force" in payload["tool_input"]["command"]:
    print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
