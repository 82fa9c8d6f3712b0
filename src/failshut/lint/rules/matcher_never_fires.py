"""Find a matcher that takes no tool of its host.

Permission-rule text (`Bash(git push *)`), another host's tool name, a wrong case, a name with a letter too few, too
many or another one (`Bsh`), a prefix without `.*`: the entry is loaded and never called.

Why:
    Matchers are names, lists of names or regular expressions, by host.  Evidence: the host's matcher rules, applied to all its
    known tools.

Bad:
    ```json
    {"matcher": "Bash(git push *)", "hooks": [{"type": "command", "command": "bash guard.sh"}]}
    ```

Good:
    ```json
    {"matcher": "Bash", "hooks": [{"type": "command", "command": "bash guard.sh"}]}
    ```

Reproduce:
    `failshut doctor` in the folder

Exceptions:
    Names of tools that nobody has listed yet (plugins, newer versions) are no finding.
"""

import re
from collections.abc import Iterator

from failshut.interpret.contracts import contract, hosts
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("matcher-never-fires", "not-loaded", ERROR)
RULE_TEXT = re.compile(r"\b[A-Z]\w+\([^)|?]*[ :*/][^)|?]*\)")
"""A permission rule: `Bash(git commit:*)`."""
PREFIX = re.compile(r"(?:^|\|)\(?mcp__(?:(?!__)\w)+?_*\)?$")
TOOL_TABLES = ("pre-tool", "post-tool", "permission", "post-failure")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a matcher that takes none of the host's tools, for a reason that can be told."""
    matcher = hook.matcher
    if (
        hook.table not in TOOL_TABLES
        or not isinstance(matcher, str)
        or not matcher.strip()
        or hook.dropped
        or not hook.native
    ):
        return
    known = tools(hook.host)
    if any(hook.takes(name) for name in (*known, "mcp__server__tool", "MCP:tool")):
        return
    reason, repair = _reason(hook.host, matcher, known)
    if reason:
        node = (
            hook.document.root.at(hook.where.rpartition(".hooks[")[0] or hook.where)
            if hook.document.root
            else None
        )
        found = (node.members.get("matcher") if node else None) or hook.node.members.get("matcher")
        yield on(
            hook,
            RULE,
            f"{reason}: the hook is never called",
            repair,
            span=found.span if found else None,
            cell=f"{hook.host}/facts/matcher",
            severity=ERROR if hook.guards else WARNING,
        )


def tools(host: str) -> tuple[str, ...]:
    """Return the tools of a host that its contract names, with their other names."""
    book = contract(host)
    names = list(book.table("facts/tools")) if book.has("facts/tools") else []
    more = book.table("pre-tool/aliases") if book.has("pre-tool/aliases") else {}
    names += [
        str(one) for found in more.values() for one in (found if isinstance(found, list) else [found])
    ]
    return tuple(dict.fromkeys([book.phrase("facts/shell-tool"), *names, *more]))


def _reason(host: str, matcher: str, known: tuple[str, ...]) -> tuple[str, str]:
    """Say why a matcher takes nothing, and what to write ("" = nothing tells)."""
    shell = contract(host).phrase("facts/shell-tool")
    if RULE_TEXT.search(matcher):
        return (
            "this is the text of a permission rule, not a matcher",
            f'Write the tool\'s name, such as "{shell}", and look at the command in the script.',
        )
    words = [word for word in re.split(r"[|,\s^$()]+", matcher) if word]
    lower = {name.lower(): name for name in known}
    if words and all(word.lower() in lower for word in words):
        return (
            "the case is another one than the host's",
            f'Write "{"|".join(lower[word.lower()] for word in words)}".',
        )
    try:
        re.compile(matcher)
    except (re.error, RecursionError, OverflowError):
        if matcher.strip() != "*":
            return (
                "this is no regular expression",
                f'Write a name, such as "{shell}", or leave the matcher out.',
            )
        return "`*` is no regular expression here", 'Leave the matcher out, or write ".*".'
    if PREFIX.search(matcher):
        return "a name of a server alone takes none of its tools", f'Write "{matcher.rstrip("_")}__.*".'
    alike = ("claude-code", "kimi")  # their names look the same, and no list of them is complete
    others = [other for other in hosts() if other != host and not (host in alike and other in alike)]
    foreign = {name: other for other in others for name in tools(other)}
    if words and all(word in foreign for word in words):
        title = contract(foreign[words[0]]).title
        return f"these are tools of {title}", f'Write this host\'s names, such as "{shell}".'
    meant = [] if any(word in foreign for word in words) else [_meant(word, known) for word in words]
    if meant and all(meant):
        return "no tool has this name, and one letter less, more or changed makes it one", (
            f'Write "{"|".join(meant)}".'
        )
    return "", ""


def _meant(word: str, known: tuple[str, ...]) -> str:
    """Return the tool whose name a word is but for one letter ("" = none, or it may be another tool's)."""
    if not word.isalnum():
        return ""
    low = word.lower()
    return next(
        (name for name in known if len(name) > 3 and name.isalnum() and _near(low, name.lower())), ""
    )


def _near(one: str, other: str) -> bool:
    """Say whether one letter less, more or changed, or two changed places, make two words the same."""
    if one == other or abs(len(one) - len(other)) > 1:
        return one == other
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(other))
    left, right = one[at:], other[at:]
    swapped = left[:2][::-1] == right[:2] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped
