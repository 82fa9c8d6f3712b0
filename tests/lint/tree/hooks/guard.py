import json
import sys

call = json.load(sys.stdin)
if "push --force" in call["tool_input"]["command"]:
    print("Force-pushing rewrites shared history. Push a new branch instead.", file=sys.stderr)
    sys.exit(1)
