#!/usr/bin/env bash
prompt=$(jq -r .prompt)
case $prompt in
*@*) echo "Files named with @ are already in the context: don't read them again." ;;
esac
