#!/usr/bin/env bash
command=$(jq -er .tool_input.command) || exit 2
if ! grep -qE '^git commit' <<<"$command"; then
  exit 0
fi
make check >&2 || {
  echo "The checks fail: mend them, then commit." >&2
  exit 2
}
