"""Read plain texts as the table says, and refuse to read what is more than plain."""

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.model import Word
from failshut.shell import commands as parse

CASES = tomllib.loads((Path(__file__).parent / "plain.toml").read_text())["case"]
OPAQUE = (
    "(p", "p 'x", 'p "x', "p |", "| p", "p ;; q", "p && ", "p >", "if p; then", "for a in b",
    "{ p", "p & & q", "a=(1", "p $(q", "p `q", "case a in", "f() p", "p )", "fi", "x" * 70000,
    "sh -c 'sh -c \"'\n", "[[ a", "p <<<", "p ${a", "p $((1)",
)  # fmt: skip


def shown(word: Word) -> str:
    return word.text if word.literal else "?" + word.text


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_reads(case: dict) -> None:
    script = parse(case["text"])
    assert script.opaque == ""
    assert [[shown(word) for word in one.argv] for one in script.commands] == case["runs"]


@pytest.mark.parametrize("text", OPAQUE, ids=[text[:20] for text in OPAQUE])
def test_refuses_to_guess(text: str) -> None:
    script = parse(text)
    assert script.opaque and len(script.opaque) < 80
    assert [
        one.argv[0].text for one in script.commands if one.argv[0].text not in (":", text[:65536])
    ] == []


def test_nul_characters_are_left_out_as_bash_does() -> None:
    script = parse("r\0m x\0")
    assert script.opaque and [word.text for word in script.commands[0].argv] == ["rm", "x"]


def test_what_stands_before_the_unreadable_line_is_read() -> None:
    script = parse("p a\nq | r\ns 'x")
    assert [one.argv[0].text for one in script.commands] == ["p", "q", "r"] and script.opaque


@pytest.mark.parametrize("mark", ["&&", "|", "||", ";"])
def test_what_stands_before_a_cap_is_read(mark: str) -> None:
    script = parse("A=1; " + f"p $A {mark} " * 5000 + "q")
    assert script.opaque and len(script.commands) > 2000
    assert [word.text for word in script.commands[2000].argv] == ["p", "1"]


def test_folders_follow_cd() -> None:
    def folders(text: str) -> list[str | None]:
        return [one.cwd for one in parse(text).commands if one.argv[0].text == "p"]

    assert folders("cd a && p; p") == ["a", "a"]
    assert folders("cd /x; cd y; p") == ["/x/y"]
    assert folders("cd a || exit 1; p") == ["a"]
    assert folders("q && cd a || exec r; p") == ["a"]
    assert folders("q && cd a || exec 3>&1; p") == folders("q && cd a || exec -a b; p") == [None]
    assert folders("q && echo cd a > s; . ./s; p") == [None]
    assert folders("V=; q && V=x; for i in $V y; do p; cd a; done") == ["", "a"]
    assert folders("p || cd a; p") == ["", None]
    assert folders("cd a | p; p") == ["", ""]
    assert folders("cd a & p") == [""]
    assert folders("A=('x y')\n: $((A[0]+1)); cd a\np") == [None]
    assert folders("f() { cd a; q; }; f || p") == [None]
    assert folders("A=1; cd a || p; B=2; cd b && p") == ["", "a/b"]
    assert folders("trap p EXIT\ncd a; q ${M['k']}; cd b") == ["", None]
    assert folders("cd; p") == ["$HOME"]
    assert folders("cd ~/x; p") == ["$HOME/x"]
    assert folders("cd $X; p") == [None]
    assert folders("cd a; cd -; p") == [""]
    assert folders("sh -c 'cd a; p'; p") == ["a", ""]
    assert folders("env -C a p") == ["a"]


def test_what_stands_behind_a_function_that_calls_itself_often_is_read() -> None:
    text = 'f() { a $1; (f b); f c; X=$(f d); eval "f e"; (f g; f h | f i); f j && f k; }; f; p'
    script = parse(text)
    assert script.opaque == "" and script.commands[-1].argv[0].text == "p"
    assert {one.argv[-1].text for one in script.commands if one.argv[0].text == "a"} >= {*"abcdeghijk"}


def test_pipes_redirects_and_spans() -> None:
    text = "p 2>&1 | q >> out; sh -c 'r; s' | t"
    commands = parse(text).commands
    assert [one.pipe_from for one in commands] == [-1, 0, -1, -1, 3]
    assert [(one.op, one.target.text) for one in commands[0].redirects] == [("2>&", "1")]
    assert text[commands[0].start : commands[0].end] == "p 2>&1"
    assert commands[2].via == ("sh -c",) and commands[2].start == commands[3].start


def test_globs_are_marked_only_unquoted() -> None:
    words = parse("p *.py '*.py' \\*").commands[0].argv
    assert [word.glob for word in words] == [False, True, False, False]


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="ab $'\"\\\n;|&<>(){}~#=*-c`sh!", max_size=60))
def test_never_raises(text: str) -> None:
    parse(text)


@pytest.mark.parametrize(
    "text",
    ["p " * 500000, "'" * 1000001, "$A" * 30000, "a=$a$a;" * 9000, "sh -c '" * 9000,
     "A=" + "x" * 1000 + ";" + "$A" * 30000, "\\\n" * 30000, "p|" * 30000,
     "".join(f"export A{i}=1;" for i in range(4000)),
     "&&".join(f"A{i}=1" for i in range(7000)), "eval 'A=1;p';" * 4000, "p&&" * 21000],
    ids=range(12),
)  # fmt: skip
def test_large_texts_end_soon(text: str) -> None:
    start = time.process_time()
    parse(text)
    assert time.process_time() - start < 6
