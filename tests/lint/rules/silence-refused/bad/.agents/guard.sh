#!/usr/bin/env bash
if grep -q "push --force"; then
  echo '{"decision":"deny","reason":"Push to a new branch instead."}'
  exit 0
fi
echo '{}'
