"""Know the words, options and forms by which secrets stand in commands and documents (hot)."""

from failshut.hot.redact import PREFIXES

SCHEMES = frozenset(("bearer", "basic", "token", "digest", "apikey"))
NAMES = frozenset(
    "password passwd passphrase pass pwd token secret apikey credential credentials authorization cookie"
    " authtoken accesskey secretkey privatekey".split()
)
KEYS = frozenset(("api", "access", "secret", "private", "auth", "encryption", "signing", "account"))
"""Words that make a secret of a following ``key``."""
ENDINGS = (
    "password", "passwd", "passphrase", "secret", "apikey", "token", "dbpass", "mysqlpass", "userpass",
)  # fmt: skip
PROSE = frozenset(("pass", "token", "secret", "credential", "credentials", "cookie", "pwd"))
"""Names that are everyday words: ``pass: 3`` and ``run token:refresh`` hold no secret."""
SHORT = 8
"""A word below this many characters is no secret by its prefix alone."""
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
AWS = 40
HARMLESS_USERS = ("git", "")

USER_OPTIONS = ("-u", "--user", "-U", "--proxy-user")
USER_PROGRAMS = frozenset(("curl", "wget", "http", "https", "xh"))
ATTACHED = frozenset(("mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "sshpass"))
"""Programs whose ``-p`` holds a password, attached or not."""
REMOTE = frozenset(("ssh", "scp", "sftp", "rsync"))
"""Programs that ``sshpass`` starts: their ``-p`` is a port or a mode."""
LOGINS = frozenset(("docker", "podman", "helm", "az", "oc", "nerdctl", "buildah", "skopeo", "cf", "heroku"))
"""Programs whose ``login`` takes a password with ``-p``."""
OTHERS = (("redis-cli", "-a"), ("ldapsearch", "-w"), ("zip", "-P"), ("unzip", "-P"))


def is_name(name: str) -> bool:
    """Say whether the last part of ``name`` is a secret's: ``DB_PASS``, ``--api-key``, ``dbPassword``."""
    start = len(name)
    while start and (name[start - 1].isalnum() or name[start - 1] in "_-."):
        start -= 1
    parts = name_words(name[start:])
    if not parts or name in ("PWD", "OLDPWD"):
        return False
    last = parts[-1]
    return (
        last in NAMES
        or (last == "key" and len(parts) > 1 and parts[-2] in KEYS)
        or (len(last) > 6 and last.endswith(ENDINGS))
    )


def name_words(name: str) -> list[str]:
    """Split a name into lower-case words: ``readTextFile``, ``read_text-file``."""
    out = [""]
    before = ""
    for char in name:
        if not char.isalnum():
            out.append("")
        elif char.isupper() and before.islower():
            out.append(char.lower())
        else:
            out[-1] += char.lower()
        before = char
    return [word for word in out if word]


def announced(word: str, words: list[str]) -> tuple[int, str]:
    """Say where in ``word`` a secret begins (-1 = none), and what the next word is.

    ``words`` are those before it in its command; the next word is "" nothing, ``value`` a
    secret or ``user`` a text USER:SECRET.
    """
    at = _prefixed(word)
    at = _in_url(word) if at < 0 else at
    if at >= 0:
        return at, ""
    for index, char in enumerate(word):
        if char in "=:" and is_name(word[:index]):
            return _pair(word, index)
    if word.lower() == "bearer" or (word[:1] == "-" and "=" not in word and is_name(word)):
        return -1, "value"
    return _option(word, words)


def _pair(word: str, index: int) -> tuple[int, str]:
    """Judge NAME=VALUE or NAME:VALUE; an empty value is the next word."""
    value = word[index + 1 :]
    if not value:
        return -1, "" if word[index] == ":" and word[:index] in PROSE - {"pwd"} else "value"
    prose = word[index] == ":" and word[:index] in PROSE and value.isalpha()
    if value[:1] == "$" or prose or value.startswith("//"):
        return -1, ""
    return index + 1, ""


def _option(word: str, words: list[str]) -> tuple[int, str]:
    """Judge an option of a program that takes a secret."""
    programs = [one.rpartition("/")[2] for one in words]
    if not programs:
        return -1, ""
    if not USER_PROGRAMS.isdisjoint(programs):
        if word in USER_OPTIONS:
            return -1, "user"
        if word.startswith(("-u", "--user=", "--proxy-user=")) and ":" in word:
            return _rest(word, word.find(":") + 1)
    if word[:2] == "-p" and _takes_password(programs):
        return _rest(word, 2)
    if word == "-p" and "login" in programs and not LOGINS.isdisjoint(programs):
        return -1, "value"
    if "vault" in programs and "login" in programs and word[:1] != "-" and "=" not in word:
        return 0, ""
    if any([program in programs and word == option for program, option in OTHERS]):
        return -1, "value"
    return -1, ""


def _rest(word: str, at: int) -> tuple[int, str]:
    """Return the secret at ``at``, or that the next word is it."""
    return (at, "") if at < len(word) else (-1, "value")


def _takes_password(programs: list[str]) -> bool:
    """Say whether the program that a ``-p`` belongs to takes a password by it."""
    last = next((one for one in reversed(programs) if one in ATTACHED or one in REMOTE), "")
    return last in ATTACHED


def _prefixed(word: str) -> int:
    """Return where a token with a well-known prefix begins, -1 for none."""
    for prefix in PREFIXES:
        at = word.find(prefix)
        if at >= 0 and len(word) - at >= SHORT + len(prefix) and (at == 0 or not word[at - 1].isalnum()):
            return at
    return -1


def _in_url(word: str) -> int:
    """Return where an address's password, or its user when he has none, begins; -1 for none."""
    start = word.find("://")
    if start < 0:
        return -1
    name, at, _ = word[start + 3 :].partition("/")[0].rpartition("@")
    user, colon, _ = name.partition(":")
    if at and colon:
        return start + 4 + len(user)
    web = word[:start].rpartition("=")[2].lower() in ("http", "https")
    return start + 3 if at and web and user not in HARMLESS_USERS else -1


def tail(word: str, at: int) -> str:
    """Return what of ``word`` follows the secret at ``at``: an address's host and path."""
    start = word.find("://")
    if start < 0 or at < start or _prefixed(word) == at:
        return ""
    authority = word[start + 3 :].partition("/")[0]
    end = start + 3 + authority.rfind("@")
    return word[end:] if "@" in authority and end >= at else ""


def is_key(word: str, text: str) -> bool:
    """Say whether ``word`` is a secret key of AWS: 40 characters of base64 where a secret is named."""
    return len(word) == AWS and BASE64.issuperset(word) and not word.islower() and "secret" in text.lower()
