#!/usr/bin/env bash
path=$(jq -r .tool_input.file_path)
message="$path was changed a moment ago by somebody else: read it anew before you write."
if [ "${PEER_GUARD_BLOCK:-0}" = "1" ]; then
  jq -n --arg r "$message" '{hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"deny",permissionDecisionReason:$r}}'
else
  jq -n --arg c "$message" '{hookSpecificOutput:{hookEventName:"PreToolUse",additionalContext:$c}}'
fi
