#!/usr/bin/env bash
input=$(cat)
DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
for h in "$DIR"/each/*.sh; do
  echo "$input" | "$h" || true
done
exit 0
