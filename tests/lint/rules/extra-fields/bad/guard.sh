#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // (.toolArgs | if type == "string" then fromjson else . end | .command)')
if [[ $cmd == *"push --force"* ]]; then
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Force-pushing rewrites shared history. Push to a new branch instead.","rule":"git"}}'
  exit 0
fi
exit 0
