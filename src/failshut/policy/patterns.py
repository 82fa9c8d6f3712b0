"""Compile globs and command patterns as a person writes them into what the hot path matches."""

from __future__ import annotations

import shlex

TextGlob = tuple[object, ...]
PathGlob = tuple[str, tuple[object, ...]]

MAX_ALTERNATIVES = 64


class BadPattern(Exception):
    """A glob, command or regex can't be used: ``problem`` and ``fix`` are sentences."""

    def __init__(self, problem: str, fix: str) -> None:
        self.problem = problem
        self.fix = fix
        super().__init__(f"{problem} {fix}")


def text_globs(glob: str) -> tuple[TextGlob, ...]:
    """Compile a glob on a whole text; ``{a,b}`` gives one token tuple each."""
    if not glob:
        raise BadPattern("The glob is empty.", "Write what it should fit, or remove the key.")
    return tuple(_tokens(one) for one in _braces(glob))


def path_globs(glob: str) -> tuple[PathGlob, ...]:
    """Compile a path glob; relative ones count from the session root, ``~`` from the home."""
    if not glob:
        raise BadPattern("The glob is empty.", "Write a path, e.g. `src/**`.")
    return tuple(_path(one, glob) for one in _braces(glob))


def _path(one: str, glob: str) -> PathGlob:
    anchor = ""
    _check_home(one, glob)
    if one == "~" or one.startswith("~/"):
        anchor, one = "~", one[1:]
    elif one.startswith("/"):
        anchor = "/"
    segments: list[object] = []
    for part in _split_segments(one):
        if part == "..":
            raise BadPattern(
                f"The glob {glob!r} holds `..`.", "Write an absolute path, or one below the root."
            )
        _check_stars(part, glob)
        if part == "**":
            if not segments or segments[-1] != "**":
                segments.append("**")
        elif part not in ("", "."):
            segments.append(_segment(part))
    return anchor, tuple(segments)


def _check_home(one: str, glob: str) -> None:
    """Refuse ``~user/``, which only a shell expands."""
    name, slash, rest = one.partition("/")
    if slash and len(name) > 1 and name[0] == "~" and name[1:].replace("-", "_").isidentifier():
        raise BadPattern(
            f"The glob {glob!r} begins with another user's home, which isn't looked up.",
            f"Write the absolute path, such as `/home/{name[1:]}/{rest}`; "
            f"for a folder of that name `./{one}`.",
        )


def _check_stars(part: str, glob: str) -> None:
    """Refuse ``**`` that isn't a whole part of the path: it would be no more than ``*``."""
    bare = part.replace("\\\\", "").replace("\\*", "")
    if "**" not in bare or part == "**":
        return
    if not bare.strip("*"):
        raise BadPattern(f"The glob {glob!r} holds `{part}`.", "Write `**` for any number of folders.")
    right = f"**/*{part.replace('**', '*').lstrip('*')}" if part.startswith("**") else "**"
    raise BadPattern(
        f"The glob {glob!r} holds `{part}`, where `**` doesn't reach into other folders.",
        f"Write `{glob.replace(part, right, 1)}`: `**` stands alone between slashes."
        if part.startswith("**")
        else "Put `**` alone between slashes, such as `src/**/*.py`.",
    )


def _split_segments(text: str) -> list[str]:
    """Split at ``/``; a class can't hold one."""
    return text.split("/")


def _segment(part: str) -> object:
    tokens = _tokens(part)
    if all(isinstance(token, str) for token in tokens):
        return "".join(str(token) for token in tokens)
    return (tokens,)


def _tokens(glob: str) -> TextGlob:
    """Compile one brace-free glob into tokens (see globs.py)."""
    tokens: list[object] = []
    literal = ""
    at = 0
    while at < len(glob):
        char = glob[at]
        at += 1
        if char in "*?[":
            if literal:
                tokens.append(literal)
                literal = ""
            if char == "[":
                token, at = _char_class(glob, at)
                tokens.append(token)
            elif char == "?":
                tokens.append(1)
            elif not tokens or tokens[-1] != 0:
                tokens.append(0)
            continue
        if char == "\\" and at < len(glob):
            char = glob[at]
            at += 1
        literal += char
    if literal:
        tokens.append(literal)
    return tuple(tokens)


def _char_class(glob: str, at: int) -> tuple[tuple[bool, tuple[str, ...]], int]:
    """Compile ``[…]`` whose inside starts at ``at``; return the token and the index after it."""
    end = glob.find("]", at + (2 if glob[at : at + 1] in ("!", "^") else 1))
    if end < 0:
        raise BadPattern(f"The glob {glob!r} has a `[` without `]`.", "Close the class, or write `\\[`.")
    body = glob[at:end]
    negated = body[:1] in ("!", "^")
    body = body[1:] if negated else body
    ranges: list[str] = []
    index = 0
    while index < len(body):
        if body[index + 1 : index + 2] == "-" and index + 2 < len(body):
            low, high = body[index], body[index + 2]
            if low > high:
                raise BadPattern(
                    f"The range {low}-{high} in {glob!r} runs backwards.",
                    f"Write {high}-{low}.",
                )
            ranges.append(low + high)
            index += 3
        else:
            ranges.append(body[index] * 2)
            index += 1
    return (negated, tuple(ranges)), end + 1


