#!/usr/bin/env bash
cmd=$(cat | sed -n 's/.*"command": *"\([^"]*\)".*/\1/p')
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
