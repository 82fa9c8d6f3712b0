"""Name the kinds of data that are followed, as bits, and the programs that make, pass or end them.  Hot."""

SECRET, TREE, WHOLE, FILE = 1, 2, 4, 8
NETWORK, DECODED, LISTED = 16, 32, 64
DATA = SECRET | TREE | WHOLE | FILE
"""What must not leave: a secret, a folder, one that holds the workspace or more, a file."""
CODE = NETWORK | DECODED
"""What must not run unread."""

SILENT = frozenset(
    "wc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum md5 : true false"
    " test [ rm mkdir touch chmod chown ls stat du file"
    " cd pushd popd export read mapfile readarray source . sleep"
    " wait mkfifo cp mv ln install which type command exit kill date whoami hostname uname diff cmp".split()
)
"""Programs whose output doesn't hold what they read."""
PRINTING = frozenset(("echo", "printf", "cat", "tee", "dd", "tar", "unzip", "cpio", "sponge", "column"))
DUMPS = frozenset(
    "pg_dump pg_dumpall mysqldump mariadb-dump mongodump redis-dump sqldump cpio pax shar".split()
)
"""Programs that print a database or a folder as a whole."""
LISTS = frozenset(("find", "fd", "fdfind", "ls", "locate"))
SEARCHES = frozenset(("rg", "ag", "ack"))
_LARGE = ("root", "system", "home", "home-dir-secret", "session-root", "session-parent", "outside")


def held(place: str, tree: bool, secret: str) -> int:
    """Return what reading a path yields: its place, whether all below is read, and its secret."""
    found = SECRET if secret else 0
    if not tree:
        return found | FILE
    return found | TREE | (WHOLE if place in _LARGE else 0)


def local(host: str) -> bool:
    """Tell whether a host is this machine."""
    name = host.lower().rstrip(".")
    return (
        name in ("localhost", "::1", "[::1]", "0.0.0.0", "0", "unix", "host.docker.internal")
        or name.startswith("127.")
        or name.endswith(".localhost")
    )
