#!/usr/bin/env bash
path=$(jq -er .tool_input.file_path) || exit 2
if [[ $path == *.env ]]; then
  echo "Secrets are set by hand. Ask the person." >&2
  exit 2
fi
exit 0
