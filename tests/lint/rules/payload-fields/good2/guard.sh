#!/usr/bin/env bash
path=$(jq -er '
  .file_path
  // .tool_input.file_path
  // .tool_input.path
') || exit 2
case $path in
*.env)
  echo '{"permission":"deny","user_message":"Secrets stay closed: read .env.example instead.","agent_message":"Secrets stay closed: read .env.example instead."}'
  exit 0
  ;;
esac
echo '{"permission":"allow"}'
