#!/usr/bin/env bash
# serves claude and copilot
cmd=$(jq -r '.tool_input.command // (.toolArgs | if type == "string" then fromjson else . end | .command)')
if [[ $cmd == *"push --force"* ]]; then
  if [ -n "${CLAUDE_PROJECT_DIR:-}" ]; then
    echo '{"decision":"block","reason":"Push to a new branch instead."}'
  else
    echo '{"permissionDecision":"deny","permissionDecisionReason":"Push to a new branch instead."}'
  fi
fi
