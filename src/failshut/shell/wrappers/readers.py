"""Read shell text out of the words of other languages: keys, addresses, debuggers, editors.  Hot."""

from failshut.model import Word

_KEYS = {"Enter": "\n", "C-m": "\n", "C-j": "\n", "KPEnter": "\n", "Space": " ", "Tab": "\t"}
_HERE = ("proxycommand", "localcommand", "knownhostscommand")


def keys(words: tuple[Word, ...]) -> list[Word]:
    """Return what keys type into a terminal (``tmux send-keys 'ls' Enter``)."""
    text = "".join([_KEYS.get(word.text, word.text) for word in words])
    for written, meant in (("\\n", "\n"), ("\\r", "\n"), ("\\015", "\n"), ("\\012", "\n"), ("^M", "\n")):
        text = text.replace(written, meant)
    return [Word(text.replace("\r", "\n"), all([word.literal for word in words]))]


def sshoption(words: tuple[Word, ...]) -> list[Word]:
    """Return the command that an option of ssh runs on this machine (``-o ProxyCommand=…``)."""
    found = []
    for word in words:
        ends = [at for at, char in enumerate(word.text) if char in "= \t"]
        key, value = (word.text[: ends[0]], word.text[ends[0] + 1 :]) if ends else (word.text, "")
        text = value.strip(" =\t")
        text = text[1:-1] if text[:1] == '"' and text.find('"', 1) == len(text) - 1 else text
        if key.lower() in _HERE and text and text.lower() != "none":
            found.append(Word(text, word.literal))
    return found


def debugger(words: tuple[Word, ...]) -> list[Word]:
    """Return the shell commands among a debugger's (``shell rm x``, ``!rm x``)."""
    found = []
    for word in words:
        for line in word.text.split("\n"):
            line = line.strip()
            head, _, rest = line.partition(" ")
            if line[:1] == "!":
                found.append(Word(line[1:], word.literal))
            elif head in ("shell", "make") or (head == "platform" and rest.startswith("shell ")):
                text = line if head == "make" else rest.removeprefix("shell ")
                found.append(Word(text, word.literal))
            elif head in ("pipe", "|") and "|" in rest:
                found.append(Word(rest.partition("|")[2], word.literal))
    return found


def editor(words: tuple[Word, ...]) -> list[Word]:
    """Return the shell commands among those of ed and ex: ``!cmd``, ``r !cmd``, ``w !cmd``."""
    found = []
    for word in words:
        for line in word.text.split("\n"):
            line = line.lstrip(" \t:").lstrip("%.$,;0123456789'+- ")
            for name in ("silent!", "silent", "sil!", "sil", "exe", "execute"):
                if line.startswith((name + " ", name + "!")):
                    line = line[len(name) :].lstrip(" '\"")
            for name in ("read", "r", "write", "w", "terminal", "term", "ter", "e", ""):
                rest = line[len(name) :].lstrip(" ")
                if line.startswith(name) and rest[:1] == "!" and rest[1:].strip():
                    found.append(Word(rest[1:], word.literal))
                    break
                if name[:3] == "ter" and line.startswith(name + " "):
                    found.append(Word(rest, word.literal))
                    break
            for start in ("system('", 'system("', "systemlist('", 'systemlist("'):
                _, mark, rest = line.partition(start)
                if mark:
                    found.append(Word(rest.partition(start[-1])[0], word.literal))
    return found


def setting(words: tuple[Word, ...]) -> list[Word]:
    """Return the commands that settings of git make it run (``clone -c core.pager=…``)."""
    from failshut.shell.wrappers.git import configured

    found = []
    for word in words:
        key, _, value = word.text.partition("=")
        if configured(key, Word(value, word.literal)) is not None:
            found.append(Word(value.removeprefix("!"), word.literal))
    return found


def socat(words: tuple[Word, ...]) -> list[Word]:
    """Return the commands among socat's addresses (``EXEC:'sh -i',pty``)."""
    found = []
    for word in words:
        for address in word.text.split("!!"):
            kind, colon, rest = address.partition(":")
            if colon and kind.upper() in ("EXEC", "SYSTEM", "SHELL"):
                text = rest[1:].partition(rest[0])[0] if rest[:1] in ("'", '"') else rest.partition(",")[0]
                found.append(Word(text, word.literal))
    return [one for one in found if one.text.strip()]
