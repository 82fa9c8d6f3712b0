#!/usr/bin/env bash
input=$(cat)
echo "$input" | bash "$(dirname "$0")/guard.sh" || exit $?
exit 0
