"""Read the string literals of a program whose language has no reader of its own, and what gets them.

Only direct calls with literal arguments are understood; everything else passes.  Hot.
"""

from failshut.effects.site import Site
from failshut.model import Word

_SHELL = ("system", "popen", "exec", "execSync", "spawn", "spawnSync", "run", "call", "check_call",
          "check_output", "Popen", "getoutput", "shell_exec", "passthru", "qx")  # fmt: skip
_TREE = ("rmtree", "rmSync", "rm_rf", "rm_r", "remove_tree", "rmdirSync", "remove_entry_secure",
         "rimraf", "rm", "removedirs")  # fmt: skip
_FILE = ("remove", "unlink", "unlinkSync", "delete")
_READ = ("open", "read", "readFile", "readFileSync", "read_text", "read_bytes", "readlines",
         "file_get_contents", "Path", "readfile", "slurp")  # fmt: skip
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def literals(text: str) -> list[tuple[int, int, str]]:
    """Return ``(start, end, value)`` of the quoted strings, with simple escapes resolved."""
    found: list[tuple[int, int, str]] = []
    at = 0
    while at < len(text):
        quote = text[at]
        if quote not in "'\"`":
            at += 1
            continue
        end = at + 1
        while end < len(text) and text[end] != quote:
            end += 2 if text[end] == "\\" else 1
        body = text[at + 1 : end].replace("\\" + quote, quote)
        found.append((at, end + 1, body))
        at = end + 1
    return found


def callee(text: str, at: int) -> str:
    """Return the name of the function whose argument begins at a position."""
    # The letters of a string's own prefix, as in ``open(rb"…")``, unless they end a name.
    start = at
    while at > 0 and text[at - 1] in "frbFRB" and start - at < 2:
        at -= 1
    if at < start and at > 0 and text[at - 1] in _NAME:
        at = start
    while at > 0 and text[at - 1] in " ([\n\t":
        at -= 1
    end = at
    while at > 0 and text[at - 1] in _NAME:
        at -= 1
    return text[at:end]


def _joined(strings: list[tuple[int, int, str]], index: int, close: int) -> str:
    """Return the strings of a list, from one on to the list's end, as shell text."""
    last = index + 1
    while last < len(strings) and strings[last][0] < close:
        last += 1
    words = [one[2] for one in strings[index:last]]
    return " ".join(["'" + word + "'" if " " in word else word for word in words])


def run(text: str, site: Site, language: str) -> None:
    """Add the effects of the calls that a program makes with literal arguments."""
    from failshut.effects.nested import inner_text

    strings = literals(text)
    for index, (start, end, value) in enumerate(strings):
        name = callee(text, start)
        if text[max(0, start - 1)] == "[":
            close = text.find("]", end)
            value = _joined(strings, index, close)
        if name in _SHELL and (language != "python" or name not in ("exec",)):
            inner_text(value, site, language)
        elif name in _TREE:
            site.touch("fs.delete", Word(value), recursive=True, by=language)
        elif name in _FILE:
            site.touch("fs.delete", Word(value), by=language)
        elif name in _READ:
            following = text[end : end + 12].replace(" ", "")
            if following.startswith((",'w", ',"w', ",'a", ',"a', ",'x")):
                site.touch("fs.write", Word(value), by=language)
            else:
                site.touch("fs.read", Word(value), by=language)
