"""What the bundle loads before a module never leads back to it, and a run reads programs from it."""

import ast
import json
import subprocess
from pathlib import Path

import pytest

from chain import PYTHON, Chain
from failshut.hot import bundle

PACKAGE = Path(__import__("failshut").__file__).parent


def graph() -> dict[str, set[str]]:
    """Return each hot module with those that are loaded before it: its package and its imports."""
    paths = {bundle.name_of(PACKAGE, path): path for path in bundle.sources(PACKAGE)}
    found = {}
    for name, path in paths.items():
        tree = ast.parse(path.read_bytes())
        if bundle.hot(tree):
            found[name] = {*bundle.imports(tree, set(paths)), name.rpartition(".")[0]} & set(paths)
    return found


def test_no_module_waits_for_itself() -> None:
    left = graph()
    while left:
        ready = {name for name, others in left.items() if not others & set(left)}
        assert ready, f"these import each other: {sorted(left)}"
        left = {name: others for name, others in left.items() if name not in ready}


@pytest.mark.parametrize(
    ("command", "exit_code"),
    [
        ("""node -e 'require("fs").rmSync("/etc", {recursive: true})'""", 2),
        ("node -e 'console.log(1)'", 0),
        ("""python3 -c 'import shutil; shutil.rmtree("/etc")'""", 2),
        ("""python3 -c 'import json; print(json.dumps(1))'""", 0),
        ("perl -e 'unlink \"/etc/passwd\"'", 2),
        ("""awk 'BEGIN { system("rm -rf /etc") }'""", 2),
        ("sed -n '1e rm -rf /etc' f", 2),
        ("tclsh <<'E'\nexec rm -rf /etc\nE", 2),
        ("bash x.sh", 2),
        ("./x.py", 2),
        ("cat y.sh | bash", 0),
    ],
)
def test_a_bundled_run_reads_programs(command: str, exit_code: int, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    (chain.project / "x.sh").write_text("rm -rf /etc\n")
    (chain.project / "x.py").write_text("#!/usr/bin/env python3\nimport shutil\nshutil.rmtree('/etc')\n")
    (chain.project / "y.sh").write_text("echo 'rm -rf /etc'\n")
    done = subprocess.run(
        ["/bin/sh", "-c", str(chain.entry("claude-code")["command"])],
        input=chain.payload("claude-code", command), capture_output=True, env=chain.environment(),
        cwd=chain.project,
    )  # fmt: skip
    assert done.returncode == exit_code
    assert b"could not be checked" not in done.stderr


LEFT = """
import sys
package, path, payload, home = {given!r}
for name in ("failshut", "failshut.hot"):
    sys.modules[name] = module = type(sys)(name)
    module.__path__ = [package if name == "failshut" else package + "/hot"]
sys.path.insert(0, package.rpartition("/")[0])
from failshut.hot.start import Bundle
found = Bundle(package, path)
sys.meta_path.insert(0, found)
found.load("failshut.hot.answer")
from failshut.hot import answer
answer.respond("claude-code", "PreToolUse", "", home, lambda: payload)
print(*found.codes, "failshut.shell.walk.walk" in sys.modules)
"""


@pytest.mark.parametrize(
    ("command", "parsed"),
    [
        ("", False),
        ("ls", False),
        ("git status", False),
        ("npm test && git diff | head", False),
        ('cd src && wc -l "$FILE"', True),
    ],
)
def test_what_is_read_of_a_group_is_used(command: str, parsed: bool, tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    payload = chain.payload_object("claude-code", command)
    if not command:
        payload |= {"tool_name": "Read", "tool_input": {"file_path": str(chain.project / "a.txt")}}
    given = (str(chain.package), str(chain.bundle), json.dumps(payload).encode(), str(chain.home))
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", LEFT.format(given=given)], capture_output=True, text=True, check=True,
        cwd=chain.project,
    )  # fmt: skip
    assert done.stdout.split() == [str(parsed)], done.stderr
