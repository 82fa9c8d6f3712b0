"""Say what SQL statements destroy, and which commands a client's own escapes run.  Hot."""

from failshut.effects.prod import is_prod
from failshut.effects.site import Site

_DROPPED = {"DATABASE": "database", "SCHEMA": "schema", "TABLE": "table", "KEYSPACE": "database",
            "TABLESPACE": "tablespace", "OWNED": "everything of a role", "USER": "user",
            "ROLE": "role"}  # fmt: skip

_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$#@")
_ESCAPES = ("\\!", ".shell", ".system", "system", "!!", "!")
_QUOTES = {'"': '"', "`": "`", "[": "]"}
_MOST = 2000


def judge(text: str, site: Site, tool: str) -> None:
    """Add ``db.destroy`` for what statements drop, empty or change as a whole."""
    rest = []
    for line in text.split("\n"):
        run = _escape(line.strip())
        if run:
            from failshut.effects.nested import inner_text

            inner_text(run, site, tool)
        elif not line.lstrip().startswith(("\\echo", "\\set", ".print")):
            rest.append(line)
    for tokens in statements("\n".join(rest)):
        _statement(tokens, site, tool)


def _escape(line: str) -> str:
    """Return the shell command of a client's escape, "" when the line is none."""
    for mark in _ESCAPES:
        if line.startswith(mark) and (mark in ("\\!", "!!", "!") or line[len(mark) : len(mark) + 1] == " "):
            return line[len(mark) :].strip()
    return ""


def statements(text: str) -> list[list[str]]:
    """Return the statements as lists of words: names and keywords, signs, and ``''`` for strings.

    Comments are left out (those that MySQL runs, ``/*! … */``, are not); a string that a dollar
    quote begins is read as text of its own.
    """
    found: list[list[str]] = [[]]
    at, size, count = 0, len(text), 0
    while at < size and count < _MOST:
        char = text[at]
        if char.isspace():
            at += 1
            continue
        count += 1
        if text.startswith("--", at) or (char == "#" and not found[-1]):
            end = text.find("\n", at)
            at = size if end < 0 else end
        elif text.startswith("/*", at):
            if text.startswith("/*!", at):
                at += 3
                while at < size and text[at].isdigit():
                    at += 1
                continue
            end = text.find("*/", at + 2)
            at = size if end < 0 else end + 2
        elif text.startswith("*/", at):
            at += 2
        elif char == ";" or text.startswith(("\\g", "\\G"), at):
            found.append([])
            at += 1 if char == ";" else 2
        elif char == "'":
            at = _string(text, at)
            found[-1].append("''")
        elif char in _QUOTES and (end := text.find(_QUOTES[char], at + 1)) > 0:
            found[-1].append(text[at + 1 : end])
            at = end + 1
        elif char == "$" and (mark := _dollar(text, at)):
            end = text.find(mark, at + len(mark))
            found += [*statements(text[at + len(mark) : end if end > 0 else size]), []]
            at = size if end < 0 else end + len(mark)
        elif char in _NAME:
            end = at
            while end < size and text[end] in _NAME:
                end += 1
            found[-1].append(text[at:end])
            at = end
        else:
            found[-1].append(char)
            at += 1
    return [one for one in found if one]


def _string(text: str, at: int) -> int:
    """Return where a string in single quotes ends."""
    end = at + 1
    while end < len(text):
        if text[end] == "\\":
            end += 2
        elif text[end] != "'":
            end += 1
        elif text.startswith("''", end):
            end += 2
        else:
            return end + 1
    return len(text)


def _dollar(text: str, at: int) -> str:
    """Return the mark of a dollar quote (``$$``, ``$body$``), "" when none begins here."""
    end = text.find("$", at + 1, at + 40)
    name = text[at + 1 : end]
    return text[at : end + 1] if end > 0 and (not name or name.isidentifier()) else ""


def _statement(tokens: list[str], site: Site, tool: str) -> None:
    words = [token.upper() for token in tokens]
    if words[0] in ("BEGIN", "DECLARE") and len(words) > 1:
        tokens, words = tokens[1:], words[1:]
    if words[0] == "EXPLAIN" and "ANALYZE" not in words[:4]:
        return
    if words[0] in ("EXPLAIN", "WITH", "IF", "CREATE", "DO", "LOOP", "THEN"):
        if words[0] == "CREATE":
            return
        at = next((i for i, word in enumerate(words) if i and word in _VERBS), -1)
        if at < 0:
            return
        tokens, words = tokens[at:], words[at:]
    verb = _VERBS.get(words[0])
    if verb is not None:
        verb(tokens, words, site, tool)


def _drop(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    kind = next((word for word in words[1:3] if word in _DROPPED), "")
    if not kind or "TEMPORARY" in words[1:3] or "TEMP" in words[1:3]:
        return
    rest = [token for token in tokens[words.index(kind) + 1 :] if token.upper() not in ("IF", "EXISTS")]
    _add(site, tool, "drop", _DROPPED[kind], rest[0] if rest else "", f"drops the {_DROPPED[kind]}")


def _truncate(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    rest = [token for token in tokens[1:] if token.upper() not in ("TABLE", "ONLY", "IF", "EXISTS")]
    if rest and rest[0] != "(":
        _add(site, tool, "truncate", "table", rest[0], "empties the table")


def _delete(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    if "FROM" not in words[:4] or _bounded(words):
        return
    rest = [token for token in tokens[words.index("FROM") + 1 :] if token.upper() != "ONLY"]
    _add(site, tool, "delete", "table", rest[0] if rest else "", "deletes every row of")


def _update(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    if "SET" in words and not _bounded(words):
        _add(site, tool, "update", "table", tokens[1], "changes every row of")


def _alter(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    if words[1:2] == ["TABLE"] and "DROP" in words and "CONSTRAINT" not in words and "INDEX" not in words:
        rest = [token for token in tokens[2:] if token.upper() not in ("IF", "EXISTS", "ONLY")]
        _add(site, tool, "alter", "column", rest[0] if rest else "", "drops a column of")


def _copy(tokens: list[str], words: list[str], site: Site, tool: str) -> None:
    if "PROGRAM" in words:
        site.add("opaque.target", "runs a program from inside the database", what="text")


def _bounded(words: list[str]) -> bool:
    """Tell whether WHERE, LIMIT or USING narrows a statement to some rows."""
    if "USING" in words or "LIMIT" in words or "JOIN" in words:
        return True
    if "WHERE" not in words:
        return False
    condition = " ".join(words[words.index("WHERE") + 1 :])
    return condition.replace(" ", "") not in ("", "TRUE", "1", "1=1", "''=''", "NOTFALSE")


_VERBS = {
    "DROP": _drop,
    "TRUNCATE": _truncate,
    "DELETE": _delete,
    "UPDATE": _update,
    "ALTER": _alter,
    "COPY": _copy,
}


def _add(site: Site, tool: str, how: str, what: str, target: str, detail: str) -> None:
    site.add(
        "db.destroy",
        f"{detail} {target[:80]}".strip(),
        how=how,
        what=what,
        target=target,
        tool=tool,
        prod="yes" if is_prod(site.command) else "no",
    )
