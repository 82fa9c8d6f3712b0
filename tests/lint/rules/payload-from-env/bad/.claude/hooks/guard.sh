#!/usr/bin/env bash

if [[ ${CLAUDE_TOOL_INPUT:-} == *"push --force"* ]]; then
  echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
  exit 2
fi
exit 0
