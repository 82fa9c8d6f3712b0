#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // (.toolArgs | if type == "string" then fromjson else . end | .command)')
if [[ $cmd == *"push --force"* ]]; then
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"DENY","permissionDecisionReason":"Force-pushing rewrites shared history. Push to a new branch instead."}}'
  exit 0
fi
exit 0
