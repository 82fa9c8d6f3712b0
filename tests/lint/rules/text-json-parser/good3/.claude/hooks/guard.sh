#!/usr/bin/env bash
input=$(cat)
command=$(sed -n 's/.*"command" *: *"\(.*\)".*/\1/p' <<<"$input")
[ -n "$command" ] || exit 2
if [[ $command == *"push --force"* ]]; then
  echo "Force pushes are held back: push to a new branch instead." >&2
  exit 2
fi
