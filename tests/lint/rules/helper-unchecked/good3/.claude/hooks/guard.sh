#!/usr/bin/env bash
set -euo pipefail
command=$(jq -r .tool_input.command)
if [[ $command == *"push --force"* ]]; then
  echo "Force pushes are held back: push to a new branch instead." >&2
  exit 2
fi
