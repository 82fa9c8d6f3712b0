"""Let bash run random texts of every construct, and miss nothing that it runs."""

import os
import random
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from failshut.model import Command, Word
from failshut.shell import commands

NAMES = ("alpha", "beta", "gamma")
STUB = """#!/bin/sh
{ printf "%s\\t" "$PWD" "${0##*/}" "$@"; printf "\\036"; } >"$LOG/$$"
case $# in 0|2|4) exit 0;; esac
exit 1
"""
WORDS = (
    "x", "'a b'", '"c d"', "$V", '"$V"', '"${V:-d e}"', "${W:=q}", "${V%x*}", "${V##*o}", "${V/o/0}",
    "${#V}", "${V:1:2}", "${V^^}", "$((1+2))", "$((n+1))", "{p,q}", "r{1..3}", "$(echo s t)",
    '"$(echo s t)"',
    "`echo u`", '"${A[@]}"', "${A[1]}", "${#A[@]}", "$1", '"$@"', "$#", "${U+set}", "${V:+set}", "$'\\x41'",
    "~", "\\$V", "'$V'", "-rf", "$(printf '%s-' a b)", "$(basename /a/b.c .c)", "${V-z}", "$N", "\"$N\"",
    "$(pwd)", "$(beta)", "\"$(gamma z)\"", "$(cat <<E\nhere $V\nE\n)", "<(beta)", "${A[*]:1}", "${!P}",
)  # fmt: skip
SETS = (
    "V=one", "V='two three'", "V=", "unset V", "export V=exported", "W=$V", "A=(1 '2 3' $V)",
    "A+=(z)", "A[1]=w",
    "set -- a 'b c'", "shift",
    "V+=x", "n=4", "((n++))", "read V <<< 'k l'", "printf -v V '%s' pv", "cd ~/sub",
    "cd ~/sub/..", "declare V=dd", "local V=loc",
    "IFS=:", "V=a:b", "P=V", "let n=n*2", "readonly RO=1",
    "cd ~/sub/sub",
    "pushd ~/sub >/dev/null", "popd >/dev/null", "V=$(alpha 1 2)", "V=$((n*3))",
    "eval 'V=ev'", "unset A",
)  # fmt: skip


def simple(dice: random.Random) -> str:
    words = " ".join(dice.choice(WORDS) for _ in range(dice.randint(0, 3)))
    tail = dice.choice(
        ("", "", "", " >/dev/null", " 2>&1", " <<< hi", " <<'E' && beta after\nrm $V\nE\n", " </dev/null")
    )
    return f"{dice.choice(NAMES)} {words}{tail}"


def plain(dice: random.Random) -> str:
    """Return a command after which the line goes on."""
    return f"{dice.choice(NAMES)} {dice.choice(WORDS)}"


def text(dice: random.Random, depth: int = 0) -> str:
    """Return a random list of commands."""
    parts = []
    for _ in range(dice.randint(1, 3)):
        parts.append(dice.choice(SETS) if dice.random() < 0.45 else one(dice, depth))
    return "\n".join(("P=V", *parts) if not depth else parts)


