#!/usr/bin/env bash
command=$(jq -er .command) || exit 2
case $command in
*"push --force"*)
  echo '{"permission":"deny","user_message":"Force pushes are held back: push to a new branch instead.","agent_message":"Force pushes are held back: push to a new branch instead. Use something safer."}'
  exit 0
  ;;
esac
echo '{"permission":"allow"}'
