"""Programs in other languages and script files do what the tables say, no more and no less.

An effect is written ``NAME PATH``, with ``-r`` for a whole tree; ``ROOT`` is the session root.
"""

import json
import shlex
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import context

from failshut.effects.files import LARGEST, MOST, Files
from failshut.effects.infer import effects_of
from failshut.effects.scripts.clike.languages import NAMES
from failshut.effects.scripts.program import program_text
from failshut.effects.site import Site
from failshut.model import Call, Command, Context, Effect, Word
from failshut.shell import commands as parse

HERE = Path(__file__).parent
PROGRAMS = [json.loads(line) for line in (HERE / "scripts.jsonl").read_text().splitlines()]
FILES = [json.loads(line) for line in (HERE / "files.jsonl").read_text().splitlines()]
LINES = {
    "python": "python3 -c", "node": "node -e", "perl": "perl -e", "ruby": "ruby -e", "php": "php -r",
    "lua": "lua -e", "Rscript": "Rscript -e", "osascript": "osascript -e", "awk": "awk", "sed": "sed",
    "deno": "deno eval", "bun": "bun -e",
}  # fmt: skip


def shown(effect: Effect) -> str:
    """Return an effect as the tables write it."""
    what = effect.paths[0] if effect.paths else effect.param("how") or effect.param("what")
    what = what or effect.param("url")
    tree = effect.name == "fs.delete" and effect.param("recursive") == "yes"
    return effect.name + (f" {what}" if what else "") + (" -r" if tree else "")


def infer(command: str, ctx: Context) -> list[str]:
    """Return the effects of a command."""
    script = parse(command, ctx.files)
    assert not script.opaque, script.opaque
    call = Call("claude", "shell", "Bash", command=command)
    return [shown(effect) for effect, _ in effects_of(call, script, ctx)]


@pytest.mark.parametrize("row", PROGRAMS, ids=[f"{row['language']}: {row['program']}" for row in PROGRAMS])
def test_a_program_on_the_command_line(row: dict) -> None:
    line = LINES.get(row["language"])
    command = f"{line} {shlex.quote(row['program'])}" if line else f"tclsh <<'E'\n{row['program']}\nE"
    assert infer(command, context()) == row["effects"]


@pytest.mark.parametrize(
    "row", [row for row in PROGRAMS if row["language"] in ("python", "node", "perl", "ruby", "lua")],
    ids=lambda row: row["program"],
)  # fmt: skip
def test_the_same_program_in_a_file(row: dict, tmp_path: Path) -> None:
    ctx = workspace(tmp_path, {"program": row["program"]})
    name = "python3" if row["language"] == "python" else row["language"]
    found = [one.replace(ctx.root, "/workspace/project") for one in infer(f"{name} program", ctx)]
    assert found == [one for one in row["effects"] if not one.startswith("opaque.")]


def workspace(folder: Path, files: dict[str, str]) -> Context:
    """Return a context whose root holds these files."""
    root = folder / "project"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, newline="")
    ctx = context(str(root), str(root))
    ctx.files = Files(ctx)
    return ctx


@pytest.mark.parametrize("row", FILES, ids=[f"{row['command']} {row['files']}" for row in FILES])
def test_a_file_that_a_command_runs(row: dict, tmp_path: Path) -> None:
    ctx = workspace(tmp_path, row["files"])
    assert [one.replace(ctx.root, "ROOT") for one in infer(row["command"], ctx)] == row["effects"]


def test_without_a_reader_no_file_counts(tmp_path: Path) -> None:
    ctx = workspace(tmp_path, {"x.sh": "rm -rf /etc", "x.py": "import os; os.remove('/etc/passwd')"})
    assert infer("bash x.sh; ./x.sh; python3 x.py", ctx) == ["fs.delete /etc -r"] * 2 + [
        "fs.delete /etc/passwd"
    ]
    ctx.files = None
    assert infer("bash x.sh; ./x.sh; python3 x.py", ctx) == []


def test_what_is_read_is_bounded(tmp_path: Path) -> None:
    body = "rm -rf /etc\n"
    many = {f"{number}.sh": body for number in range(MOST + 2)}
    large = {"large.sh": body + "#" * LARGEST, "nul.sh": body + "\0", ".env": body}
    ctx = workspace(tmp_path, {**many, **large})
    (tmp_path / "project" / "folder.sh").mkdir()
    (tmp_path / "project" / "out.sh").symlink_to("/etc/passwd")
    for name in ("large.sh", "nul.sh", "folder.sh", "out.sh", "gone.sh"):
        assert infer(f"bash {name}", ctx) == [], name
    assert any("large.sh (too large)" in one for one in ctx.files.marks)
    assert any("out.sh (outside the workspace)" in one for one in ctx.files.marks)
    assert infer("source ./.env", ctx) == [f"fs.read {ctx.root}/.env"]
    assert infer("".join(f"bash {name}\n" for name in many), ctx) == ["fs.delete /etc -r"] * MOST
    assert any("too many" in one for one in ctx.files.marks)


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    import os

    ctx = workspace(tmp_path, {"a": ""})
    os.mkfifo(tmp_path / "project" / "pipe.sh")
    assert infer("bash pipe.sh; cat pipe.sh | sh; ./pipe.sh", ctx) == [f"fs.read {ctx.root}/pipe.sh"]


def test_files_in_files_end(tmp_path: Path) -> None:
    files = {f"{number}.sh": f"bash {number + 1}.sh" for number in range(6)}
    ctx = workspace(tmp_path, {**files, "6.sh": "rm -rf /etc"})
    assert infer("bash 0.sh", ctx) == []
    assert infer("bash 3.sh", ctx) == ["fs.delete /etc -r"]


def run(text: str, language: str) -> list[Effect]:
    site = Site(Command((Word(language),)), (), 0, context())
    program_text(Word(text), site, language)
    return site.effects


PIECES = (
    *"import os|os.system('rm')|def f(x):|f(|)|(|{|}|[|]|'|\"|`|${|#{|$x|@x|%w[|q{|/|//|/*".split("|"),
    *"for in do end if x function .each unlink print getline , \\ lambda return exec 1 + . .. ::".split(),
    *"class A|sub f|lambda x:|s/a/b/e|const {a: b}|import|from|e rm|;".split("|"),
    "|", "->", "?", ":", "<<E", "=", "=>", "w x", "\0", "\u00ba0\u00ba", "\n", "\n  ",
)  # fmt: skip
HEAVY = (
    list("([{-"), "f( x+ 'a'+ \"${ $x{ #{ a.b f'{ s/a/ q( <<E\n %w[".split(),
    ["if x {", "x = [", "=> ", "do ", "\n ", "def f():\n ", "not ", "lambda: ", "/x/ ", "x => x => "],
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20), st.sampled_from((*NAMES, "python", "tclsh")))
def test_reading_never_fails(pieces: list[str], language: str) -> None:
    run("".join(pieces), language)
    run(" ".join(pieces), language)


@pytest.mark.parametrize("language", [*NAMES, "python", "tclsh"])
def test_reading_is_bounded(language: str) -> None:
    for piece in [one for some in HEAVY for one in some]:
        begun = time.process_time()
        run((piece * 65536)[:65536], language)
        assert time.process_time() - begun < 6, piece


def test_python_2_is_read_for_its_literals() -> None:
    assert [shown(one) for one in run("print 'x'\nimport os\nos.system('rm -rf /etc')", "python")] == [
        "fs.delete /etc -r"
    ]
