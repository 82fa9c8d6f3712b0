#!/usr/bin/env bash
command=$(jq -r .tool_input.command)
if [[ $command == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push a new branch instead." >&2
  exit 1
fi
