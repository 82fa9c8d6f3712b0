#!/usr/bin/env bash
input=$(cat)
if grep -q "push --force" <<<"$input"; then
  echo "Push to a new branch instead." >&2
  exit 2
fi
echo "$input"
exit 0
