"""Turn the words of the tree into what a program gets, with everything that the text has set.

What a resolved word looks like (every reader of ``Word`` relies on it):

* ``literal``: the text is exactly what the program gets.
* not ``literal``: ``$NAME`` in it is the environment's value (a reader of effects may resolve
  HOME, PWD, OLDPWD, TMPDIR, USER; ``~`` is written ``$HOME``; ``$__start`` is the call's own folder);
  ``${NAME}`` and everything else that begins with ``$`` or ``~`` is unknown.  ``${sub 3}`` is the
  unknown output of a substitution whose last command is number 3; ``${NAME:-}`` is a value that
  stands instead of a default, which the text names for when there is none.

A variable that may have several values makes the caller expand once for each (``choose``).  Hot.
"""

from failshut.model import Word
from failshut.shell.marks import DOLLAR
from failshut.shell.syntax import Lit, Param, Part, Sub
from failshut.shell.syntax import Word as Source
from failshut.shell.walk.state import PARTED, UNSET, Kept, unknown
from failshut.shell.walk.walker import LIMIT, Exhausted, Walker

_BLANKS = " \t\n"
_MARKS = "${}_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def has_glob(text: str) -> bool:
    """Tell whether an unquoted text would be matched against file names."""
    return "*" in text or "?" in text or "[" in text or "(" in text


def shown(word: Word) -> str:
    """Return what of a word's text isn't a mark."""
    first, *rest = word.text.split("${")
    return first + "".join([one.partition("}")[2] for one in rest])


def glue(pieces: list[Word], glob: bool = False) -> Word:
    """Return one word for pieces; a plain dollar sign beside an unknown piece becomes unknown too."""
    if len(pieces) == 1:
        return pieces[0] if not glob else Word(pieces[0].text, pieces[0].literal, True)
    if all([one.literal for one in pieces]):
        return Word("".join([one.text for one in pieces]), True, glob)
    first = next((one for one in pieces if one.text), pieces[0])
    texts = [one.text.replace("$", DOLLAR) if one.literal else one.text for one in pieces]
    whole = "".join(texts)
    if first.literal and whole[:1] == "~":
        whole = "${_}" + whole[1:]
    return Word(whole, False, glob)


class Fields:
    """Collect the words that one word of the text becomes."""

    __slots__ = ("done", "glob", "ifs", "leads", "open", "pieces")

    def __init__(self, ifs: str | None) -> None:
        self.done: list[Word] = []
        self.pieces: list[Word] = []
        self.glob = False
        self.open = False
        self.leads = False  # a separator came first
        self.ifs = ifs

    def add(self, word: Word, glob: bool = False) -> None:
        """Go on with the word at hand."""
        self.open = True
        self.glob = self.glob or glob
        self.pieces.append(word)

    def end(self) -> None:
        """End the word at hand."""
        if self.open:
            self.done.append(glue(self.pieces, self.glob) if self.pieces else Word(""))
        self.pieces, self.glob, self.open = [], False, False

    def dynamic(self, text: str) -> None:
        """Add an unquoted value that is partly known: it falls apart at the blanks that are."""
        at = start = 0
        while at <= len(text):
            if text.startswith("${", at):
                at = text.find("}", at) + 1 or len(text)
                continue
            if at < len(text) and text[at] not in _BLANKS:
                at += 1
                continue
            piece = text[start:at]
            if piece:
                whole = piece.replace(DOLLAR, "$")
                sure = "$" not in piece.replace(DOLLAR, "") and piece[:1] != "~"
                self.add(Word(whole, True) if sure else Word(piece, False), has_glob(piece))
            if at < len(text):
                self.leads = self.leads or not (self.open or self.done)
                self.end()
            at += 1
            start = at

    def split(self, word: Word) -> None:
        """Add an unquoted value, which falls apart."""
        if not word.literal and self.ifs == _BLANKS and any([one in word.text for one in _BLANKS]):
            self.dynamic(word.text)
            return
        if not word.literal or self.ifs is None:
            apart = self.ifs is None or (
                self.ifs != _BLANKS and any([one in shown(word) for one in self.ifs])
            )
            if word.text:
                self.add(unknown() if apart else word, word.glob)
            return
        if not any([one in word.text for one in self.ifs]):
            if word.text:
                self.add(Word(word.text), has_glob(word.text))
            return
        run, ended = "", False  # ended = by a blank, which a mark behind it still belongs to
        for char in word.text:
            if char not in self.ifs:
                run += char
                ended = False
                continue
            if run:
                self.add(Word(run), has_glob(run))
            run = ""
            self.leads = self.leads or not (self.open or self.done)
            blank = char in _BLANKS
            if not blank and not self.open and not ended:
                self.add(Word(""))
            ended = blank and (self.open or ended)
            self.end()
        if run:
            self.add(Word(run), has_glob(run))


