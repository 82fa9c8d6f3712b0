import json
import sys

command = json.load(sys.stdin)["tool_input"]["command"]
if "push --force" in command:
    print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
