"""Find the scripts that a shell script runs and whose exit codes it loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from failshut.lint.answers import CHECK, END
from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.intent import refuses
from failshut.lint.script import Script
from failshut.lint.shapes import parts

_OWN = r"\"?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?\"?"
_FOLDER = re.compile(rf"\$\(dirname (?:-- )?{_OWN}\)|\$\{{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}}")
"""The folder of the script itself, which "@" stands for below."""
_ENTERED = re.compile(r"\$\(\s*cd\s+(?:--\s+)?\"?(@[\w./-]*)\"?\s*&&\s*pwd(?:\s+-P)?\s*\)")
_SETS = re.compile(r"^\s*(?:readonly |local |export )?(\w+)=\"?([@$][\w./${}-]*)\"?\s*$")
_LOOP = re.compile(r"^\s*for (\w+) in ([^;]+?)\s*(?:;|$)")
_RUNS = re.compile(
    r"(?:^|;|\bdo\b|\{)\s*(?:(?:echo|printf|cat)\b[^|;&<>]*\|\s*)?(?:(bash|sh|python3?|node)\s+)?"
    r"\"?([@$\w.~][^\s\"|;&<>()=]*)\"?(?:\s+\"\$@\")?"
    r"((?:\s*(?:[12]?>>?\s*[^\s;|&]+|2>&1|<<<\s*\"[^\"]*\"))*)"
    r"\s*(\|\|\s*(?:true|:|exit 0)\s*)?(?=;|\}|$)"
)
_KEEPS = re.compile(r"\$\?|PIPESTATUS|\btrap\b|\bwait\b|\bexit\s+[\"$1-9]")
_STRICT = re.compile(r"^\s*set\s+-[a-zA-Z]*e|errexit", re.M)
_TAKEN = re.compile(r"(?:^|;)\s*(\w+)=\$\?\s*(?:;|$)")


@dataclass(frozen=True)
class Lost:
    """A line of a ``script`` that runs ``inner`` and loses its exit code."""

    script: Script
    span: Span
    inner: Script


def lost(hook: Hook) -> Iterator[Lost]:
    """Yield what the scripts that a hook starts run in vain: a refusal's exit code goes no further."""
    for script in hook.scripts:
        if script.inner or script.language != "sh" or script.within:
            continue
        lines = [_plain(line) for line in script.text.split("\n")]
        whole = "\n".join(lines)
        last_only = _overwritten(whole)
        if not last_only and (
            _KEEPS.search(whole) or not script.answers or any(one.exit != 0 for one in script.answers)
        ):
            continue
        strict, seen = bool(_STRICT.search(whole)), dict[str, list[str]]()
        for number, line in enumerate(lines, 1):
            if (found := _SETS.match(line)) is not None:
                seen[found[1]] = _values(found[2], seen)
            if (found := _LOOP.match(line)) is not None:
                words = [word.strip("\"'") for word in found[2].replace('"', "").split()]
                seen[found[1]] = [one for word in words for one in _values(word, seen)]
            for found in _RUNS.finditer(line):
                if strict and not found[4]:
                    continue
                inner = [
                    one
                    for word in _values(found[2], seen)
                    for one in hook.root.texts.matching(word, script, found[1] or "")
                ]
                inner = inner[:-1] if last_only else inner
                quiet = bool(re.search(r"(?:^|\s)1?>\s*/dev/null", found[3]))
                refusing = next((one for one in inner if _by_exit(one, quiet)), None)
                if refusing is not None:
                    start = script.document.offset(number)
                    text = script.document.line(number)
                    place = Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
                    yield Lost(script, place, refusing)


def _plain(line: str) -> str:
    """Return a line without its comment, "@" in it for the script's folder."""
    line = re.sub(r"(?:^|\s)#.*$", "", line)
    return _ENTERED.sub(r"\1", _FOLDER.sub("@", line)).rstrip()


def _values(word: str, seen: dict[str, list[str]]) -> list[str]:
    """Return what a word may be, its first variable told."""
    found = re.match(r"\$\{?(\w+)\}?", word)
    if found is None or found[1] not in seen:
        return [word]
    return [one + word[found.end() :] for one in seen[found[1]]][:20]


def _overwritten(text: str) -> bool:
    """Say whether each turn of a loop puts its exit code over the one before, for the end."""
    taken = {found[1] for line in text.split("\n") for found in _TAKEN.finditer(line)}
    if len(taken) != 1 or len(re.findall(r"^\s*for ", text, re.M)) != 1 or _STRICT.search(text):
        return False
    name = taken.pop()
    used = re.findall(rf"\$\{{?{name}\b", text)
    loop = re.search(r"^\s*for .*?^\s*done\b(.*)", text, re.M | re.S)
    inside = loop is not None and f"{name}=$?" in loop[0] and f"{name}=$?" not in loop[1]
    ends = re.findall(r"\bexit\b.*", text)
    return inside and len(used) == 1 and len(ends) == 1 and name in ends[0] and "break" not in text


def _by_exit(script: Script, quiet: bool) -> bool:
    """Say whether a script refuses by its exit code alone (or its output goes nowhere)."""
    return any(
        one.exit == 2 and one.why in (CHECK, END) and refuses(one) and (quiet or not parts(one.stdout)[1])
        for one in script.answers
    )
