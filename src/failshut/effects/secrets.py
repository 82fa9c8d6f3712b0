"""Recognise files and addresses that hold secrets, by name and place.

Hot: imports its neighbour ``places`` only.
"""

from failshut.effects.places import real, under
from failshut.model import Context

_KEYS = ("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "identity")
_KEY_ENDS = (".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx", ".key")
_PUBLIC = ("public.key", "pub.key", "pubkey.key", "public.pem", "pubkey.pem", "public_key.pem",
           "public-key.pem")  # fmt: skip
_PEM = ("key", "private", "priv")
_ENV_SAFE = frozenset(
    ("example", "sample", "template", "tmpl", "dist", "defaults", "default", "schema", "tpl",
     "d", "md", "js", "ts", "py")
)  # fmt: skip
_SSH_SAFE = frozenset(("known_hosts", "known_hosts.old", "config", "authorized_keys", "environment"))
_HOME_STORES = (
    ".aws/credentials", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".git-credentials", ".npmrc",
    ".pypirc", ".docker/config.json", ".kube/config", ".config/gcloud", ".azure",
    ".config/gh/hosts.yml", ".config/glab-cli", ".config/containers/auth.json",
    ".config/git/credentials", ".cargo/credentials",
    ".cargo/credentials.toml", ".gem/credentials", ".vault-token", ".password-store",
    ".terraform.d/credentials.tfrc.json", ".config/hub", ".codex/auth.json",
    ".claude/.credentials.json", ".gemini/oauth_creds.json", ".local/share/keyrings",
    "Library/Keychains",
)  # fmt: skip
_NAME_STORES = frozenset((".netrc", "_netrc", ".pgpass", ".git-credentials", ".pypirc", ".htpasswd"))
_SYSTEM_STORES = ("/etc/shadow", "/etc/gshadow", "/etc/master.passwd", "/etc/sudoers")
_SECRET_DIRS = ((".ssh", "key"), (".gnupg", "key"), (".aws", "store"), (".kube", "store"),
                (".docker", "store"), (".password-store", "store"))  # fmt: skip
_FIXTURES = frozenset(("test", "tests", "fixtures", "fixture", "testdata", "spec", "examples", "__tests__"))
_CANDIDATES = (".env", ".env.local", ".env.production", "id_rsa", "id_ed25519", ".netrc",
               ".git-credentials", "server.key", "key.pem", "credentials", ".pgpass")  # fmt: skip
_METADATA = ("169.254.169.254", "metadata.google.internal", "100.100.100.200", "[fd00:ec2::254]",
             "169.254.170.2", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376",
             "0xa9.0xfe.0xa9.0xfe", "metadata.azure.internal", "metadata",
             "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]")  # fmt: skip


def secret(path: str | None, ctx: Context, glob: bool = False, tree: bool = False) -> str:
    """Return ``key``, ``env`` or ``store`` when reading the path would show a secret, else "".

    ``glob`` = the last name is a pattern; ``tree`` = all that lies below is read too.
    """
    if path is None:
        return ""
    for one in dict.fromkeys((path, real(path))):
        if kind := _secret(one, ctx, glob, tree):
            return kind
    return ""


def _secret(path: str, ctx: Context, glob: bool, tree: bool) -> str:
    folder, _, name = path.rpartition("/")
    homes = ctx.homes
    for home in homes:
        if home and path.startswith(home.rstrip("/") + "/") and any(
            under(path, f"{home}/{store}") for store in _HOME_STORES
        ):  # fmt: skip
            return "store"
        if tree or glob:
            held = folder if glob else path
            for directory, kind in _SECRET_DIRS:
                if held == f"{home}/{directory}" and not name.endswith(".pub"):
                    return kind
    if path in _SYSTEM_STORES:
        return "store"
    if path.startswith("/proc/") and name in ("environ", "mem"):
        return "store"
    if glob and name.startswith(".env") and name.rpartition(".")[2].lower() not in _ENV_SAFE:
        return "env"
    names = [one for one in _CANDIDATES if matches(one, name)] if glob else [name]
    for one in names:
        if kind := _named(one, folder, ctx):
            return kind
    return ""


def _named(name: str, folder: str, ctx: Context) -> str:
    if name == ".env" or name == ".envrc" or (
        name.startswith(".env.") and name.rpartition(".")[2].lower() not in _ENV_SAFE
    ):  # fmt: skip
        return "env"
    if name.endswith(".pub"):
        return ""
    if name in _NAME_STORES or (name == "credentials" and folder.endswith("/.aws")):
        return "store"
    lower = name.lower()
    key = name in _KEYS[:-1] or (lower.endswith(_KEY_ENDS) and not lower.startswith("."))
    if lower in _PUBLIC:
        return ""
    key = key or (lower.endswith(".pem") and any(word in lower for word in _PEM))
    key = key or (folder.endswith("/.ssh") and name not in _SSH_SAFE and not lower.endswith(".md"))
    if key and under(folder, ctx.root) and not _FIXTURES.isdisjoint(folder.split("/")):
        return ""
    return "key" if key else ""


def matches(name: str, pattern: str) -> bool:
    """Tell whether a shell pattern could match a name; ``[…]`` counts as any one character."""
    if name.startswith(".") and not pattern.startswith((".", "[", "\\")):
        return False
    plain = ""
    at = 0
    while at < len(pattern):
        end = pattern.find("]", at + 2) if pattern[at] == "[" else -1
        plain += "?" if end > 0 else pattern[at]
        at = end + 1 if end > 0 else at + 1
    row = [True] + [False] * len(name)
    for char in plain:
        fresh = [row[0] and char == "*"]
        for index, letter in enumerate(name):
            if char == "*":
                fresh.append(fresh[index] or row[index + 1])
            else:
                fresh.append(row[index] and char in ("?", letter))
        row = fresh
    return row[-1]


def host_of(url: str) -> str:
    """Return the host of an address, lower case, without user and port."""
    rest = (url.partition("://")[2] or url).replace("\\", "/")
    host = rest.partition("/")[0].partition("?")[0].partition("#")[0].rpartition("@")[2].lower()
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def is_metadata(url: str) -> bool:
    """Tell whether an address is a cloud's metadata service, in any common spelling."""
    return host_of(url).rstrip(".") in _METADATA
