#!/usr/bin/env bash
. "$CLAUDE_PROJECT_DIR/.claude/hooks/lib/check.sh"
command=$(jq -er .tool_input.command) || exit 2
check . 2>/dev/null
if [ $? -eq 10 ] && [[ $command == *"push --force"* ]]; then
  echo "Force pushes are held back: push to a new branch instead." >&2
  exit 2
fi
