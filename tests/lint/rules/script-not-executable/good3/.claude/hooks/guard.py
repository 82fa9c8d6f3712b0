import json
import sys

call = json.load(sys.stdin)
if "push --force" in call["tool_input"].get("command", ""):
    print("Force pushes are held back: push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
