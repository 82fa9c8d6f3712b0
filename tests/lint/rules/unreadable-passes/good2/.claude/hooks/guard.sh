#!/usr/bin/env bash
path=$(jq -er .tool_input.file_path) || { echo "The call can't be read: tell the person." >&2; exit 2; }
[ -n "$(git status --porcelain -- "$path")" ] || exit 0 # nobody is at work on it
echo "Someone else is at work on $path: read it anew, then ask the person instead." >&2
exit 2
