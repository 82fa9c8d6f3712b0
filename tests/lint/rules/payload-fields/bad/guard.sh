#!/usr/bin/env bash
cmd=$(jq -r .tool_input.command)
if [[ $cmd == *"push --force"* ]]; then
  echo '{"permissionDecision":"deny","permissionDecisionReason":"Push to a new branch instead."}'
fi
exit 0
