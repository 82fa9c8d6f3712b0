#!/usr/bin/env bash
path=$(jq -er .tool_input.file_path) || exit 2
for note in notes/*.md; do
  [ -f "$note" ] || continue
  if grep -q "open: $path" "$note"; then
    echo "$path is still open in $note: close it there first." >&2
    exit 2
  fi
done
