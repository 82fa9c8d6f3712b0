import json
import sys

command = json.load(sys.stdin)["tool_input"]["command"]
if "push --force" in command:
    print("Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
