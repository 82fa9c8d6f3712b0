#!/usr/bin/env bash
input=$(cat)
for check in force.sh; do
  bash ".claude/hooks/$check" <<<"$input" || exit 2
done
exit 0
