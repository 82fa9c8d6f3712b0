#!/usr/bin/env bash
input=$(cat)
cmd=$(printf %s "$input" | jq -er .tool_input.command) || exit 2
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
