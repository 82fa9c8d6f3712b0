"""Tell cheaply which texts need no parsing, and strip quotes for a look at literals.

Hot: no imports; only ``str.translate``, ``split`` and set look-ups.
"""

_QUOTES = str.maketrans("", "", "'\"\\")
# Characters that can't build a word, expand, redirect or hide a program's name.
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \t\n_-/.,:=@%+'\"|&;^#"
_DROP_PLAIN = str.maketrans("", "", _PLAIN)
_ENDS = str.maketrans("|&;", "\n\n\n", "'\"\\")
_KEYWORDS = ("if", "then", "else", "elif", "do", "until")
_MANY = 40
"""Words from which on it is cheaper to look each up in a set."""
_CUT = str.maketrans("/|&;=,:\n\t", " " * 9)


def stripped(text: str) -> str:
    """Return the text without quotes, backslashes and line continuations."""
    return text.replace("\\\n", "").translate(_QUOTES)


def prefilter(text: str, words: str) -> bool:
    """Return True when the text may need parsing, False when it is cleared.

    Cleared are only texts of plain characters and quotes in which no word of ``words`` (between blanks)
    stands as a word or path segment once quotes are gone (``python3.11`` counts as ``python``), no ``cd``
    or ``.`` stands alone, and no program is started by its path.
    """
    if text.translate(_DROP_PLAIN):
        return True
    tokens = set(text.translate(_QUOTES).translate(_CUT).split())
    tokens.update([token.split(".")[0].rstrip("0123456789") for token in tokens if token != "."])
    if "." in tokens or "cd" in tokens or _among(tokens, words):
        return True
    return "/" in text and _started(text)


def _among(tokens: set[str], words: str) -> bool:
    """Say whether one of the tokens is one of the words."""
    if len(tokens) > _MANY:
        return not tokens.isdisjoint(words.split())
    return any([f" {token} " in words for token in tokens])


def _started(text: str) -> bool:
    """Say whether a command begins with a path: it may be a script file."""
    for piece in text.translate(_ENDS).split("\n"):
        for word in piece.split():
            if "/" in word.partition("=")[0]:
                return True
            if "=" not in word and word not in _KEYWORDS:
                break
    return False
