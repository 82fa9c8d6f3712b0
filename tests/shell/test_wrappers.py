"""See through wrappers as the table of texts says: ``?`` before a word = it stays unknown."""

import json
import sys
from pathlib import Path

import pytest

from failshut.effects.infer import effects_of
from failshut.effects.programs import FAMILIES, WORDS
from failshut.model import Call, Command
from failshut.shell import commands
from failshut.shell.options import read
from failshut.shell.strip import prefilter
from failshut.shell.wrappers import far, table
from failshut.shell.wrappers.streams import INTERPRETERS
from failshut.shell.wrappers.table import SHELLS

sys.path.insert(0, str(Path(__file__).parents[1] / "effects"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from judge import context

import stream_table
import wrapper_table
from table_problem import Problem

DATA = Path(__file__).with_name("wrappers.jsonl")
TEXTS = [json.loads(line) for line in DATA.read_text().splitlines()]


def told(command: Command) -> dict[str, object]:
    """Return a command as a row of the table has it."""
    found: dict[str, object] = {
        "argv": [word.text if word.literal else "?" + word.text for word in command.argv]
    }
    if command.via:
        found["via"] = list(command.via)
    if command.cwd != "":
        found["cwd"] = command.cwd
    return found


@pytest.mark.parametrize("row", TEXTS, ids=[row["text"] for row in TEXTS])
def test_runs(row: dict) -> None:
    script = commands(row["text"])
    assert script.opaque == ""
    assert [told(one) for one in script.commands] == row["runs"]


def test_every_row_of_the_table_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "READ", {})
    for row in TEXTS:
        commands(row["text"])
    assert {line.split("\t")[1] for line in table.INDEX.split("\n")[1:-1]} - set(table.READ) == set()


def test_what_a_wrapper_gets_is_kept_apart() -> None:
    command = commands("sudo -u bob sh -c 'rm x'").commands[0]
    assert [[word.text for word in argv] for argv in command.outer] == [
        ["sudo", "-u", "bob", "sh", "-c", "rm x"],
        ["sh", "-c", "rm x"],
    ]


def test_redirections_stand_once() -> None:
    found = commands("ssh h 'rm x' > out; sudo rm x > out").commands
    assert [len(one.redirects) for one in found] == [1, 0, 1]


def test_too_many_wrappers_stay_unknown() -> None:
    for text in ("sudo " * 60 + "rm x", "find " + "-exec find " * 60 + "x"):
        assert commands(text).commands[-1].argv[0].literal is False


LARGE = (
    "nice " * 9000,
    "find . " + "-exec rm {} ; " * 4000,
    "find " + "-exec find " * 5000,
    "xargs -I{} rm " + "{} " * 9000,
    "parallel rm ::: " + "a " * 20000,
    "env -S '" + "a " * 20000 + "'",
    "tmux " + "new 'rm x' \\; " * 4000,
    "make --eval='" + "x:;rm\n" * 5000 + "'",
    "echo " + "a " * 20000 + "| xargs -n1 rm",
)


@pytest.mark.parametrize("text", LARGE, ids=range(len(LARGE)))
def test_large_ones_end_soon(text: str) -> None:
    import time

    start = time.process_time()
    commands(text)
    assert time.process_time() - start < 6


def test_one_list_of_shells_serves_all() -> None:
    assert {*FAMILIES["exec"].split()} >= set(SHELLS)
    assert set(SHELLS) <= set(INTERPRETERS)
    assert set(INTERPRETERS) - {*" ".join(FAMILIES.values()).split()} == set()


HIDDEN = (
    "su -crm", "flock x -crm", "tar -Irm x", "fly ssh console -Crm", "vagrant ssh -crm", "hyperfine -prm",
    "echo x | nsenter -t 1", "hash -p /x/y ls", "enable -f ./x y", "env -Srm", "runuser -crm bob",
)  # fmt: skip


@pytest.mark.parametrize("text", HIDDEN)
def test_the_prefilter_keeps_what_hides_a_command(text: str) -> None:
    assert prefilter(text, WORDS)


def test_a_container_is_no_reason_to_look_for_secrets_here() -> None:
    call = Call("codex", "shell", "Bash", command="docker exec c cat .env")
    found = effects_of(call, commands(call.command or ""), context())
    assert [effect.param("secret") for effect, _ in found] == [""]


BAD = {
    "wrappers": {
        '[x]\nidel = "h"\n': ":2: unknown key 'idel'",
        '[x]\noptions = "h,help"\nidle = "h"\n': ":3: no option goes by 'h'",
        "[x]\nkeep = 1\n": ":2: 'keep' can only be true",
        '[x]\nnames = "y"\n[y]\n': ":2: 'y' has a table already",
        "[x]\nruns = [\n { argv = 0 },\n { arg = 0 },\n]\n": ":4: unknown key 'arg'",
        "[x]\nruns = [{ argv = 0, text = 0 }]\n": ":2: needs one of",
        '[x]\nruns = [{ option = "c" }]\n': ":2: no option goes by 'c'",
        '[x]\nruns = [{ text = 0, as = "runes" }]\n': ":2: nothing in readers.py reads 'runes'",
        '[x]\ngrammar = "latin"\n': ":2: there is no wrappers/latin.py",
        '[x]\noptions = "c c"\n': ":2: the option 'c' is there twice",
    },
    "streams": {
        '[x]\nprograms = "y"\n': ":1: unknown table 'x'",
        '[network]\nprogram = "y"\n': ":1: holds `programs`",
    },
}


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_in_a_table_stops_the_generator_with_its_line(name: str) -> None:
    make = (wrapper_table if name == "wrappers" else stream_table).source_text
    for text, message in BAD[name].items():
        with pytest.raises(Problem, match="src/failshut/shell/") as caught:
            make(text)
        assert f"{name}.toml{message}" in str(caught.value)


def test_a_new_table_is_enough_for_a_new_wrapper(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict = {}
    text = '[frob]\noptions = "n,level= v"\nidle = "v"\nruns = [{ argv = 1 }]\n'
    for source in wrapper_table.source_text(text):
        exec(source, made)
    for module, name in ((table, "INDEX"), (table, "NEAR"), (far, "FAR")):
        monkeypatch.setattr(module, name, made[name])
    monkeypatch.setattr(table, "READ", {})
    found = commands("frob --level 3 place rm x; frob -v place rm x").commands
    assert [told(one) for one in found] == [
        {"argv": ["rm", "x"], "via": ["frob"]},
        {"argv": ["frob", "-v", "place", "rm", "x"]},
    ]


def test_options_of_several_values_are_read() -> None:
    from failshut.model import Word

    words = tuple(Word(text) for text in "--bind a b -c d e".split())
    options = read(words, "bind=2 c=", permute=False)
    assert [word.text for word in options.values("bind")] == ["a", "b"]
    assert [word.text for word in options.rest] == ["e"]