def words(walker: Walker, source: Source) -> list[Word]:
    """Return the words that a command's word becomes."""
    parts = source.parts
    if len(parts) == 1 and isinstance(parts[0], Lit):
        one = parts[0]
        if one.quoted:
            return [Word(one.text)]
        if "{" not in one.text and "~" not in one.text:
            walker.spend(1)
            return [Word(one.text, True, has_glob(one.text))]
    many = spread(parts)
    if many is None:
        return [unknown()]
    found: list[Word] = []
    for some in many:
        found += fields(walker, some)
    return found


def spread(parts: tuple[Part, ...]) -> list[tuple[Part, ...]] | None:
    """Return the parts of each word that braces make of one; None = too many to tell."""
    if not any([isinstance(one, Lit) and not one.quoted and "{" in one.text for one in parts]):
        return [parts]
    from failshut.shell.values.braces import braces

    return braces(parts)


def fields(walker: Walker, parts: tuple[Part, ...], apart: bool = False) -> list[Word]:
    """Return the words that parts become after braces; ``apart`` = plain text falls apart too.

    Those of ``apart`` begin or end with ``PARTED`` where the text does so with a separator.
    """
    held = walker.held("IFS", walker.state.values.get("IFS", UNSET))
    fields = Fields(None if held is None else ifs(walker))
    beside = len([one for one in parts if not isinstance(one, Lit) or one.text]) > 1
    for part in homes(parts, True):
        if isinstance(part, Lit) and apart and not part.quoted:
            fields.split(Word(part.text))
            continue
        if isinstance(part, Lit):
            fields.add(Word(part.text), not part.quoted and has_glob(part.text))
            continue
        walker.whole = False
        some = values(walker, part)
        if isinstance(part, Param) and part.quoted and not stays(part):
            some = [starred(walker, some)]
        if beside and shifty(part, some):
            some = [unknown()]  # what stands beside them moves with how many they are
        elif beside and some and " " in some[0].text and not part.quoted and frays(some[0]):
            some = some if walker.choose(("edge", id(part)), 2) == 0 else [unknown()]
        for at, value in enumerate(some):
            if at or value is PARTED:
                fields.end()
            if value is PARTED:
                continue
            if part.quoted:
                fields.add(Word(value.text, value.literal), value.glob)
            elif not value.text and at < len(some) - 1 and (fields.ifs or "")[:1] not in (*_BLANKS, ""):
                fields.add(Word(""))  # of several values that a mark joins an empty one stays
            elif isinstance(value, Kept):
                fields.add(Word(value.text, value.literal), value.glob)
            else:
                fields.split(value)
        if not some and part.quoted and len(parts) == 2:
            fields.pieces, fields.open = [], False  # "$@" without arguments is no word at all
    trails = apart and not fields.open and fields.done
    fields.end()
    if apart and fields.done:
        fields.done = [*([PARTED] if fields.leads else ()), *fields.done, *([PARTED] if trails else ())]
    walker.spend(len(parts) + sum([len(word.text) for word in fields.done]) // 64)
    if any([len(word.text) > LIMIT for word in fields.done]):
        raise Exhausted("an expansion that grows too long")
    return fields.done


def one(walker: Walker, parts: tuple[Part, ...], pattern: bool = False) -> Word:
    """Return the one word that parts become where nothing falls apart."""
    pieces: list[Word] = []
    glob = False
    for part in homes(parts, False):
        if isinstance(part, Lit):
            pieces.append(Word(plain(part.text) if pattern and part.quoted else part.text))
        else:
            walker.whole = True
            apart = isinstance(part, Param) and stays(part)
            value = starred(walker, values(walker, part), apart)
            if pattern and part.quoted and value.literal:
                value = Word(plain(value.text))
            glob = glob or (value.glob and not pattern)
            pieces.append(Word(value.text, value.literal))
    walker.spend(1 + sum([len(word.text) for word in pieces]) // 64)
    found = glue(pieces, glob) if pieces else Word("")
    if len(found.text) > LIMIT:
        raise Exhausted("an expansion that grows too long")
    return found


def plain(text: str) -> str:
    """Return the text so that a pattern takes it as it is."""
    from failshut.shell.values.patterns import quote

    return quote(text)


def homes(parts: tuple[Part, ...], named: bool) -> tuple[Part, ...]:
    """Expand a leading ``~``, and that behind ``NAME=`` (``named``), which bash expands anywhere."""
    first = parts[0] if parts else None
    if not isinstance(first, Lit) or first.quoted or "~" not in first.text:
        return parts
    from failshut.shell.values import tildes

    return tildes.leading(parts, first, named)


def assigned(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Expand each ``~`` of an assignment's value: at its beginning and behind colons."""
    if not any([isinstance(one, Lit) and not one.quoted and "~" in one.text for one in parts]):
        return parts
    from failshut.shell.values import tildes

    return tildes.assigned(parts)


def ifs(walker: Walker) -> str:
    """Return the characters at which unquoted values fall apart."""
    value = walker.held("IFS", walker.state.values.get("IFS", UNSET))
    if value is UNSET or not isinstance(value, Word) or not value.literal:
        return _BLANKS
    return value.text


def starred(walker: Walker, values: list[Word], apart: bool = False) -> Word:
    """Return several values as one word; ``apart`` = they come from ``$@`` or its kin."""
    if len(values) == 1:
        return values[0]
    between = Word(" ") if apart else Word(ifs(walker)[:1])
    if not apart:
        held = walker.held("IFS", walker.state.values.get("IFS", UNSET))
        between = between if isinstance(held, Word) and (held.literal or held.text == "$IFS") else unknown()
    pieces: list[Word] = []
    for at, value in enumerate(values):
        if at:
            pieces.append(between)
        pieces.append(value)
    return glue(pieces) if pieces else Word("")


def values(walker: Walker, part: Part) -> list[Word]:
    """Return the values of an expansion: one, or any number for ``$@`` and its kin."""
    if isinstance(part, Sub):
        from failshut.shell.values import substitution

        return [substitution.substitute(walker, part)]
    if isinstance(part, Param):
        from failshut.shell.values import parameters

        return parameters.parameter(walker, part)
    from failshut.shell.values import reckon

    return [reckon.total(walker, part)]


def shifty(part: Part, some: list[Word]) -> bool:
    """Tell whether nobody knows how many words several values are."""
    many = len(some) > 1 or (isinstance(part, Param) and stays(part))
    return many and any([value.glob or not value.literal for value in some])


def frays(word: Word) -> bool:
    """Tell whether a value begins or ends with an unknown word, which may be none (``echo a $V``)."""
    if word.literal:
        return False
    first, *rest = word.text.split("${")
    marks = [one.partition("}") for one in rest]
    text = first + "".join(["${_}" + behind for _, _, behind in marks])
    pieces = text.replace("\n", " ").split(" ")
    return len(pieces) > 1 and any(
        [one[:1] == "$" and not one.strip(_MARKS) for one in (pieces[0], pieces[-1])]
    )


def stays(part: Param) -> bool:
    """Tell whether the values stay words of their own inside quotes."""
    index = part.index
    if index is not None:
        return len(index) == 1 and isinstance(index[0], Lit) and index[0].text == "@"
    return part.name == "@"
