#!/usr/bin/env bash
cmd=$(jq -r .tool_input.command)
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