def one(dice: random.Random, depth: int) -> str:
    if depth > 2:
        return simple(dice)

    def body() -> str:
        return text(dice, depth + 1)

    kind = dice.randint(0, 33)
    if kind < 6:
        return simple(dice)
    return (
        lambda: f"{plain(dice)} && {{ {body()}\n}}",
        lambda: f"if {simple(dice)}\nthen {body()}\nelse {body()}\nfi",
        lambda: f"if {simple(dice)}\nthen {body()}\nfi",
        lambda: f"for i in {dice.choice(WORDS)} k; do V=$i; {body()}\ndone",
        lambda: f"( {body()}\n)",
        lambda: f"{{ {body()}\n}} | beta",
        lambda: f"case $V in one) {body()}\n;; t*|'') {body()}\n;& *) {body()}\nesac",
        lambda: f"n=0; while ((n++ < 2)); do {body()}\ndone",
        lambda: f"f() {{ {body()}\n}}; f {dice.choice(WORDS)}; f",
        lambda: f"bash -c 'alpha $V $0 \"$@\"; V=in; beta $V' {dice.choice(WORDS)} y",
        lambda: f'eval "alpha {dice.choice(NAMES)} \\$V"',
        lambda: f"{plain(dice)} || {{ {body()}\n}}",
        lambda: f"cat > scr <<E\nalpha from \\$1 $V\nE\nbash scr {dice.choice(WORDS)}; . ./scr",
        lambda: f"[[ $V == o* ]] && {simple(dice)}",
        lambda: "bash <<E\nalpha $V \\$V\nbeta in\nE",
        lambda: "bash <<'E'\nV=h; alpha $V\nE",
        lambda: f"echo 'alpha 1 $V; beta' | {dice.choice(('bash', 'sh', 'bash -s a'))}",
        lambda: f"printf '%s\\n' 'alpha {dice.choice(NAMES)}' gamma | sh",
        lambda: f"trap 'alpha $V end' EXIT\n{body()}",
        lambda: f"coproc {{ {body()}\n}}\nwait",
        lambda: ". <(echo 'alpha $V; V=src')\nbeta $V",
        lambda: f"echo 'k l' | while read a b; do alpha $b $a; {body()}\ndone",
        lambda: f'g() {{ local V=$1; {body()}\n[ $# -gt 0 ] && {{ shift; g "$@"; }}\n}}; g a b',
        lambda: "mapfile -t A <<< $'m1\\nm2'\nalpha \"${A[@]}\"",
        lambda: f"for ((i=0; i<2; i++)); do alpha $i; {body()}\ndone",
        lambda: "shopt -s expand_aliases\nalias zz='alpha al'\nzz $V\n",
        lambda: f'echo "beta \\$1" > s2; chmod +x s2; ./s2 {dice.choice(WORDS)}; sh s2 p',
        lambda: f"env V=e bash -c 'alpha $V $1' - {dice.choice(WORDS)} | {simple(dice)}",
    )[kind - 6]()


def covers(command: Command, row: tuple[str, ...], home: str) -> bool:
    """Tell whether a command stands for what bash ran."""
    return fits(list(command.argv), list(row[1:]), home) and placed(command.cwd, row[0], home)


def placed(cwd: str | None, folder: str, home: str) -> bool:
    if cwd is None:
        return True
    return os.path.normpath(os.path.join(home, cwd.replace("$HOME", home))) == folder


def fits(words: list[Word], given: list[str], home: str) -> bool:
    if not words:
        return not given
    word = words[0]
    if word.literal:
        return bool(given) and (word.text == given[0] or word.glob) and fits(words[1:], given[1:], home)
    if word.text in ("$HOME", "$__start"):
        return bool(given) and given[0] == home and fits(words[1:], given[1:], home)
    # An unknown word may be none, one or many.
    return any(fits(words[1:], given[at:], home) for at in range(len(given) + 1))


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    stubs, home = tmp_path / "bin", tmp_path / "home"
    (home / "/".join(["sub"] * 4)).mkdir(parents=True)
    stubs.mkdir()
    for name in NAMES:
        (stubs / name).write_text(STUB)
        (stubs / name).chmod(0o755)
    return home, {"PATH": f"{stubs}:/usr/bin:/bin", "HOME": str(home), "LOG": str(tmp_path / "log")}


def ran(source: str, home: Path, environment: dict[str, str]) -> list[tuple[str, ...]]:
    """Run a text in bash and return what the stand-ins saw."""
    log = Path(environment["LOG"])
    shutil.rmtree(log, ignore_errors=True)
    log.mkdir()
    with subprocess.Popen(
        ["bash", "-c", source], cwd=home, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as bash:  # fmt: skip
        try:
            bash.wait(20)
        finally:
            try:
                os.killpg(bash.pid, signal.SIGKILL)  # what it started in the background
            except ProcessLookupError:
                pass
    texts = [one.read_text() for one in log.iterdir()]
    return [tuple(one[:-1].split("\t")[:-1]) for one in texts if one.endswith("\036")]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_misses_nothing_that_bash_runs(place: tuple[Path, dict[str, str]]) -> None:
    home, environment = place
    rounds, seed = int(os.environ.get("ORACLE_ROUNDS", "250")), int(os.environ.get("ORACLE_SEED", "7"))
    dice, seen = random.Random(seed), 0
    for _ in range(rounds):
        source = text(dice)
        script = commands(source)
        rows = ran(source, home, environment)
        seen += len(rows)
        for row in rows:
            assert any(covers(one, row, str(home)) for one in script.commands) or script.opaque, (
                source,
                row,
            )
    assert seen > rounds
