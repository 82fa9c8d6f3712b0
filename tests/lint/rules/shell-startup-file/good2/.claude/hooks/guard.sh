#!/usr/bin/env bash
command=$(jq -er .tool_input.command) || exit 2
if [[ $command == *"push --force"* ]]; then
  echo "Force pushes are held back: push to a new branch instead." >&2
  exit 2
fi