def _braces(glob: str) -> list[str]:
    """Expand ``{a,b}``, also nested; a backslash keeps a brace as it is."""
    open_at = _find(glob, "{", 0)
    if open_at < 0:
        return [glob]
    parts, close = _alternatives(glob, open_at)
    tails = _braces(glob[close + 1 :])
    out: list[str] = []
    for part in parts:
        for middle in _braces(part):
            out += [glob[:open_at] + middle + tail for tail in tails]
    if len(out) > MAX_ALTERNATIVES:
        raise BadPattern(
            f"The glob {glob!r} stands for more than {MAX_ALTERNATIVES} globs.",
            "Write fewer alternatives, or several globs in a list.",
        )
    return out


def _find(text: str, char: str, at: int) -> int:
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == char:
            return at
        at += 1
    return -1


def _alternatives(glob: str, open_at: int) -> tuple[list[str], int]:
    """Return the comma-separated parts of the brace at ``open_at`` and where it closes."""
    depth, start, at = 0, open_at + 1, open_at
    parts: list[str] = []
    while at < len(glob):
        char = glob[at]
        if char == "\\":
            at += 1
        elif char == "{":
            depth += 1
        elif char == "," and depth == 1:
            parts.append(glob[start:at])
            start = at + 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return [*parts, glob[start:at]], at
        at += 1
    raise BadPattern(f"The glob {glob!r} has a `{{` without `}}`.", "Close the brace, or write `\\{`.")


def command_pattern(pattern: str) -> tuple[object, ...]:
    """Compile a command pattern into ``(program, flags, words)`` (see argv.py)."""
    _check_operators(pattern)
    words = _split_words(pattern)
    if not words or not words[0]:
        raise BadPattern("The command is empty.", "Write its program first, e.g. `git push`.")
    if words[0].startswith("-") or "=" in words[0]:
        raise BadPattern(
            f"The command starts with {words[0]!r}, which is no program.",
            "Write the program first; put environment under `require`.",
        )
    flags: list[tuple[str, ...]] = []
    plain: list[object] = []
    ended = False
    for word in words[1:]:
        if word == "--" and not ended:
            ended = True
        elif not ended and len(word) > 1 and word.startswith("-"):
            flags.append(_flag(word))
        else:
            plain.append(_word(word))
    return (_word(words[0]), tuple(flags), tuple(plain))


def _check_operators(pattern: str) -> None:
    """Refuse shell syntax: each command of a text is matched by itself."""
    quote, at = "", 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\" and quote != "'":
            at += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "|&;<>\n`" or pattern.startswith("$(", at):
            shown = "a line break" if char == "\n" else f"`{char}`"
            raise BadPattern(
                f"The command {pattern!r} holds {shown}; `command` takes one command's words only.",
                "Name the one command that the rule is about; quote the sign if it is part of a word.",
            )
        at += 1


def host_globs(glob: str) -> tuple[TextGlob, ...]:
    """Compile a glob on a host name, which has neither scheme, port nor path."""
    bare = glob.split("://", 1)[-1]
    name = bare.split("/", 1)[0].rsplit("@", 1)[-1]
    if name.count(":") == 1:
        name = name.split(":")[0]
    if name != glob:
        fix = f"Write `{name}`" if name.strip("*") else "Write a name such as `*.example.com`"
        raise BadPattern(f"The host {glob!r} is more than a host's name.", f"{fix}, or use `url`.")
    return text_globs(glob.lower())


def url_globs(glob: str) -> tuple[TextGlob, ...]:
    """Compile a glob on an address; ``*://`` also fits an address given without a scheme."""
    head = glob.split("/", 1)[0]
    if not (glob.startswith(("*", "{")) or head.endswith(":")):
        rest = "" if "/" in glob else "/*"
        raise BadPattern(
            f"The address {glob!r} has no scheme, so it wouldn't fit `https://{glob}`.",
            f"Write `*://{glob}{rest}`, or `host` for a whole host.",
        )
    return text_globs(glob) + (text_globs(glob[4:]) if glob[:4] == "*://" and glob[4:] else ())


def _split_words(pattern: str) -> list[str]:
    try:
        return shlex.split(pattern)
    except ValueError as error:
        raise BadPattern(
            f"The command {pattern!r} can't be split into words ({error}).",
            "Close the quote.",
        ) from None


def _flag(word: str) -> tuple[str, ...]:
    name, equals, value = word.partition("=")
    if equals:
        return ("value", name, value)
    letters = word[1:]
    if not word.startswith("--") and len(letters) <= 3 and letters.isalnum():
        return ("short", word)
    return ("long", word)


def _word(word: str) -> object:
    """Compile a word; a lone ``*`` or a word with one is a glob that also fits ``/``."""
    if "*" not in word and "?" not in word:
        return word
    tokens = _tokens(word.replace("[", "\\["))
    return (tokens,)
