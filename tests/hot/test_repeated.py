"""One deed in many spellings is told as one; what only looks alike isn't."""

from __future__ import annotations

from pathlib import Path

import pytest

from failshut import hosts
from failshut.hot import judge, repeated
from failshut.model import SHELL, WRITE, Call, Verdict

HOST = hosts.load("claude-code")


class Session:
    """A repository, a home and a session in which calls are judged."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = folder / "project", folder / "home"
        for place in (self.root / ".git", self.root / "build", self.home / ".ssh"):
            place.mkdir(parents=True)
        (self.root / ".env").write_text("A=1\n")
        (self.root / "failshut.toml").write_text(
            '[[rule]]\nid = "no-build"\nmatch = { delete = "build" }\ndeny = "The build stays."\n\n'
            '[[rule]]\nid = "no-lock"\nmatch = { write = ["*.lock", "deploy/**"] }\ndeny = "Locks stay."\n'
        )

    def say(self, one: str | tuple[str, str], session: str = "s") -> Verdict:
        call = Call("claude-code", SHELL, "Bash", event="PreToolUse", cwd=str(self.root), session=session)
        if isinstance(one, tuple):
            call = Call(
                "claude-code", WRITE, one[0], event="PreToolUse", cwd=str(self.root), session=session
            )
            call.writes = (str(self.root / one[1]),)
        else:
            call.command = one
        return judge.verdict(call, HOST, str(self.root), str(self.home))


STORIES: dict[str, list[str | tuple[str, str]]] = {
    "deleting": [
        "rm -rf build",
        "find build -delete",
        "python3 -c \"import shutil; shutil.rmtree('build')\"",
        "git clean -fdx",
    ],
    "writing": [("Edit", "yarn.lock"), "cat > yarn.lock <<'E'\nx\nE", "printf x | tee yarn.lock"],
    "forcing": ["git push --force origin main", "git push origin +main", "git push --mirror origin"],
    "reading": ["cat .env", "python3 -c \"print(open('.env').read())\"", "grep . .env"],
}
INNOCENT: list[list[str | tuple[str, str]]] = [
    ["git push --force origin main", "git push --force origin release"],
    ["git push --force origin main", "git push --force upstream main"],
    ["cat .env", "cat ~/.ssh/id_rsa"],
    ["cat .env", "rm -rf build"],
    [("Edit", "yarn.lock"), ("Edit", "poetry.lock")],
    [("Edit", "deploy/a"), ("Edit", "deploy/b")],
    ["rm -rf build", "cat ~/.ssh/id_rsa"],
    ["git push --force origin main", "git reset --hard"],
    ["rm -rf .git", "rm -rf build"],
    ["rm -rf build", "rm -rf build"],  # the same call again, as it comes by two entries
]


@pytest.mark.parametrize("name", STORIES)
def test_another_spelling_is_the_same_deed(name: str, tmp_path: Path) -> None:
    place = Session(tmp_path)
    for number, one in enumerate(STORIES[name]):
        found = place.say(one)
        assert found.action == "deny" and found.again == number, (one, found.again, found.deeds)
        text = HOST.render(found, "claude-code", "PreToolUse").stdout
        assert (repeated.FIRM.split(":")[0] in text) == (number > 0)
        assert ("Refused so far" in text) == (number > 1)
        assert ("times before in other spellings" in text) == (number > 1)


@pytest.mark.parametrize("steps", INNOCENT, ids=lambda steps: " · ".join(map(str, steps)))
def test_what_only_looks_alike_is_another_deed(steps: list[str | tuple[str, str]], tmp_path: Path) -> None:
    place = Session(tmp_path)
    for one in steps:
        found = place.say(one)
        assert found.action != "pass" and found.again == 0, (one, found.deeds)


def test_another_session_knows_nothing_and_damage_changes_nothing(tmp_path: Path) -> None:
    place = Session(tmp_path)
    place.say("cat .env")
    assert place.say("grep . .env", "t").again == 0
    for record in (place.home / ".local/state/failshut/log").glob("*.jsonl"):
        held = record.read_text()
        record.write_text('{"deeds":7}\n{"deeds":\n\x00\n' + held + '{"verdict":"deny","deeds":')
    found = place.say("grep -n . .env")
    assert found.action == "deny" and found.again == 1
