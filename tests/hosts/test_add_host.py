"""The scaffold writes a host that claims nothing, refuses all the same, and breaks nothing."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from house import TESTS, TOOLS, House, texts

NAME, TITLE = "my-agent", "My Agent 2"
LAYOUT = TESTS / "fixtures" / "eighth-host"


def add_host(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / "add_host.py"), *arguments, "--root", str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, dict[str, str]]:
    """Return a house with the scaffolded host in it, and the files that were written."""
    house = House(tmp_path_factory.mktemp("added") / "house")
    before = house.texts()
    done = add_host(house.base, NAME, TITLE)
    assert done.returncode == 0, done.stderr
    after = house.texts()
    assert all(after[name] == before[name] for name in before), "nothing that exists is changed"
    written = {name: after[name] for name in after.keys() - before.keys()}
    assert {f"src/failshut/{name}" for name in written} <= {*done.stdout.splitlines()}
    house.register(next(line for line in done.stdout.splitlines(True) if line.startswith("    ")))
    return house, written


def test_it_writes_the_files_of_the_page(made: tuple[House, dict[str, str]]) -> None:
    _, written = made
    layout = {
        name.replace("example-agent", NAME).replace("example_agent", "my_agent") for name in texts(LAYOUT)
    }
    assert written.keys() == layout
    assert not any(word in text.lower() for text in written.values() for word in ("new-host", "new host"))


def test_it_claims_nothing(made: tuple[House, dict[str, str]]) -> None:
    _, written = made
    cells = [cell for name, text in written.items() if name.endswith(".toml")
             for cell in tomllib.loads(text)["cells"].values()]  # fmt: skip
    assert {cell["evidence"] for cell in cells} == {"reported"}
    assert {cell["effect"] for cell in cells if "effect" in cell} == {"unknown"}


def test_its_outcome_is_unknown_and_its_line_refuses(made: tuple[House, dict[str, str]]) -> None:
    house, _ = made
    for more in ((), ("--exit", "2", "--stderr", "No."), ("--exit", "1"), ("--timed-out",)):
        answer = json.loads(house.failshut("simulate", NAME, *more, "--format", "json"))
        assert (answer["effect"], answer["evidence"]) == ("unknown", "reported")
    house.failshut("init", "--hosts", NAME, "--home", str(house.home), "--yes")
    wired = json.loads((house.home / ".my-agent" / "hooks.json").read_text())
    line = wired["hooks"]["PreToolUse"][0]["command"]
    payload = {"hook_event_name": "PreToolUse", "tool_name": "shell"}
    for command, code in (("git push --force origin main", 2), ("ls", 0)):
        sent = json.dumps(payload | {"tool_input": {"command": command}})
        done = subprocess.run(
            ["/bin/sh", "-c", line], input=sent, capture_output=True, text=True, cwd=house.project
        )
        assert (done.returncode, done.stdout) == (code, "")
        assert ("Rule git/force-push" in done.stderr) == bool(code)


def test_the_registry_takes_it(made: tuple[House, dict[str, str]]) -> None:
    house, _ = made
    files = [
        str(TESTS / "hosts" / "test_registry.py"),
        str(TESTS / "interpret/test_interpret_contracts.py"),
    ]
    done = house.python("-m", "pytest", "-p", "no:cacheprovider", *files)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "title", "says"),
    [
        ("My Agent", "My Agent", "is no name for a host"),
        ("import", "Import", "is no name for a host"),
        ("my-agent", 'My "Agent"', "is no title"),
        ("kimi", "Kimi", "exists already"),
        ("words", "Words", "hosts/words.py exists already"),
    ],
)
def test_what_it_does_not_take(tmp_path: Path, name: str, title: str, says: str) -> None:
    house = House(tmp_path / "house")
    before = house.texts()
    done = add_host(house.base, name, title)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert house.texts() == before
