#!/usr/bin/env bash
check() {
  cmd=$(jq -r '.toolArgs | if type == "string" then fromjson else . end | .command')
  [[ $cmd != *"push --force"* ]] || { echo "Push to a new branch instead." >&2; return 2; }
}
check <&0 &
pid=$!
( sleep 8; kill "$pid" ) &
watchdog=$!
wait "$pid"
rc=$?
kill "$watchdog"
exit $rc
