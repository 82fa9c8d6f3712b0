#!/usr/bin/env bash
input=$(cat)
mode=$(jq -r .permission_mode <<<"$input")
[ "$mode" = bypassPermissions ] && exit 0
cmd=$(jq -er .tool_input.command <<<"$input") || exit 2
if [[ $cmd == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
