#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing needs a person. Ask for it, and stop here." >&2
  exit 2
fi
exit 0
