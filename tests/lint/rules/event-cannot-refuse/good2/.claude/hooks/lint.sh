#!/usr/bin/env bash
if ! npm run -s lint >&2; then
  echo "Mend the errors above." >&2
  exit 2
fi
