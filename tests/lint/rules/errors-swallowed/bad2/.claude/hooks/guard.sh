#!/usr/bin/env bash
set -Eeuo pipefail
trap 'exit 0' ERR
cmd=$(jq -er .tool_input.command)
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
