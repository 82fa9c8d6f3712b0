"""Compare what the plain reader says runs with what bash runs."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from failshut.shell import commands as parse

NAMES = ("alpha", "beta", "gamma")
WORDS = (
    "x", "'a b'", '"c d"', "e\\ f", "'$V'", '"$V"', "$V", "$W", '"$W"', "-rf", "--opt=v", "~/z",
    "'~'",
    "$'\\x41\\n'", "a'b'\"c\"d",
    "\\\\", "''", '"\\""', "#x", "a#b", "{}", "x{y", "=", "a=b", "~", "\\$V",
    "r\\\ns", '"x\\\ny"', "$HOME/q", "${V}s", "!", "time", "if", "%s", "@{u}",
)  # fmt: skip
HEADS = (
    "", "", "", "env ", "env A=1 ", "command ", "nohup ", "nice -n 1 ", "timeout 9 ", "time ", "! ",
    "N=2 ", "env -u Z -- ", "exec ", "stdbuf -oL ", "builtin command ", "\\", "time -p ",
)  # fmt: skip
TAILS = (
    "",
    "",
    "",
    " >out",
    " 2>&1",
    " >/dev/null 2>&1",
    " </dev/null",
    " >>out",
    " &>out",
    " 2>err",
)
JOINS = (" ; ", " && ", "\n", " | ", " ;\n", " && \n", " |& ", " || ")
SETS = ("V=one; ", "V='two three'; ", "export V=x; ", "W=$V; ", "cd sub; ", "cd sub && ",
"unset V; ", "V=; ",
        "cd sub/../sub; ", "V=a W='b  c'; ", "V+=y; ", "declare V=q; ")  # fmt: skip
STUB = '#!/bin/sh\n{ printf "%s\\t" "$PWD" "${0##*/}" "$@"; printf "\\036"; } >"$LOG/$$"\n'


def generate(dice: random.Random) -> str:
    """Return one text of a few commands, sometimes inside a nested shell."""
    parts = [dice.choice(SETS) for _ in range(dice.randint(0, 3))]
    for index in range(dice.randint(1, 3)):
        if index:
            parts.append(dice.choice(JOINS))
        words = " ".join(dice.choice(WORDS) for _ in range(dice.randint(0, 4)))
        parts.append(f"{dice.choice(HEADS)}{dice.choice(NAMES)} {words}{dice.choice(TAILS)}")
    text = "".join(parts)
    if dice.random() < 0.2 and "'" not in text:
        text = f"{dice.choice(('sh', 'bash', 'bash -e'))} -c '{text}'; alpha end"
    return text


def expected(text: str, folder: str) -> list[tuple[str, ...]] | None:
    """Return what should run as (folder, words…), or None when it can't be compared."""
    script = parse(text)
    if script.opaque:
        return None
    runs = []
    for command in script.commands:
        words = [word.text if word.literal else word.text.replace("$HOME", folder) for word in command.argv]
        if any("$" in word.text for word in command.argv if not word.literal and "HOME" not in word.text):
            return None
        if command.cwd is None:
            return None
        if words[0].rpartition("/")[2] in NAMES:
            place = os.path.normpath(os.path.join(folder, command.cwd.replace("$HOME", folder)))
            runs.append((place, *words))
    return sorted(runs)


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_agrees_with_bash(tmp_path: Path) -> None:
    stubs = tmp_path / "bin"
    (tmp_path / "home" / "/".join(["sub"] * 8)).mkdir(parents=True)
    stubs.mkdir()
    for name in NAMES:
        (stubs / name).write_text(STUB)
        (stubs / name).chmod(0o755)
    log, home = tmp_path / "log", tmp_path / "home"
    environment = {"PATH": f"{stubs}:/usr/bin:/bin", "HOME": str(home), "LOG": str(log)}
    dice, compared = random.Random(20260), 0
    for _ in range(600):
        text = generate(dice)
        wanted = expected(text, str(home))
        if wanted is None or "exec " in text:
            continue
        shutil.rmtree(log, ignore_errors=True)
        log.mkdir()
        subprocess.run(["bash", "-c", text], cwd=home, env=environment, capture_output=True, timeout=20)
        rows = [one.read_text()[:-1].split("\t")[:-1] for one in log.iterdir()]
        given = sorted(tuple(row) for row in rows)
        compared += 1
        if any(mark in text for mark in ("||", "! ", "-e -c", "#")):
            assert all(row in wanted for row in given), text
        else:
            assert given == wanted, text
    assert compared > 200
