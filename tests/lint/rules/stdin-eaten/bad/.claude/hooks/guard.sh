#!/usr/bin/env bash
python3 - <<'E'
import json
import sys

try:
    call = json.load(sys.stdin)
except ValueError:
    sys.exit(0)
if "push --force" in call["tool_input"]["command"]:
    print("Push to a new branch instead.", file=sys.stderr)
    sys.exit(2)
E
