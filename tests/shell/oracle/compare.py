"""Compare the commands that ``failshut.shell`` finds in a text with what bash ran."""

import os
import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

from failshut.model import Command, Script, Word
from shell.oracle.generate import NAMES, Case

_KNOWN = re.compile(r"\$HOME\b|\$__start\b|\$\{__dollar\}")
_OPEN = re.compile(r"\$\{[^}]*\}|\$\w+|\$.|[$]|^~")


KNOWN = tomllib.loads((Path(__file__).parent / "known.toml").read_text())["class"]
UNPLACED = {name for one in KNOWN if one["kind"] == "folder" for name in one["productions"]}
LOSES = {name for one in KNOWN if one["kind"] == "opaque" for name in one["productions"]}


class Result:
    """Hold what one text showed: the calls that were missed, and commands that bash didn't run so."""

    def __init__(self) -> None:
        self.missed: list[tuple[str, ...]] = []
        self.wrong: list[Command] = []
        self.rows = self.exact = self.blind = self.siblings = self.lost = 0
        self.opaque = self.unplaced = False

    def bad(self) -> bool:
        """Tell whether something differs that isn't known."""
        return bool(self.missed or self.wrong)


def known(word: Word, home: str, sure: bool = True) -> Word:
    """Return the word with what this run's surroundings decide; ``sure`` = every ``cd`` succeeds."""
    if not sure and not word.literal:
        word = Word(re.sub("/nowhere\r?", "", word.text), False, word.glob)
    if word.literal:
        return word
    text = _KNOWN.sub(lambda found: "\0" if "dollar" in found[0] else home, word.text)
    text = re.sub(re.escape(home) + r"(/\.\.)+", lambda found: os.path.normpath(found[0]), text)
    return Word(text.replace("\0", "$"), not _OPEN.search(text), word.glob)


def takes(word: Word, given: list[str]) -> bool:
    """Tell whether a word can have become these arguments."""
    if word.literal and not word.glob:
        return given == [word.text]
    if word.literal:
        loose = "(" in word.text  # extended patterns, which aren't compared
        return all([loose or one == word.text or _matches(one, word.text) for one in given])
    head = (_OPEN.split(word.text)[0].split() or [""])[0]  # at a blank it may have fallen apart
    if word.glob or not head or "${_}" in word.text:
        return True
    return bool(given) and given[0].lstrip().startswith(head)


def _matches(name: str, pattern: str) -> bool:
    # A star steps over no slash, which only makes this more lenient.
    return fnmatchcase(name, pattern) or fnmatchcase(name, pattern.replace("**/", "")) or "[" in pattern


def fits(words: tuple[Word, ...], given: list[str], home: str, sure: bool, calls: bool) -> bool:
    """Tell whether words can have become the arguments: an unknown one is none, one or many.

    ``calls``: an unknown program may be a function of the text, which runs anything.
    """
    if calls and not known(words[0], home).literal:
        return True
    ends = {0}
    for each in words:
        word = known(each, home, sure)
        fixed = each.literal and not word.glob
        found: set[int] = set()
        for start in ends:
            stops = (start + 1,) if fixed else range(start, len(given) + 1)
            found.update([stop for stop in stops if stop <= len(given) and takes(word, given[start:stop])])
            if word.literal and not fixed:  # resolved here only, so that it fell apart nowhere
                same = [stop for stop in stops if " ".join(given[start:stop]).split() == word.text.split()]
                found.update(same)
        ends = found
    return len(given) in ends


def placed(cwd: str | None, folder: str, home: str, sure: bool) -> bool:
    """Tell whether a command's folder is where bash ran it; an unknown one may be anywhere."""
    if cwd is None or not sure:
        return True
    path = os.path.join(home, cwd.replace("$HOME", home, 1) if cwd.startswith("$HOME") else cwd)
    return os.path.normpath(path) == folder or ("*" in cwd and fnmatchcase(folder, os.path.normpath(path)))


def whole(command: Command, home: str) -> bool:
    """Tell whether a command is known to the last character."""
    words = [known(word, home) for word in command.argv]
    placed = command.cwd is not None and "*" not in command.cwd
    return placed and all([word.literal and not word.glob for word in words])


def unreadable(command: Command) -> bool:
    """Tell whether a here-document of a command ends amid an expansion, so that bash may not run it."""
    bodies = [one.target for one in command.redirects if one.op.endswith("<<")]
    return any([not one.literal and one.text.endswith("${_}") for one in bodies])


def compare(case: Case, script: Script, rows: list[tuple[str, ...]], home: str) -> Result:
    """Compare one text's commands with what bash ran."""
    found = Result()
    sure = not case.used & UNPLACED  # a ``cd`` is taken to succeed
    found.rows, found.opaque, found.unplaced = len(rows), bool(script.opaque), not sure
    loses = script.opaque and case.used & LOSES
    calls = "()" in case.text or "function" in case.text
    covering: list[Command] = []
    for row in rows:
        covers = [one for one in script.commands
                  if fits(one.argv, list(row[1:]), home, sure, calls)
                  and placed(one.cwd, row[0], home, sure)]  # fmt: skip
        covering += covers
        if not covers and loses:
            found.lost += 1
        elif not covers:
            found.missed.append(row)
        found.exact += any([whole(one, home) for one in covers])
        found.blind += bool(covers) and all([not one.argv[0].literal for one in covers])
    if case.strict and not script.opaque:
        for command in script.commands:
            if command.argv[0].text.rpartition("/")[2] in NAMES and whole(command, home):
                words = [known(word, home).text for word in command.argv]
                if any(
                    [list(row[1:]) == words and placed(command.cwd, row[0], home, sure) for row in rows]
                ):
                    continue
                other = any([one is not command and one.start == command.start for one in covering])
                if other or unreadable(command):
                    found.siblings += 1  # one of the values that a word may have
                    continue
                found.wrong.append(command)
    return found
