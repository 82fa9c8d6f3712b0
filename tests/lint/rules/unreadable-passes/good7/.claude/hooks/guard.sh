#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // empty') || { echo "The call can't be read: tell the person." >&2; exit 2; }
if [[ $cmd == *--force* ]]; then
  echo "Push without --force, to a new branch." >&2
  exit 2
fi
exit 0
