#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
if [[ $cmd == *"push --force"* ]]; then
  jq -n --arg r "Push to a new branch instead of: $cmd" '{decision: "block", reason: $r}'
fi
exit 0
