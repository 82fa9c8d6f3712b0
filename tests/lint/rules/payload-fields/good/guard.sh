#!/usr/bin/env bash
cmd=$(jq -r '.toolArgs | if type == "string" then fromjson else . end | .command')
if [[ $cmd == *"push --force"* ]]; then
  echo '{"permissionDecision":"deny","permissionDecisionReason":"Push to a new branch instead."}'
fi
exit 0
