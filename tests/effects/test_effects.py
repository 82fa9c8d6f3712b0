"""Infer the effects that the table names, no more and no fewer, and judge places by links too."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import context, verdict

from failshut.effects.infer import effects_of
from failshut.effects.places import guard_files, host_files, normal, real, where
from failshut.effects.programs import FAMILIES, WORDS
from failshut.effects.secrets import matches, secret
from failshut.model import Call, Context, Effect
from failshut.shell import commands as parse

ROWS = [json.loads(line) for line in (Path(__file__).parent / "effects.jsonl").read_text().splitlines()]


def infer(command: str, ctx: Context | None = None) -> list[Effect]:
    script = parse(command)
    assert not script.opaque, script.opaque
    call = Call("claude", "shell", "Bash", command=command)
    return [effect for effect, _ in effects_of(call, script, ctx or context())]


def agrees(effect: Effect, wanted: dict) -> bool:
    facts = {"name": effect.name, "path": effect.paths[0] if effect.paths else ""}
    return all(facts.get(key, effect.param(key)) == value for key, value in wanted.items())


@pytest.mark.parametrize("row", ROWS, ids=[row["command"] for row in ROWS])
def test_infers(row: dict) -> None:
    left = infer(row["command"])
    for wanted in row["effects"]:
        hit = next((effect for effect in left if agrees(effect, wanted)), None)
        assert hit is not None, (wanted, left)
        assert hit.detail and hit.params == tuple(sorted(hit.params))
        left.remove(hit)
    assert left == []


def test_file_tools_have_the_same_effects() -> None:
    def tool(**fields: tuple[str, ...]) -> tuple[str, str]:
        call = Call("claude", "write", "Write", text="x", **fields)
        return verdict([effect for effect, _ in effects_of(call, None, context())])

    assert tool(reads=(".env",))[1] == "secrets/env-file"
    assert tool(reads=("~/.ssh/id_rsa",))[1] == "secrets/private-key"
    assert tool(deletes=("/etc/passwd",))[1] == "files/delete-root"
    assert tool(writes=("/home/test/.config/failshut/x",))[1] == "guard/own-files"
    assert tool(writes=(".claude/settings.json",))[1] == "guard/host-hooks"
    assert tool(urls=("http://169.254.169.254/",))[1] == "network/metadata"
    assert tool(writes=("src/a.py",), reads=("src/b.py",))[0] == "pass"


def test_switches_in_host_files_are_tampering() -> None:
    call = Call("claude", "write", "Write", writes=(".claude/settings.json",),
                text='{"disableAllHooks": true}')  # fmt: skip
    found = [effect for effect, index in effects_of(call, None, context()) if index == -1]
    assert verdict(found) == ("deny", "guard/kill-switch")
    other = Call("claude", "write", "Write", writes=("notes.md",), text="disableAllHooks")
    assert verdict([effect for effect, _ in effects_of(other, None, context())])[0] == "pass"


def test_links_are_judged_by_both_ends(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "etc").symlink_to("/etc")
    (root / "loop").symlink_to("loop")
    (root / "key").symlink_to("/home/test/.ssh/id_rsa")
    ctx = context(str(root), str(root))
    assert where(f"{root}/etc/passwd", ctx) == "system"
    assert where(f"{root}/etc", ctx, last=False) == "inside"
    assert where(f"{root}/loop", ctx) == "inside"
    assert real(f"{root}/etc/../x") == "/x"
    assert infer("cat key", ctx)[0].param("secret") == "key"
    assert verdict(infer("rm -rf etc", ctx))[0] == "pass"
    assert verdict(infer("rm -rf etc/", ctx))[0] == "deny"
    assert verdict(infer("rm -rf etc/ssh", ctx))[0] == "deny"


def test_branch_comes_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    ctx = context(str(tmp_path), str(tmp_path))
    for name, given_verdict in (("topic", "pass"), ("main", "ask")):
        (tmp_path / ".git" / "HEAD").write_text(f"ref: refs/heads/{name}\n")
        assert verdict(infer("git push --force-with-lease", ctx))[0] == given_verdict


@pytest.mark.parametrize(
    ("path", "place"),
    [("/", "root"), ("/etc/x", "system"), ("/home/test", "home"), ("/home/other", "home"),
     ("/workspace", "session-parent"), ("/workspace/project", "session-root"),
     ("/home/test/.ssh/x", "home-dir-secret"), ("/workspace/project/.git/x", "git-dir"),
     ("/srv/x", "outside"), ("/tmp", "tmp-root"), ("/tmp/x", "tmp"),
     ("/workspace/project/a", "inside"), ("/workspace/project2", "outside"), (None, "unknown"),
     ("/dev/sda", "system"), ("/dev/null", "tmp"), ("/var", "system"), ("/var/x/y", "outside")],
)  # fmt: skip
def test_places(path: str | None, place: str) -> None:
    assert where(path, context()) == place


def test_root_in_unusual_places() -> None:
    for above in ("/usr/src", "/root", "/opt", "/tmp", "/home/test"):
        root = above + "/app"
        ctx = context(root, root)
        assert where(root + "/x", ctx) == "inside"
        assert where(root, ctx) == "session-root"
    assert where("/home/test", context("/home/test", "/home/test")) == "home"
    assert normal("/a/../../b//./c/") == "/b/c"


def test_secret_names() -> None:
    ctx = context()
    for name, kind in ((".env.production", "env"), (".env.sample", ""), ("a/server.key", "key"),
                       ("tests/server.key", ""), ("cert.pem", ""), ("privkey.pem", "key"),
                       ("x.pub", "")):  # fmt: skip
        assert secret(f"/workspace/project/{name}", ctx) == kind, name
    assert secret("/workspace/project/.e*", ctx, glob=True) == "env"
    assert secret("/workspace/project/*", ctx, glob=True) in ("", "key")
    assert matches(".env", ".[e]n?") and not matches(".env", "*")


def test_marked_files_cover_every_agent() -> None:
    files = host_files("/r", ("/h",))
    for name in ("/h/.claude/settings.json", "/r/.claude/settings.local.json",
    "/h/.codex/hooks.json",
                 "/h/.copilot/hooks", "/r/.github/hooks", "/r/.cursor/hooks.json",
                 "/h/.gemini/settings.json", "/h/.gemini/config/hooks.json",
                 "/r/.agents/hooks.json",
                 "/h/.kimi-code/config.toml", "/h/.kimi-code/plugins"):  # fmt: skip
        assert name in files
    assert "/h/.local/share/failshut" in guard_files("/h")


def test_every_program_is_known_to_its_family() -> None:
    for name in " ".join(FAMILIES.values()).split():
        infer(f"{name} x y")
        infer(name)
        assert f" {name} " in WORDS


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from((*WORDS.split(), "-f", "-rf", "--", "-c", "x", "/", "~", "$X", "|", ";",
"'a b'",
                                 "push", "+", "-exec", "{}", "=", "-", "a=b", ">", "*")),
                                 max_size=9))  # fmt: skip
def test_inference_never_fails(pieces: list[str]) -> None:
    script = parse(" ".join(pieces))
    effects_of(Call("claude", "shell", "Bash"), script, context())


def test_hot_modules_import_only_builtins() -> None:
    code = (
        "import sys; before = set(sys.modules); import failshut.effects.commands as i;"
        "from failshut.effects.programs import FAMILIES;"
        "import failshut.shell.walk.walk, failshut.shell.strip, failshut.effects.mentions;"
        "[i._family(n) for n in FAMILIES];"
        "import failshut.effects.table, failshut.effects.tabled, failshut.effects.within;"
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('failshut')))"
    )
    source = str(Path(sys.modules["failshut"].__file__ or "").parent.parent)
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {source!r}); {code}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", ["/dev/stderr", "/dev/stdout", "/dev/fd/2", "/proc/self/fd/1"])
def test_a_stream_is_the_commands_own_whatever_ours_are(path: str) -> None:
    code = (
        "import sys; from failshut.effects.places import where; from failshut.model import Context;"
        "sys.stdout.write(where(sys.argv[1], Context('/r', '/r', ('/h',))))"
    )
    command = [sys.executable, "-c", code, path]
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout == b"tmp"
