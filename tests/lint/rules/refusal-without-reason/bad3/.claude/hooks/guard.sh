#!/bin/bash
cmd=$(jq -r .tool_input.command)
case "$cmd" in *force*) exit 2 ;; esac
exit 0
