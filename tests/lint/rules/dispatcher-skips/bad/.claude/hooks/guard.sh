#!/usr/bin/env bash
input=$(cat)
for check in force.sh; do
  [ -x ".claude/hooks/$check" ] || continue
  ".claude/hooks/$check" <<<"$input" || exit 2
done
exit 0
