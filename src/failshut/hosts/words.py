"""Put a verdict into words: what the model reads, and the note for the person.

A reason begins ``Failshut refused:``, its first line is complete in itself, it says what to do
instead and whether repeating helps, and it stays below ``LIMIT`` characters (every host
passes that many on whole).
"""

from failshut.model import ASK, Verdict

LIMIT = 1800
HEAD = "Failshut refused: "
AGAIN = "Repeating this call will be refused again."
PERSON = (
    "This needs a person's approval, which can't be given here: ask the person to run it "
    "themselves, or to change the policy. Repeating this call will be refused until then."
)
FAULT = (
    "this call could not be checked ({fault}), so it did not run. "
    "The command isn't at fault: don't retry or work around it; {repair}"
)


def clean(text: str) -> str:
    """Strip control characters (newlines and tabs stay) and lone surrogates."""
    if text.isascii() and text.isprintable():
        return text
    out = []
    for char in text:
        code = ord(char)
        if code in (9, 10):
            out.append(char)
        elif (
            code < 32
            or 127 <= code < 160
            or 0xD800 <= code < 0xE000
            or (code in (0x2028, 0x2029, 0xFEFF) or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069)
        ):
            continue
        else:
            out.append(char)
    return "".join(out)


def clipped(text: str, limit: int = LIMIT) -> str:
    """Cut ``text`` to ``limit`` characters, the end marked."""
    return text if len(text) <= limit else text[: limit - 2] + " …"


def reason(verdict: Verdict, can_ask: bool = False) -> str:
    """Return the model's text for a refusal (or for an ask); never blank."""
    if verdict.fault:
        line = FAULT.format(fault=verdict.fault, repair=verdict.instead or REPAIR)
        return clipped(clean(HEAD + line))
    why = clean(verdict.reason).strip() or "a rule of the policy forbids this call."
    head = HEAD + why
    instead = clean(verdict.instead).strip()
    asked = verdict.action == ASK
    tail = PERSON if asked and not can_ask else ("" if asked else AGAIN)
    rule = f"Rule {verdict.rule}." if verdict.rule else ""
    last = " ".join(part for part in (rule, tail) if part)
    room = LIMIT - len(last) - 1
    body = head + ("\n" + "Instead: " + instead if instead else "")
    return clean(clipped(body, room) + ("\n" + last if last else ""))


def note(verdict: Verdict) -> str:
    """Return the one-line note for the person: Failshut, rule id, policy file and line."""
    if verdict.fault:
        return clean(f"Failshut could not check this call ({verdict.fault}) and refused it.")
    did = "asks about" if verdict.action == ASK else "refused"
    where = f" ({verdict.source})" if verdict.source else ""
    return clean(f"Failshut {did} this call by rule {verdict.rule or 'unnamed'}{where}.")


REPAIR = "tell the person to run `failshut init` and wait for the repair."

HEX = "0123456789abcdef"


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string of printable ASCII (so nothing depends on a locale)."""
    out = ['"']
    for char in text:
        code = ord(char)
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif 32 <= code < 127:
            out.append(char)
        elif code > 0xFFFF:
            code -= 0x10000
            out.append(_escape(0xD800 | code >> 10) + _escape(0xDC00 | code & 0x3FF))
        else:
            out.append(_escape(code))
    out.append('"')
    return "".join(out)


def _escape(code: int) -> str:
    return "\\u" + HEX[code >> 12] + HEX[code >> 8 & 15] + HEX[code >> 4 & 15] + HEX[code & 15]
