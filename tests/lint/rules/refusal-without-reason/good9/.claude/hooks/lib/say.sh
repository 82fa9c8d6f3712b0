log_block() { printf '%s\n' "$1" >&2; }
