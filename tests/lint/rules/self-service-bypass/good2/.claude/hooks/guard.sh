#!/usr/bin/env bash
path=$(jq -er .tool_input.file_path) || exit 2
if [[ "${SETTINGS_BLOCK:-1}" == "1" && $path == *settings.json ]]; then
  echo "Held back (SETTINGS_BLOCK=1): settings are the person's. Ask them to make the change." >&2
  exit 2
fi
