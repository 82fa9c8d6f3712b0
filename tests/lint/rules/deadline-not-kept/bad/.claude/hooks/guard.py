import json
import signal
import sys

signal.signal(signal.SIGALRM, lambda *_: sys.exit(2))
signal.alarm(5)
command = json.load(sys.stdin)["tool_input"]["command"]
if "push --force" in command:
    print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
