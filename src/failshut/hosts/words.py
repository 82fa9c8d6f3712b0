"""Put a verdict into words: what the model reads, and the note for the person.

A reason begins ``Failshut refused:``, its first line is complete in itself, it says what to do
instead and whether repeating helps, and it stays below ``LIMIT`` characters (every host
passes that many on whole).
"""

from failshut.model import ASK, Verdict

LIMIT = 1800
QUOTED = 80
"""Characters of a call that a reason quotes at most."""
HEAD = "Failshut refused: "
ASKS = "Failshut asks: "
APPROVE = "Only a person can approve this call."
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
    """Strip control characters, escape sequences and what is invisible; newlines and tabs stay."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    from failshut.hosts import invisible

    return invisible.stripped(text)


def shown(text: str) -> str:
    """Quote a text of the call for a reason: at most ``QUOTED`` characters, no markup, one line."""
    return tame(quoted(clipped(clean(text), QUOTED - 2)))


def named(text: str) -> str:
    """Return a name of the call's as it is when it is a plain one, else quoted."""
    plain = text.replace("_", "").replace("-", "").replace(" ", "")
    return text if plain.isalnum() and plain.isascii() and len(text) <= 40 else shown(text)


def tame(text: str) -> str:
    """Replace angle brackets, so that no tag of a call's reaches the model as one."""
    return text.replace("<", "\u2039").replace(">", "\u203a")


def clipped(text: str, limit: int = LIMIT) -> str:
    """Cut ``text`` to ``limit`` characters, the end marked."""
    return text if len(text) <= limit else text[: limit - 2] + " …"


def reason(verdict: Verdict, can_ask: bool = False) -> str:
    """Return the model's text for a refusal (or for an ask); never blank."""
    if verdict.fault:
        fault = tame(clean(verdict.fault).strip()) or "unknown fault"
        line = FAULT.format(fault=fault, repair=verdict.instead or REPAIR)
        return clipped(clean(HEAD + line))
    why = clean(verdict.reason).strip() or "a rule of the policy forbids this call."
    instead = clean(verdict.instead).strip()
    asked = verdict.action == ASK
    head = (ASKS if asked and can_ask else HEAD) + why
    tail = (APPROVE if can_ask else PERSON) if asked else AGAIN
    rule = f"Rule {verdict.rule}." if verdict.rule else ""
    last = " ".join(part for part in (rule, tail) if part)
    room = LIMIT - len(last) - 1
    body = head + ("\n" + "Instead: " + instead if instead else "")
    return clean(clipped(body, room) + ("\n" + last if last else ""))


def note(verdict: Verdict) -> str:
    """Return the one-line note for the person: Failshut, rule id, policy file and line."""
    if verdict.fault:
        return clean(f"Failshut could not check this call ({tame(verdict.fault)}) and refused it.")
    did = "asks about" if verdict.action == ASK else "refused"
    where = f" ({verdict.source})" if verdict.source else ""
    more = f" It was refused {verdict.again} times before in other spellings." if verdict.again > 1 else ""
    return clean(f"Failshut {did} this call by rule {verdict.rule or 'unnamed'}{where}.{more}")


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
