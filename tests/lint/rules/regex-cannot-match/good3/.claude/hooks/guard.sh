#!/usr/bin/env bash
content=$(jq -er '.tool_input.content // .tool_input.command') || exit 2
if grep -Eqe '-----BEGIN [A-Z ]*PRIVATE KEY-----' <<<"$content"; then
  echo "A private key doesn't belong here: read it from the environment instead." >&2
  exit 2
fi
if grep -Eq '["\x27]?endpoint["\x27]?[[:space:]]*:' <<<"$content"; then
  echo "An endpoint is the deploy team's to set: ask them instead." >&2
  exit 2
fi
