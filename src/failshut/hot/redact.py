"""Take secrets out of text before it is logged or quoted, without ``re`` (too dear here)."""

MASK = "[secret]"
PREFIXES = (
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "sk_test_",
    "rk_live_", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", "AKIA", "ASIA", "npm_", "pypi-", "AIza",
    "eyJ", "hf_", "dop_v1_", "SG.", "shpat_", "ya29.", "-----BEGIN",
)  # fmt: skip
NAMES = (
    "password", "passwd", "pwd", "passphrase", "token", "secret", "apikey", "api_key", "api-key",
    "access_key", "access-key", "private_key", "private-key", "credential", "auth",
)  # fmt: skip
BREAKS = " \t\n\"'`,;|&()<>{}[]"
SHORT = 8
"""A word below this many characters is no secret by its prefix alone."""


def redacted(text: str) -> str:
    """Return ``text`` with what looks like a secret replaced by ``MASK``."""
    lowered = text.lower()
    if not any(name in lowered for name in NAMES) and not _suspect(text):
        return text
    out = []
    start = 0
    masked_next = False
    for index in range(len(text) + 1):
        if index < len(text) and text[index] not in BREAKS:
            continue
        word = text[start:index]
        if word:
            if masked_next and word.lower() not in ("bearer", "basic"):
                word, masked_next = MASK, False
            else:
                new = _word(word)
                masked_next = masked_next or (new == word and _names_secret(word))
                word = new
        out.append(word)
        if index < len(text):
            out.append(text[index])
            if masked_next and text[index] in ";|&\n":
                masked_next = False
        start = index + 1
    return "".join(out)


def _suspect(text: str) -> bool:
    return "://" in text or any(prefix in text for prefix in PREFIXES) or "earer " in text


def _names_secret(word: str) -> bool:
    """Say whether ``word`` announces that the next word is a secret (``--password X``, ``Bearer X``)."""
    lowered = word.lower().rstrip(":=")
    if lowered == "bearer":
        return True
    marked = word.startswith("-") or word.endswith((":", "="))
    return marked and any(name in lowered for name in NAMES)


def _word(word: str) -> str:
    for prefix in PREFIXES:
        at = word.find(prefix)
        if at >= 0 and len(word) - at >= SHORT + len(prefix) and _starts(word, at):
            return word[:at] + MASK
    scheme, mark, rest = word.partition("://")
    if mark and "@" in rest.partition("/")[0] and ":" in rest.partition("@")[0]:
        user = rest.partition(":")[0]
        return f"{scheme}://{user}:{MASK}@{rest.rpartition('@')[2]}"
    for separator in ("=", ":"):
        name, found, value = word.partition(separator)
        if found and value and not value.startswith("//"):
            lowered = name.lower()
            if any(known in lowered for known in NAMES):
                return name + separator + MASK
    return word


def _starts(word: str, at: int) -> bool:
    return at == 0 or not word[at - 1].isalnum()
