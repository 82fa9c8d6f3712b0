"""Tell what the calls of a Python script print."""

from __future__ import annotations

import ast
import re
from typing import TypeVar

from failshut.lint.answers.paths import Path, hole
from failshut.lint.answers.python_values import Values, dotted, shown_as_text
from failshut.lint.document import Span

P = TypeVar("P", bound=Path)
_ERRORS = ("sys.stderr", "stderr", "sys.__stderr__", "sys.stderr.buffer")
_OUTPUTS = ("sys.stdout", "stdout", "sys.__stdout__", "sys.stdout.buffer")
_LOUD = ("warning", "warn", "error", "critical", "exception", "fatal")
_LOGGER = re.compile(r"(?:^|\.)(?:_?log(?:ger|ging)?|LOG(?:GER)?)$")


def printed(node: ast.Call, path: P, values: Values, place: Span) -> P | None:
    """Return the path after a call that prints, None for any other."""
    name = dotted(node.func)
    options = {one.arg: one.value for one in node.keywords if one.arg}
    if name == "print":
        return _print(node, options, path, values, place)
    owner, _, method = name.rpartition(".")
    if method in ("write", "writelines") and owner in (*_ERRORS, *_OUTPUTS) and node.args:
        return path.printed(values.text(node.args[0], path), place, owner in _ERRORS)
    if name == "os.write" and len(node.args) == 2 and isinstance(node.args[0], ast.Constant):
        return path.printed(values.text(node.args[1], path), place, node.args[0].value == 2)
    if name == "json.dump" and len(node.args) > 1 and dotted(node.args[1]) in (*_ERRORS, *_OUTPUTS):
        text = values.dumped(node, values.of(node.args[0], path), path)
        return path.printed(shown_as_text(text), place, dotted(node.args[1]) in _ERRORS)
    if name in ("click.echo", "click.secho", "typer.echo", "typer.secho"):
        error = isinstance(options.get("err"), ast.Constant)
        return path.printed((values.text(node.args[0], path) if node.args else "") + "\n", place, error)
    if name == "traceback.print_exc":
        return path.printed(hole() + "\n", place, True)
    if method in _LOUD and _LOGGER.search(owner) and node.args:
        value = values.of(node.args[0], path)
        text = shown_as_text(value)
        for one in node.args[1:]:
            before, found, behind = _parted(text)
            text = before + (values.text(one, path) if found else "") + behind
        return path.printed(hole() + text + "\n", place, True)
    return None


def _print(node: ast.Call, options: dict[str, ast.expr], path: P, values: Values, place: Span) -> P:
    words: list[str] = []
    for one in node.args:
        if isinstance(one, ast.Starred):
            held = values.of(one.value, path)
            words += [shown_as_text(each) for each in held] if isinstance(held, list) else [hole()]
        else:
            words.append(values.text(one, path))
    sep = values.of(options["sep"], path) if "sep" in options else " "
    end = values.of(options["end"], path) if "end" in options else "\n"
    text = (sep if isinstance(sep, str) else " ").join(words) + (end if isinstance(end, str) else "\n")
    if "file" not in options:
        return path.printed(text, place)
    target = dotted(options["file"])
    if isinstance(options["file"], ast.Name):
        held = path.variables.get(target)
        target = held.strip("\ue000\ue001") if isinstance(held, str) else target
    if target in _ERRORS:
        return path.printed(text, place, True)
    return path.printed(text, place) if target in _OUTPUTS else path


def _parted(text: str) -> tuple[str, bool, str]:
    found = re.search(r"%[sdr]", text)
    return (text[: found.start()], True, text[found.end() :]) if found else (text, False, "")
