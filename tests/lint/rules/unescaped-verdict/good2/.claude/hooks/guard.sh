#!/usr/bin/env bash
REASON="Push to a new branch instead."
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
if [[ $cmd == *"push --force"* ]]; then
  echo "{\"decision\":\"block\",\"reason\":\"$REASON\"}"
fi
exit 0
