"""Read hard texts into the right tree, agree with bash on what is shell, and always answer."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from failshut.shell import syntax
from failshut.shell.parse import cases, compound
from failshut.shell.parse.grammar import parse
from failshut.shell.syntax import Lit, Node, Param, Simple, Sub, Unparsable

TEXTS = [json.loads(line) for line in (Path(__file__).parent / "texts.jsonl").read_text().splitlines()]


def shape(node: Node) -> object:
    """Return a tree as nested lists: the class, then words or what is inside."""
    name = type(node).__name__
    if isinstance(node, Simple):
        return [word.bare() or f"<{len(word.parts)}>" for word in (*node.assigns, *node.words)]
    if isinstance(node, syntax.List):
        return [shape(one) for one, _ in node.items]
    if isinstance(node, syntax.AndOr):
        return [name, *[[op, shape(one)] for op, one in node.items]]
    if isinstance(node, syntax.Pipeline):
        return [name, *map(shape, node.items)]
    if isinstance(node, compound.If):
        return [name, *[[shape(test) if test else None, shape(body)] for test, body in node.arms]]
    if isinstance(node, compound.Loop):
        return [name, shape(node.condition), shape(node.body)]
    if isinstance(node, cases.Case):
        return [name, *[[len(patterns), shape(body), end] for patterns, body, end in node.arms]]
    body = getattr(node, "body", None)
    return [name, shape(body)] if body is not None else [name]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a; b & c\nd", [["a"], ["b"], ["c"], ["d"]]),
        ("a && b || c | d", [["AndOr", ["", ["a"]], ["&&", ["b"]], ["||", ["Pipeline", ["c"], ["d"]]]]]),
        ("if a; then b; elif c; then d; else e; fi",
         [["If", [[["a"]], [["b"]]], [[["c"]], [["d"]]], [None, [["e"]]]]]),
        ("while a; do b; done; until c; do d; done",
         [["Loop", [["a"]], [["b"]]], ["Loop", [["c"]], [["d"]]]]),
        ("for x in a b; do c; done", [["For", [["c"]]]]),
        ("for ((;;)); do c; done", [["ForArith", [["c"]]]]),
        ("case x in (a|b) c;; d) ;& *) e; esac",
         [["Case", [2, [["c"]], ";;"], [1, [], ";&"], [1, [["e"]], ""]]]),
        ("(a; b) >f; { c; }", [["Group", [["a"], ["b"]]], ["Group", [["c"]]]]),
        ("f() { a; }; function g (b)",
         [["Function", ["Group", [["a"]]]], ["Function", ["Group", [["b"]]]]]),
        ("((1+2)); ((a);b); [[ -f x && (a < b) ]]",
         [["ArithCommand"], ["Group", [["Group", [["a"]]], ["b"]]], ["Cond"]]),
        ("coproc n { a; }; coproc a b", [["Coproc", ["Group", [["a"]]]], ["Coproc", ["a", "b"]]]),
        ("! time -p a | time b", [["Pipeline", ["a"], ["b"]]]),
        ("echo if then }", [["echo", "if", "then", "}"]]),
        ("i\\\nf a; then b; fi", [["If", [[["a"]], [["b"]]]]]),
        (">f rm 2>&1 -rf /", [["rm", "-rf", "/"]]),
    ],
)  # fmt: skip
def test_trees(text: str, tree: object) -> None:
    assert shape(parse(text)) == tree


def first(text: str) -> Simple:
    node = parse(text).items[0][0]
    assert isinstance(node, Simple)
    return node


def test_here_documents_belong_to_their_redirections() -> None:
    node = first("cat <<A 3<<-'B' x\na $v\nA\n\tb $v\n\tB\nls")
    one, two = node.redirects
    assert [type(part) for part in one.body or ()] == [Lit, Param, Lit]
    assert two.quoted and [part.text for part in two.body or () if isinstance(part, Lit)] == ["b $v\n"]
    assert (one.op, two.op) == ("<<", "3<<-")
    assert [word.bare() for word in node.words] == ["cat", "x"]


def test_spans_are_those_of_the_whole_text() -> None:
    text = "a; echo \"$(b 'c')\" `d e`"
    node = parse(text).items[1][0]
    assert isinstance(node, Simple) and text[node.start : node.end] == "echo \"$(b 'c')\" `d e`"
    subs = [part for word in node.words for part in word.parts if isinstance(part, Sub)]
    assert [text[one.start : one.end] for sub in subs for one, _ in sub.body.items] == ["b 'c'", "d e"]


def test_assignments_keep_name_subscript_and_array() -> None:
    words = first("a=1 b+=2 c[1 + 1]=3 d=(x [4]=y) e=~/f").assigns
    assert [(word.name, word.append) for word in words[:3]] == [("a", False), ("b", True), ("c", False)]
    assert words[2].index and [one.bare() for one in words[3].array or ()] == ["x", "y"]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize("text", TEXTS)
def test_agrees_with_bash_on_what_is_shell(text: str) -> None:
    done = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
    try:
        parse(text)
        read = True
    except Unparsable:
        read = False
    assert read == (done.returncode == 0)


PIECES = (
    "$( ) ( { } ` \" ' \\ ; & | && || \n << <<< EOF EOF\n <( >( ${ $(( (( )) [[ ]] if then fi for x in do"
    " done case esac while true function f() f rm -rf / ~ $x a=( $'x' # $[ ] a[ :- cat > x , ;; ! {a,b}"
).split(" ")


@settings(max_examples=500, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " ", "\n"])), max_size=20))
def test_nothing_but_unparsable_is_raised(pieces: list[tuple[str, str]]) -> None:
    try:
        parse("".join(piece + gap for piece, gap in pieces))
    except Unparsable:
        pass
