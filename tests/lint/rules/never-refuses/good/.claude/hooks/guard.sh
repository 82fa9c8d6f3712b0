#!/usr/bin/env bash
check() {
  if grep -q "push --force"; then
    echo "Push to a new branch instead." >&2
    exit 2
  fi
}
check
exit 0
