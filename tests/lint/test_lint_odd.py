"""Files made to break the reader or its reader: steering characters, endless nesting, odd files."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from failshut.lint.document import Document, Span
from failshut.lint.engine import merged
from failshut.lint.rule import Finding
from failshut.lint.rules import load
from failshut.output.visible import quiet, visible
from lint.desk import lint, tree

STEERING = [chr(code) for code in (*range(32), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, 0x2028, 0x2029)]
STEERING += [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]


def settings(top: Path, value: object, file: str = ".claude/settings.json") -> Path:
    """Write a hook file; a text is written as it is."""
    path = top / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def handler(command: str, **more: object) -> dict[str, object]:
    """Return a hook file with one hook."""
    row = {"type": "command", "command": command, **more}
    return {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [row]}]}}


def timed(number: str) -> str:
    """Return a hook file whose timeout is a number as it is written."""
    return json.dumps(handler("./x", timeout=7)).replace("7}", number + "}")


def test_steering_characters_are_written_out() -> None:
    assert visible("a\x1b[2Jb\u202ec\x9b\n\u2066é😀") == r"a\x1b[2Jb\u202ec\x9b\n\u2066é😀"
    assert visible("a\nb\x07", keep="\n") == "a\nb\\x07"
    assert quiet("::error::x\n a::b\n  ::add-mask::y") == "\\x3a:error::x\n a::b\n  \\x3a:add-mask::y"


@pytest.mark.parametrize("form", ["text", "github", "junit", "json", "sarif"])
@pytest.mark.parametrize("char", STEERING, ids=lambda char: f"{ord(char):04x}")
def test_no_form_prints_them(tmp_path: Path, char: str, form: str) -> None:
    name = f"a{char}::error title=x::b" if char not in "\0" else "a"
    top = tmp_path / name
    quoted = json.dumps({f"Pre{char}ToolUse": [{"hooks": [{"type": "command", "command": f"x{char}y"}]}]},
                        ensure_ascii=ord(char) < 32)  # fmt: skip
    settings(top, f'{{"hooks": {quoted}, "odd{char if ord(char) > 31 else ""}key": 1}}')
    done = lint(tmp_path, "--format", form, "--persona", "auditor")
    assert done.code == 1
    kept = "\n" if char == "\n" else ""
    assert all(one not in done.stdout + done.stderr for one in STEERING if one not in "\n\t" + kept)
    if form in ("text", "github"):
        assert not [row for row in done.stdout.splitlines() if row.lstrip().startswith("::error title=x")]


def test_a_diff_of_such_a_file_can_be_read(tmp_path: Path) -> None:
    import subprocess

    tree(tmp_path, "a\nb")
    done = lint(tmp_path, "--diff")
    assert '--- "a/a\\012b/' in done.stdout
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, cwd=tmp_path, check=True)
    assert lint(tmp_path, "--diff").stdout == ""


def broken(top: Path) -> Path:
    """Write a guard that refuses with 1, so that there is something else to find."""
    (top / "guard.sh").write_text(
        "#!/bin/bash\ncmd=$(jq -er .tool_input.command) || exit 2\n"
        'if [[ $cmd == *"--force"* ]]; then\n  echo "Push to a new branch." >&2\n  exit 1\nfi\n'
    )
    return settings(top, handler("bash guard.sh"), ".claude/settings.json")


NESTED = '"' + "(" * 2000 + ")" * 2000 + '"'
HARD = {
    "matcher nested": (".claude/settings.local.json",
                       json.dumps(handler("./x")).replace('"Bash"', NESTED), ""),
    "matcher repeated": (".claude/settings.local.json",
                         json.dumps(handler("./x")).replace("Bash", "a{99999999999999999999}"), ""),
    "copilot matcher": (".github/hooks/a.json", json.dumps({"version": 1, "hooks": {"preToolUse": [
        {"type": "command", "bash": "./x", "matcher": "(" * 2000 + ")" * 2000}]}}), ""),
    "codex matcher": (".codex/hooks.json",
                      json.dumps(handler("./x")).replace('"Bash"', NESTED), ""),
    "many digits": (".claude/settings.local.json",
                    timed("9" * 5000), "timeout-unit"),
    "hundreds of digits": (".claude/settings.local.json",
                           timed("9" * 399), "timeout-unit"),
    "beyond": (".claude/settings.local.json",
               timed("1e999"), "timeout-unit"),
    "beyond below": (".claude/settings.local.json",
                     timed("-1e999"), ""),
    "nearly beyond": (".gemini/settings.json",
                      json.dumps(handler("./x", timeout=7)).replace("PreToolUse", "BeforeTool").replace(
                          "7}", "1e308}"), ""),
    "copilot beyond": (".github/hooks/a.json", json.dumps({"version": 1, "hooks": {"preToolUse": [
        {"type": "command", "bash": "./x", "timeoutSec": 7}]}}).replace("7}", "1e999}"), ""),
    "toml lists": (".codex/config.toml", "a=" + "[" * 10000, "not-strict-json"),
    "toml lists whole": (".codex/config.toml", "a=" + "[" * 900 + "]" * 900, ""),
    "toml tables": (".codex/config.toml", "a=" + "{b=" * 10000, "not-strict-json"),
    "toml names": (".codex/config.toml", "a" + ".a" * 3000 + "=1\n", ""),
    "toml digits": (".codex/config.toml", "a=" + "9" * 5000 + "\n", ""),
    "json lists": (".claude/settings.local.json", "[" * 100000, "not-strict-json"),
    "front matter": (".claude/agents/a.md", "---\nhooks: " + "[" * 5000 + "\n---\n", ""),
    "front digits": (".claude/agents/a.md", "---\nhooks: " + "9" * 5000 + "\n---\n", ""),
    "python signs": ("x.py", "x=" + "-" * 50000 + "1\n", "script-broken"),
    "python brackets": ("x.py", "x=" + "(" * 5000 + "1\n", "script-broken"),
    "shell brackets": ("x.sh", "a=" + "$(" * 5000 + "\n", ""),
    "script brackets": ("x.js", "x=" + "(" * 5000 + "\n", ""),
}  # fmt: skip


@pytest.mark.parametrize(("file", "text", "rule"), HARD.values(), ids=HARD)
def test_hard_texts_break_nothing(tmp_path: Path, file: str, text: str, rule: str) -> None:
    broken(tmp_path)
    settings(tmp_path, text, file)
    if file.startswith("x."):
        program = {"py": "python3", "sh": "bash", "js": "node"}[file[2:]]
        settings(tmp_path, handler(f"{program} {file}"), ".claude/settings.local.json")
    for form in ("text", "json", "sarif", "github", "junit"):
        done = lint(tmp_path, "--format", form, "--persona", "auditor")
        assert done.code == 1 and done.stderr == "", done.stdout[-500:] + done.stderr[-500:]
    found = lint(tmp_path, "--format", "json").found
    assert "guard.sh:5: exit-one-refusal" in found
    assert not rule or any(row.startswith(file) and row.endswith(": " + rule) for row in found), found
    assert lint(tmp_path, "--diff", "--unsafe-fixes", "--persona", "auditor").code in (0, 1)


@pytest.mark.parametrize("text", ["a=" + "[" * 10000, "\na=" + "{b=" * 10000, "a=" + "9" * 5000])
def test_a_hard_configuration_is_told_with_its_line(tmp_path: Path, text: str) -> None:
    broken(tmp_path)
    settings(tmp_path, text, ".failshut/lint.toml")
    done = lint(tmp_path)
    line = text.count("\n") + 1
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"failshut: .failshut/lint.toml:{line}: ")
    assert done.stderr.count("\n") == 1


def test_what_breaks_outside_a_rule_is_named_and_the_rest_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from failshut.lint import project, suppress

    broken(tmp_path)
    settings(tmp_path, {"version": 1, "hooks": {}}, ".cursor/hooks.json")
    real = project.loading

    def loading(host: str, *more: object, **others: object) -> object:
        if host == "cursor":
            raise ZeroDivisionError("broken")
        return real(host, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(project, "loading", loading)
    done = lint(tmp_path)
    assert done.code == 4 and "exit-one-refusal" in done.stdout
    assert "reading for cursor: .cursor/hooks.json" in done.stdout and "ZeroDivisionError" in done.stdout
    monkeypatch.undo()

    def suppressed(*_: object) -> object:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(suppress, "suppressed", suppressed)
    done = lint(tmp_path)
    assert done.code == 4 and "exit-one-refusal" in done.stdout and "suppressions" in done.stdout


@pytest.mark.parametrize("kind", ["pipe", "device", "large", "folder"])
@pytest.mark.parametrize("file", [".failshut/lint.toml", "known.json"])
def test_what_no_reading_ends_at_is_refused(tmp_path: Path, file: str, kind: str) -> None:
    broken(tmp_path)
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "large":
        with open(path, "wb") as opened:
            opened.truncate(60_000_000)
    else:
        path.mkdir()
    done = lint(tmp_path, *(("--baseline", file) if file == "known.json" else ()))
    assert (done.code, done.stdout) == (2, "")
    says = {"large": "larger than", "folder": "folder"}.get(kind, "isn't a regular file")
    assert file in done.stderr and says in done.stderr


def test_a_link_that_leads_out_is_not_written_through(tmp_path: Path) -> None:
    top, far = tree(tmp_path), tmp_path / "far.sh"
    shutil.move(top / "hooks" / "guard.sh", far)
    (top / "hooks" / "guard.sh").symlink_to(far)
    before = far.read_bytes()
    done = lint(top, "--fix")
    assert done.code == 2 and "outside the linted folder" in done.stderr and str(far) in done.stderr
    assert far.read_bytes() == before


def test_each_mended_file_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "a\nb")
    done = lint(tmp_path, "--fix")
    assert "a\\nb/hooks/guard.sh: mended\n" in done.stderr and "hooks/guard.py: mended\n" in done.stderr


def test_findings_of_several_hosts_are_the_same_in_any_order() -> None:
    from itertools import permutations

    document = Document("a.json", "{}", "json")
    rule = load("stdout-reason").rule
    ones = [
        Finding(rule, document, Span(0, 1), message, "Do.", (host,), f"{host}/x", edits=())
        for host, message in (
            ("codex", "it: a"),
            ("kimi", "it: b"),
            ("claude-code", "it: a"),
            ("gemini", "it: c"),
        )
    ]
    assert len({str(merged(order)) for order in permutations(ones)}) == 1


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_settings_file_is_fine(tmp_path: Path, text: str) -> None:
    broken(tmp_path)
    settings(tmp_path, text, ".claude/settings.local.json")
    done = lint(tmp_path, "--format", "json", "--hosts", "copilot,cursor,claude-code")
    assert not [row for row in done.found if "settings.local" in row]
