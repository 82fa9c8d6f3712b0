#!/usr/bin/env bash
cat <<'END'
RULES OF THIS PROJECT
- You must not commit to main, and never push with --force.
- Stop and ask before a dangerous migration.
END
