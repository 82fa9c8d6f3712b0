import json
import signal
import sys

signal.signal(signal.SIGALRM, signal.SIG_DFL)
signal.setitimer(signal.ITIMER_REAL, 5)
command = json.load(sys.stdin)["tool_input"]["command"]
if "push --force" in command:
    print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
