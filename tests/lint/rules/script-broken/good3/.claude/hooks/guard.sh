#!/bin/bash
if jq -r .tool_input.command | grep -- --force >/dev/null; then
  echo "Push without --force, to a new branch." >&2
  exit 2
fi
exit 0
