#!/usr/bin/env bash
if [ ! -f .env.example ]; then
  echo "Blocked: not a project of ours." >&2
  exit 2
fi
