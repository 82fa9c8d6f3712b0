import json
import re
import sys

command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"\bpush\b.*--force", command) or re.search(r"(?:git\s+)+push --force", command):
    print("Force-pushing rewrites shared history. Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
