#!/usr/bin/env bash
cmd=$(jq -r .tool_input.command) || exit 2
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push a new branch instead." >&2
  exit 1
fi
exit 0
