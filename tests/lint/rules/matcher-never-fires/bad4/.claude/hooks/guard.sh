#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
