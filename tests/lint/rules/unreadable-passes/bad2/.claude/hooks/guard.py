import json
import sys


def load():
    try:
        return json.load(sys.stdin)
    except Exception:
        return {}


data = load()
if "--force" in data.get("tool_input", {}).get("command", ""):
    print("Push without --force, to a new branch.", file=sys.stderr)
    sys.exit(2)
