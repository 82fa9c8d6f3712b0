"""Take out of a text what a reader doesn't see (hot; loaded for texts that aren't plain ASCII)."""

ESC = "\x1b"
ENDS = ("\x07", "\x1b\\", "\x9c", "\n")
STRINGS = frozenset("]PX^_\x90\x98\x9d\x9e\x9f")
"""Second characters (and C1 forms) of sequences that run to a terminator: OSC, DCS, SOS, PM, APC."""
RANGES = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800),
    (0x3164, 0x3164), (0xD800, 0xDFFF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB), (0xE0000, 0xE0FFF),
)  # fmt: skip


def stripped(text: str) -> str:
    """Return the text without escape sequences, controls, zero-width, bidi and blank characters."""
    if ESC in text or not text.isascii():
        text = _unescaped(text)
    return "".join([char for char in text if char in "\n\t" or not _hidden(ord(char))])


def _hidden(code: int) -> bool:
    if code < 160:
        return code < 32 or code >= 127
    return any([low <= code <= high for low, high in RANGES])


def _unescaped(text: str) -> str:
    """Drop whole ANSI sequences; one that isn't ended goes to the end of its line."""
    out = []
    at = 0
    while at < len(text):
        char = text[at]
        after = text[at + 1 : at + 2] if char == ESC else char
        if (char == ESC and after == "[") or char == "\x9b":
            at = _csi(text, at + (2 if char == ESC else 1))
        elif after in STRINGS and (char == ESC or char >= "\x80"):
            at = _string(text, at + (2 if char == ESC else 1))
        elif char == ESC:
            at += 2 if " " <= after <= "~" else 1
        else:
            out.append(char)
            at += 1
    return "".join(out)


def _csi(text: str, at: int) -> int:
    """Return where a control sequence's parameters and its final character end."""
    while at < len(text) and " " <= text[at] <= "?":
        at += 1
    return at + 1 if at < len(text) and "@" <= text[at] <= "~" else at


def _string(text: str, at: int) -> int:
    """Return where a sequence with a terminator ends; a newline isn't part of it."""
    found = [(text.find(end, at), end) for end in ENDS]
    place, end = min([one for one in found if one[0] >= 0], default=(len(text), ""))
    return place if end == "\n" else place + len(end)
