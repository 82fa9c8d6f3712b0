"""The GitHub Action and the hook for pre-commit run the verb as their inputs say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import failshut
from failshut.lint.rule import PERSONAS
from lint import proofs
from lint.desk import tree

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = ACTION["runs"]["steps"]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
EXPRESSION = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")


def test_inputs_reach_scripts_as_variables_only() -> None:
    assert ACTION["runs"]["using"] == "composite"
    seen = set()
    for step in STEPS:
        assert "${{" not in step["run"] and step["shell"] == "bash" and "uses" not in step
        for value in step.get("env", {}).values():
            match = EXPRESSION.fullmatch(value)
            assert match is not None
            seen.add(match[1])
    assert seen == set(ACTION["inputs"])


def action(place: Path, top: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's last step as a runner would, with this package in place of the installed one."""
    program = place / "failshut" / "bin" / "failshut"
    program.parent.mkdir(parents=True, exist_ok=True)
    source = Path(failshut.__file__).parent.parent
    program.write_text(f'#!/bin/sh\nPYTHONPATH={source} exec {sys.executable} -m failshut "$@"\n')
    program.chmod(0o755)
    told = {name: str(one["default"]) for name, one in ACTION["inputs"].items()}
    told |= {name.replace("_", "-"): value for name, value in inputs.items()}
    step = STEPS[-1]
    environment = {
        name: told[EXPRESSION.fullmatch(value)[1]]  # type: ignore[index]
        for name, value in step["env"].items()
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=top,
        env={"PATH": os.environ["PATH"], "RUNNER_TEMP": str(place), "HOME": str(place), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_annotates_and_fails(tmp_path: Path) -> None:
    done = action(tmp_path / "runner", tree(tmp_path))
    assert done.returncode == 1 and done.stderr == ""
    assert "::error file=hooks/guard.sh,line=5,col=3,title=exit-one-refusal::" in done.stdout


def test_the_action_takes_its_inputs(tmp_path: Path) -> None:
    tree(tmp_path, "a b")
    tree(tmp_path, "-c")
    run = tmp_path / "runner"
    done = action(
        run,
        tmp_path,
        path="a b\n-c\n",
        format="json",
        fail_on="never",
        version="kimi=2.1.0\ncodex=0.171.0 ",
    )
    assert done.returncode == 0, done.stderr
    paths = {row["path"].partition("/")[0] for row in json.loads(done.stdout)["findings"]}
    assert paths == {"a b", "-c"}
    assert action(run, tmp_path, path="a b", version="kimi").returncode == 2
    assert action(run, tmp_path, path="a b", persona="strict").returncode == 2
    for persona in PERSONAS:
        assert action(run, tmp_path, path="a b", persona=persona).returncode == 1


def test_text_in_an_input_is_never_run(tmp_path: Path) -> None:
    top = tree(tmp_path)
    for name in ACTION["inputs"]:
        action(tmp_path / "runner", top, **{name.replace("-", "_"): '$(touch x)`touch x`"; touch x #'})
    assert not list(tmp_path.rglob("x"))


def test_the_action_writes_sarif_as_well(tmp_path: Path) -> None:
    top = tree(tmp_path)
    done = action(tmp_path / "runner", top, sarif_file="found.sarif")
    assert done.returncode == 1 and "::error" in done.stdout
    assert json.loads((top / "found.sarif").read_text())["runs"][0]["results"]


def test_the_action_writes_no_sarif_when_it_looked_at_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = action(tmp_path / "runner", tmp_path, path="empty", sarif_file="found.sarif")
    assert done.returncode == 3 and not (tmp_path / "found.sarif").exists()


def test_pre_commit_runs_for_every_file_that_findings_can_lie_in() -> None:
    pattern = re.compile(HOOK["files"])
    missed = set()
    for rule in proofs.cases():
        for path in (proofs.HERE / rule).rglob("*"):
            inside = path.relative_to(proofs.HERE / rule)
            if path.is_file() and len(inside.parts) > 1:
                shown = "/".join(inside.parts[1:])
                missed |= {shown} if not pattern.search(shown) else set()
    assert not {one for one in missed if _matters(one)}
    assert not any(
        pattern.search(name) for name in ("README.md", "src/main.rs", ".github/workflows/ci.yml")
    )


def _matters(path: str) -> bool:
    """Say whether a missed file is one that can be found fault with: here all but notes."""
    return not path.endswith((".md", ".txt"))


def test_the_hook_gives_no_file_names_and_runs_the_verb() -> None:
    assert HOOK["id"] == "failshut-lint" and HOOK["entry"] == "failshut lint"
    assert HOOK["pass_filenames"] is False and HOOK["language"] == "python"


def test_the_hook_is_one_for_pre_commit(tmp_path: Path) -> None:
    program = shutil.which("pre-commit", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        pytest.skip("pre-commit isn't installed")
    done = subprocess.run(
        [program, "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")],
        env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
