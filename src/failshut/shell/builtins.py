"""Follow what builtins change for the rest of a text: folder, variables, names.  Hot."""

from failshut.model import Word
from failshut.shell.expand import Expander
from failshut.shell.options import read
from failshut.shell.output import printf
from failshut.shell.state import UNSET, Array, State, Value, either, joined
from failshut.shell.tokens import is_name

DECLARE = ("declare", "typeset", "local", "readonly", "export")
_SETTERS = ("getopts", "wait")
_MAPFILE = "t d= n= O= s= u= C= c="
_LINES = 200  # of a text that one mapfile reads
_BLANKS = " \t\n"


def follow(name: str, words: tuple[Word, ...], walker: Expander, stdin: Word | None) -> None:
    """Follow what a builtin changes; ``stdin`` is the text it reads, where known."""
    state = walker.state
    if name in ("cd", "pushd", "popd", "chroot"):
        _folder(name, words, state)
    elif name == "unset":
        functions = False
        for word in words:
            if word.text[:1] == "-" or functions:
                functions = functions or word.text == "-f"
                if word.text in state.functions:
                    state.own()
                    state.functions.pop(word.text)
                continue
            if word.text in state.functions and word.text not in state.values:
                state.own()
                state.functions[word.text] = (*state.functions[word.text], None)
            state.set(word.text.partition("[")[0], UNSET if "[" not in word.text else None)
            state.exported.pop(word.text, None)
    elif name in DECLARE:
        declare(name, words, state)
    elif name == "read":
        _read(words, state, stdin)
    elif name == "printf" and words and words[0].text.startswith("-v"):
        words = words[1:] if words[0].text == "-v" else (Word(words[0].text[2:]), *words[1:])
        if words:
            assign(words[0].text, printf(words[1:]), state)
    elif name == "let":
        for word in words:
            _let(word, walker)
    elif name == "set":
        _set(words, state)
    elif name == "shift":
        _shift(words, state)
    elif name == "shopt":
        if any([word.text == "lastpipe" or not word.literal for word in words]):
            state.set("lastpipe", None)  # no variable's value, but a mark that lives as long
    elif name in ("mapfile", "readarray"):
        _mapfile(words, state, stdin)
    elif name in _SETTERS:
        for word in words:
            if is_name(word.text):
                state.set(word.text, None)


def assign(name: str, value: Value, state: State) -> None:
    """Set a variable that a word names; an array's element makes the array unknown."""
    name, bracket, _ = name.partition("[")
    state.set(name, None if bracket else value)


def _folder(name: str, words: tuple[Word, ...], state: State) -> None:
    """Follow ``cd`` and the stack of folders."""
    while words and words[0].text in ("-L", "-P", "-e", "-@", "--", "-n"):
        words = words[1:]
    if len(words) > 1 and name != "chroot":  # too many words: it fails, if that is what they are
        if not all([word.literal and not word.glob for word in words]):
            state.cwd = None
        return
    old = state.cwd
    state.log.append("")
    if name == "chroot":
        state.cwd = None
    elif name == "popd":
        if state.stack is None:
            state.cwd = None
        elif state.stack:  # else it fails
            state.cwd, state.stack = state.stack[-1], state.stack[:-1]
    elif name == "pushd" and (not words or words[0].text[:1] in ("+", "-")):
        state.cwd, state.stack = (
            (state.stack[-1], (*state.stack[:-1], old)) if state.stack else (None, None)
        )
    elif words and words[0].text == "-" and words[0].literal:
        state.cwd = state.old
    else:
        target = words[0] if words else Word("$HOME", False)
        home = state.values.get("HOME")
        if not words and isinstance(home, Word):
            target = home
        state.cwd = joined(old, target)
        if "CDPATH" in state.values and target.text[:1] not in ("/", ".") and target.literal:
            state.cwd = None
        if name == "pushd":
            state.stack = None if state.stack is None else (*state.stack, old)[-20:]
    state.old = old


