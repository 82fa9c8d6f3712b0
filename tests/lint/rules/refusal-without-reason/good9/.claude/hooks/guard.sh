#!/usr/bin/env bash
source "$(dirname "${BASH_SOURCE[0]}")/lib/say.sh"
command=$(jq -er .tool_input.command) || exit 2
if [[ $command == *"push --force"* ]]; then
  log_block "Force pushes are held back: push to a new branch instead."
  exit 2
fi
