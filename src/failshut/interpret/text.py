"""Read texts as the hosts' languages do: trimming, JSON, turning values into text, cutting."""

from __future__ import annotations

import json
import math

# What JavaScript's String.trim removes (ECMA-262 WhiteSpace + LineTerminator, with the BOM) and
# what Rust's str::trim removes (Unicode White_Space, without the BOM but with U+0085).
_SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
JS_SPACE = _SPACES + "\u2028\u2029\u202f\u205f\u3000\ufeff"
RUST_SPACE = _SPACES + "\u0085\u2028\u2029\u202f\u205f\u3000"

Object = dict[str, object]
MOST_DIGITS = 400


def parse(text: str) -> object:
    """Return the JSON value; raises ValueError (also for NaN and Infinity, which no host takes)."""

    def refuse(word: str) -> object:
        raise ValueError(word)

    try:
        value: object = json.loads(text, parse_constant=refuse, parse_int=number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def number(digits: str) -> int | float:
    """Return a whole number; one of more digits than anybody can mean becomes what a float makes of it."""
    return int(digits) if len(digits) < MOST_DIGITS else float(digits)


def parse_object(text: str) -> Object | None:
    """Return the JSON object that the text is, or None when it isn't exactly one."""
    try:
        value = parse(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def is_text(value: object) -> bool:
    """Say whether all strings are proper Unicode: Rust refuses half of a surrogate pair."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def js_string(value: object) -> str:
    """Turn a JSON value into text as JavaScript's String() does."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e21:
            return str(int(value))
        case list():
            return ",".join("" if item is None else js_string(item) for item in value)
        case dict():
            return "[object Object]"
        case _:
            return str(value)


def truthy(value: object) -> bool:
    """Say whether JavaScript takes the JSON value for true (empty arrays and objects are)."""
    return isinstance(value, dict | list) or bool(value)


def cut_middle(text: str, budget: int, mark: str) -> str:
    """Keep head and tail of a text over ``budget`` bytes; ``mark`` names the lost tokens.

    A token counts as four bytes, rounded up (Codex's truncation policy).
    """
    raw = text.encode("utf-8", "replace")
    if len(raw) <= budget:
        return text
    half = budget // 2
    head = raw[:half].decode("utf-8", "ignore")
    tail = raw[len(raw) - (budget - half) :].decode("utf-8", "ignore")
    return head + mark.format(tokens=math.ceil((len(raw) - budget) / 4)) + tail