def declare(name: str, words: tuple[Word, ...], state: State) -> None:
    """Follow ``export``, ``declare`` and their kin; a value stands behind the word's ``=``."""
    options = "".join([word.text[1:] for word in words if word.text[:1] in ("-", "+") and word.literal])
    exported = name == "export" or "x" in options
    odd = odd_type = any([letter in options for letter in "ilu"])
    if name == "export" and "n" in options:
        for word in words:
            state.own()
            state.exported.pop(word.text, None)
        return
    for word in words:
        key, equals, value = word.text.partition("=")
        append = key.endswith("+")
        key = key.removesuffix("+")
        if not is_name(key):
            continue
        if "n" in options and name != "export":
            state.own()
            state.values.pop("&" + key, None)
            if equals:
                state.values["&" + key] = Word(value, word.literal and is_name(value))
            continue
        if equals:
            held = state.get(key)
            if append and isinstance(held, Word) and held.literal:
                value = held.text + value
            elif append:
                odd = True
            state.set(key, None if odd else Word(value, word.literal))
        elif odd:
            state.set(key, None)
        elif "A" in options or "a" in options:
            if key not in state.values or name == "local":
                state.set(key, Array({}, "A" in options))
        elif name == "local":
            state.set(key, UNSET)
        if odd_type:
            state.own()
            state.values["%" + key] = UNSET
        if name == "readonly" or "r" in options:
            state.own()
            state.values["!" + key] = UNSET
        if exported:
            state.own()
            found = state.values.get(key)
            if isinstance(found, Word):
                state.exported[key] = found


def _read(words: tuple[Word, ...], state: State, stdin: Word | None) -> None:
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
    if stdin is None or not stdin.literal or odd or (not raw and "\\" in stdin.text):
        for name in names:
            assign(name, None, state)
        return
    line = stdin.text.partition("\n")[0]
    ifs = state.values.get("IFS", UNSET)
    if ifs is UNSET:
        chars = _BLANKS
    elif isinstance(ifs, Word) and ifs.literal:
        chars = ifs.text
    else:
        chars = ""
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


def _mapfile(words: tuple[Word, ...], state: State, stdin: Word | None) -> None:
    """Follow ``mapfile``: the lines become an array."""
    options = read(words, _MAPFILE)
    name = options.operands[0].text if options.operands else "MAPFILE"
    counts = [options.values(letter)[-1:] or [Word("0")] for letter in "nOs"]
    texts = [one[0].text for one in counts]
    mark = (options.values("d")[-1:] or [Word("\n")])[0]
    odd = options.has("u", "C") or not mark.literal or not all([one.isdigit() for one in texts])
    if stdin is None or not stdin.literal or odd or stdin.text.count(mark.text[:1] or "\0") > _LINES:
        state.set(name, None)
        return
    count, start, skip = [int(one[:6]) for one in texts]
    char = mark.text[:1] or "\0"
    lines = [one + char for one in stdin.text.split(char)]
    lines[-1] = lines[-1][:-1]
    lines = [one for one in lines if one][skip : skip + count if count else None]
    held = state.get(name)
    items = dict(held.items) if isinstance(held, Array) and options.has("O") else {}
    for at, line in enumerate(lines):
        items[start + at] = Word(line.removesuffix(char) if options.has("t") else line)
    state.set(name, Array(items) if len(items) <= _LINES else None)


def _let(word: Word, walker: Expander) -> None:
    from failshut.shell.syntax import Lit

    if word.literal:
        walker.arithmetic((Lit(word.text, True),))
    else:
        walker.lose([word.text.partition("=")[0]])


def _set(words: tuple[Word, ...], state: State) -> None:
    """Follow ``set -- …``, which sets the arguments."""
    skip = False
    for at, word in enumerate(words):
        if skip:
            skip = False
            continue
        skip = word.text[:1] in ("-", "+") and word.text[-1] == "o" and len(word.text) > 1
        if word.text in ("--", "-") and word.literal:
            state.args = words[at + 1 :] if word.text == "--" or len(words) > at + 1 else state.args
            return
        if word.text[:1] not in ("-", "+") or not word.literal:
            state.args = words[at:] if word.literal else None
            return


def _shift(words: tuple[Word, ...], state: State) -> None:
    count = int(words[0].text[:9]) if words and words[0].text.isdigit() else 0 if words else 1
    args = state.args or ()
    # An argument that is none or many lets nobody tell which ones go.
    if (words and not count) or any([one.glob or not one.literal for one in args[:count]]):
        state.args = None
    elif count <= len(args):
        state.args = None if state.args is None else args[count:]
