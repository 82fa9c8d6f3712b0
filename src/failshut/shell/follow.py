"""Follow what builtins change for the rest of a text: folder, variables, names.  Hot."""

from failshut.model import Word
from failshut.shell.tokens import Opaque, is_name
from failshut.shell.unwrap import program
from failshut.shell.words import Scope

_SETTERS = ("read", "mapfile", "readarray", "getopts", "let", "source", ".", "wait", "printf")
_LONGEST = 4096  # characters of a folder's path that are followed
_DECLARE = ("declare", "typeset", "local", "readonly", "export")


def follow(argv: tuple[Word, ...], scope: Scope) -> None:
    """Follow what a builtin changes for the rest of the text."""
    name = program(argv[0])
    if name in ("cd", "pushd"):
        _change(argv[1:], scope)
    elif name in ("popd", "chroot"):
        scope.cwd = None
    elif name == "unset":
        for word in argv[1:]:
            scope.values[word.text] = Word("")
    elif name in _DECLARE:
        _declare(name, argv[1:], scope)
    elif name in ("alias", "shopt", "enable", "hash") and len(argv) > 1:
        raise Opaque(f"the builtin {name}")
    elif name == "trap" and len(argv) > 2 and argv[1].text not in ("-", "", "-p", "-l"):
        raise Opaque("a trap")
    elif name in _SETTERS and (name != "printf" or argv[1:2] == (Word("-v"),)):
        scope.forget()
        for word in argv[1:]:
            if is_name(word.text):
                scope.values[word.text] = None


def _change(words: tuple[Word, ...], scope: Scope) -> None:
    """Follow a ``cd``."""
    while words and words[0].text in ("-L", "-P", "-e", "-@", "--", "-n"):
        words = words[1:]
    old = scope.cwd
    if words and words[0].text == "-" and words[0].literal:
        scope.cwd = scope.old
    else:
        scope.cwd = join(old, words[0] if words else Word("$HOME", False))
        if scope.cwd is not None and len(scope.cwd) > _LONGEST:
            scope.cwd = None
    scope.old = old


def _declare(name: str, words: tuple[Word, ...], scope: Scope) -> None:
    """Follow ``export``, ``declare`` and their kin."""
    options = [word.text for word in words if word.text[:1] in ("-", "+") and word.literal]
    exported = name == "export" or "-x" in options
    plain = all(option in ("-x", "-r", "-g", "--") for option in options)
    for word in words:
        key, equals, value = word.text.partition("=")
        if not is_name(key):
            continue
        if equals:
            known = plain and not (not word.literal and "${" in value)
            scope.values[key] = Word(value, word.literal) if known else None
        elif not plain:
            scope.values[key] = None
        if exported and (held := scope.values.get(key)) is not None:
            scope.exported[key] = held


def join(cwd: str | None, folder: Word) -> str | None:
    """Return the folder seen from ``cwd``, in the form of ``Command.cwd``; None = unknown."""
    text = folder.text
    if not folder.literal:
        if text == "$HOME" or (text.startswith("$HOME/") and "$" not in text[1:]):
            return text
        if text == "$PWD" or (text.startswith("$PWD/") and "$" not in text[1:]):
            return None if cwd is None else (cwd.rstrip("/") + text[4:]).lstrip("/" if not cwd else "")
        return None
    if folder.glob:
        return None
    if text.startswith("/"):
        return text
    if text.startswith("$"):
        text = "./" + text
    if cwd is None or not text:
        return cwd
    return text if not cwd else cwd.rstrip("/") + "/" + text
