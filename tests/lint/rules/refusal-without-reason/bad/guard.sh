#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // (.toolArgs | if type == "string" then fromjson else . end | .command)')
if [[ $cmd == *"push --force"* ]]; then
  exit 2
fi
exit 0
