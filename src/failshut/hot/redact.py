"""Take secrets out of text before it is logged or quoted.

Most texts hold none, so what masks them (``mask``) is loaded only for those that may.
"""

PREFIXES = (
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "sk_test_",
    "rk_live_", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", "AKIA", "ASIA", "npm_", "pypi-", "AIza",
    "eyJ", "hf_", "dop_v1_", "SG.", "shpat_", "ya29.", "hvs.",
)  # fmt: skip
HINTS = (
    "pass", "pwd", "token", "secret", "key", "credential", "auth", "bearer", "cookie", "://",
    "login", " -u", " -p", " -a", "-----begin",
)  # fmt: skip


def redacted(text: str) -> str:
    """Return ``text`` with what looks like a secret replaced by a mask."""
    if not suspect(text):
        return text
    from failshut.hot.mask import masked

    return masked(text)


def suspect(text: str) -> bool:
    """Say whether ``text`` has any word that goes with a secret."""
    lowered = text.lower()
    return any([hint in lowered for hint in HINTS]) or any([prefix in text for prefix in PREFIXES])
