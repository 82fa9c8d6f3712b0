"""Judging twice the text costs at most a little more than twice the work, whatever it holds."""

import sys
from collections.abc import Callable

import pytest

from failshut.hot import judge
from failshut.model import Call
from failshut.policy import builtin
from failshut.policy.shapes import FORMAT

POLICY = (FORMAT, builtin.BLOCKS, (), ())
ROOT, HOME = "/workspace/project", "/home/dev"
PROSE = "The quick brown fox reads about rm and git push each day\n"
TEXTS: dict[str, Callable[[int], str]] = {
    "prose heredoc": lambda n: "cat > notes.md <<'EOF'\n" + PROSE * (n // 8) + "EOF\n",
    "unquoted heredoc": lambda n: "cat > notes.md <<EOF\n" + "$(ls) `ls` x\n" * n + "EOF\n",
    "plain words": lambda n: "python3 x.py " + "word and more " * n,
    "operands": lambda n: "rm " + " ".join(f"f{k}" for k in range(n)),
    "lists": lambda n: "git status" + "; ls" * n,
    "groups": lambda n: "(git status)" + "; ls" * n,
    "quotes": lambda n: "git x" + " 'a' \"b\"" * n,
    "pipes": lambda n: "git x" + "|cat|sh" * n,
    "assignments": lambda n: "a=1;" * n + "git x",
    "prefixes": lambda n: "".join(f"a{k % 90}=1 " for k in range(n)) + "git x",
    "nested parentheses": lambda n: "(ls;" * n + ")" * n,
    "nested substitutions": lambda n: "echo " + '"$(a ' * n + ')"' * n,
    "nested defaults": lambda n: "echo " + "${a:-" * n + "}" * n,
    "loops": lambda n: "for i in a b; do rm $i; done;" * n,
    "heredocs": lambda n: "cat <<E\nx\nE\n" * n,
    "stray ends": lambda n: "{ " * n + ") " * n,
    "scripts": lambda n: "./a; bash b; " * n,
    "folders": lambda n: "cd a; " * n + "rm x",
    "python lists": lambda n: 'python3 -c "' + "run(['a','b']);" * n + '"',
}


def work(text: str) -> int:
    """Count the calls of functions and built-ins."""
    count = 0

    def tick(*_: object) -> None:
        nonlocal count
        count += 1

    call = Call("codex", "shell", "Bash", cwd=ROOT, command=text, text=text)
    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        judge.judged(call, POLICY, ROOT, HOME)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_is_at_most_twice_the_work(name: str) -> None:
    work(TEXTS[name](2))  # imports what the text needs
    assert work(TEXTS[name](400)) <= 2.2 * work(TEXTS[name](200))
