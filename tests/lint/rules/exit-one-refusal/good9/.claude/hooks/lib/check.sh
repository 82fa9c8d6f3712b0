check() {
  if [ ! -d "$1" ]; then
    echo "refused: $1 is no folder" >&2
    return 11
  fi
  return 10
}
if [ "${BASH_SOURCE[0]:-$0}" = "$0" ]; then
  check "${1:-}"
fi
