#!/usr/bin/env bash
input=$(cat)
cmd=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["tool_input"]["command"])' "$input")
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
