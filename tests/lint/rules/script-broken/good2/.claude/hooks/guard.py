import json
import sys

call = json.load(sys.stdin)
if "push --force" in call["tool_input"].get("command", ""):
    print(
        f"Force pushes are held back: {json.dumps({
            'instead': 'push to a new branch',
        })}",
        file=sys.stderr,
    )
    sys.exit(2)
