#!/usr/bin/env bash
command=$(jq -er .tool_input.command) || exit 2
if [[ $command == *"push --force"* ]]; then
  python3 -c '
import json
answer = {"permissionDecision": "deny", "permissionDecisionReason": "Push to a new branch instead."}
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", **answer}}))
'
fi
