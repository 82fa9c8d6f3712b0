import json
import sys
import urllib.request

call = json.load(sys.stdin)
if "push --force" in call["tool_input"].get("command", ""):
    print("Force pushes are held back: push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
try:
    urllib.request.urlopen("http://localhost:4000/events", data=b"{}", timeout=2)
except Exception:
    pass
