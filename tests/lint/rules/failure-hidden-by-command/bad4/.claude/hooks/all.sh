#!/usr/bin/env bash
input=$(cat)
DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
rc=0
for h in "$DIR"/each/*.sh; do
  echo "$input" | "$h"
  rc=$?
done
exit $rc
