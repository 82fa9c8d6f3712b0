#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // empty') || { echo "The call can't be read: tell the person." >&2; exit 2; }
case "$cmd" in
  "git status"* | "git log"*) exit 0 ;;
esac
echo "Only git status and git log run here: ask the person for others." >&2
exit 2
