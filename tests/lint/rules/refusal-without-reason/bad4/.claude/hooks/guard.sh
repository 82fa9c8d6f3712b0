#!/bin/bash
cmd=$(jq -r .tool_input.command)
case "$cmd" in
  *--no-verify*) echo "Commit without --no-verify instead." >&2; exit 2 ;;
esac
if [[ "$cmd" == *force* ]]; then
  exit 2
fi
exit 0
