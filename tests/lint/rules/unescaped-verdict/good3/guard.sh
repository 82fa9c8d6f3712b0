#!/usr/bin/env bash
command=$(jq -er '.toolArgs | if type == "string" then fromjson else . end | .command') || exit 2
PATTERNS=("rm -rf /" "mkfs" "push --force")
for pattern in "${PATTERNS[@]}"; do
  if [[ $command == *"$pattern"* ]]; then
    echo "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"$pattern is held back: ask the person instead.\"}"
    exit 0
  fi
done
