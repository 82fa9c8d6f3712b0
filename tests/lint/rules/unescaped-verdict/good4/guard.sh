#!/usr/bin/env bash
command=$(jq -er '.toolArgs | if type == "string" then fromjson else . end | .command') || exit 2
if [[ $command == *"push --force"* ]]; then
  reason="Force pushes are held back ($command): push to a new branch instead."
  reason=$(printf '%s' "$reason" | sed 's/\\/\\\\/g; s/"/\\"/g')
  printf '{"permissionDecision":"deny","permissionDecisionReason":"%s"}' "$reason"
fi
