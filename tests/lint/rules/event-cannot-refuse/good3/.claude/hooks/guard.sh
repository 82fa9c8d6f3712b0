#!/usr/bin/env bash
if [ "$1" = session-start ]; then
  echo "Pushes with --force are held back here."
  exit 0
fi
command=$(jq -er .tool_input.command) || exit 2
if [[ $command == *"push --force"* ]]; then
  echo "Force pushes are held back: push to a new branch instead." >&2
  exit 2
fi
