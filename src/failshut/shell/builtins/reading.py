"""Follow ``read`` and ``mapfile``.  Hot."""

from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.walk.printing import silent
from failshut.shell.walk.state import UNSET, Array, State, Tapped, Value, either

_OPTIONS = "t d= n= O= s= u= C= c="
_LINES = 200  # of a text that one mapfile reads
_BLANKS = " \t\n"


def rest(name: str, words: tuple[Word, ...], stdin: Word) -> Word | None:
    """Return what a command leaves of an input that others read too."""
    if name != "read":
        return stdin if silent(name) or name in ("echo", "printf", "pwd") else tapped(stdin)
    options = [word.text for word in words if word.text[:1] == "-" and word.text not in ("-r", "-a", "-ra")]
    raw = any([word.text[:2] == "-r" for word in words]) or "\\" not in stdin.text
    if options or not raw or not stdin.literal or isinstance(stdin, Tapped):
        return tapped(stdin)
    return Word(stdin.text.partition("\n")[2])


def tapped(stdin: Word | None) -> Word | None:
    """Return an input that something may have read."""
    return None if stdin is None else Tapped(stdin.text, stdin.literal, stdin.glob)


def assign(name: str, value: Value, state: State) -> None:
    """Set a variable that a word names; an array's element makes the array unknown."""
    name, bracket, _ = name.partition("[")
    state.set(name, None if bracket else value)


def fill(words: tuple[Word, ...], state: State, stdin: Word | None) -> None:
    """Follow ``read``: the first line falls apart into the variables."""
    names: list[str] = []
    raw = array = odd = False
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.text[:1] == "-" and len(word.text) > 1:
            array = array or "a" in word.text[1:]
            odd = odd or any([letter in word.text for letter in "dnNut"])
            skip = word.text[-1] in "dinNptu"
            raw = raw or "r" in word.text
        else:
            names.append(word.text)
    names = names or ["REPLY"]
    held = [state.get(one) for one in names] if any(["!" + one in state.values for one in names]) else []
    _fields(names, state, stdin, raw, array, odd)
    for one, value in zip(names, held, strict=False):  # one is read-only, and ends it
        state.set(one, either([state.get(one), value]))


def _fields(names: list[str], state: State, stdin: Word | None, raw: bool, array: bool, odd: bool) -> None:
    """Give the names the fields of the first line."""
    apart = state.values.get("IFS", UNSET)
    odd = odd or not isinstance(apart, Word) or not (apart.literal or apart.text == "$IFS")
    if (
        stdin is None
        or not stdin.literal
        or isinstance(stdin, Tapped)
        or odd
        or (not raw and "\\" in stdin.text)
    ):
        for name in names:
            assign(name, None, state)
        return
    line = stdin.text.partition("\n")[0]
    ifs = state.values.get("IFS", UNSET)
    assert isinstance(ifs, Word)
    chars = _BLANKS if ifs is UNSET or not ifs.literal else ifs.text
    blank = "".join([char for char in chars if char in _BLANKS])
    if any([char not in _BLANKS for char in chars]) and (len(names) > 1 or array):
        for char in chars:
            line = line.replace(char, chars[0])
        fields = [one.strip(blank) for one in line.split(chars[0])]
        glued = chars[0]
    else:
        fields, glued = [], ""
        rest = line.strip(blank) if blank else line
        while rest:
            at = min([rest.find(char) for char in blank if char in rest] or [len(rest)])
            fields.append(rest[:at])
            if len(fields) == len(names) and not array:
                fields[-1] = rest
                break
            rest = rest[at:].lstrip(blank)
    if array:
        state.set(names[0], Array({at: Word(one) for at, one in enumerate(fields)}))
        return
    for at, name in enumerate(names):
        value = fields[at] if at < len(fields) else ""
        if at == len(names) - 1 and glued:
            value = glued.join(fields[at:])
        assign(name, Word(value), state)


def lines(words: tuple[Word, ...], state: State, stdin: Word | None) -> None:
    """Follow ``mapfile``: the lines become an array."""
    options = read(words, _OPTIONS)
    name = options.operands[0].text if options.operands else "MAPFILE"
    counts = [options.values(letter)[-1:] or [Word("0")] for letter in "nOs"]
    texts = [one[0].text for one in counts]
    mark = (options.values("d")[-1:] or [Word("\n")])[0]
    odd = (
        isinstance(stdin, Tapped)
        or options.has("u", "C")
        or not mark.literal
        or not all([one.isdigit() for one in texts])
    )
    if stdin is None or not stdin.literal or odd or stdin.text.count(mark.text[:1] or "\0") > _LINES:
        state.set(name, None)
        return
    count, start, skip = [int(one[:6]) for one in texts]
    char = mark.text[:1] or "\0"
    found = [one + char for one in stdin.text.split(char)]
    found[-1] = found[-1][:-1]
    found = [one for one in found if one][skip : skip + count if count else None]
    held = state.get(name)
    items = dict(held.items) if isinstance(held, Array) and options.has("O") else {}
    for at, line in enumerate(found):
        items[start + at] = Word(line.removesuffix(char) if options.has("t") else line)
    lost = options.has("O") and not isinstance(held, Array) and held is not UNSET
    state.set(name, Array(items) if len(items) <= _LINES and not lost else None)
