#!/usr/bin/env bash
cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
for pattern in 'push --force' 'reset --hard'; do
  if [[ $cmd == *"$pattern"* ]]; then
    echo "Blocked: it matches '$pattern'." >&2
    exit 2
  fi
done
exit 0
