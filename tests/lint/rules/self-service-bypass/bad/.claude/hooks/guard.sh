#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
[[ $cmd == *PUSH_OK=1* ]] && exit 0
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. After approval rerun with PUSH_OK=1 in front." >&2
  exit 2
fi
exit 0
