#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || exit 1
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
