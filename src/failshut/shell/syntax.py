"""Hold the tree of a shell text: words made of parts, commands made of words.

Positions (``start``, ``end``) are those of the whole text.  A part's ``quoted`` says that its value
neither falls apart at blanks nor matches file names.  The classes of compound
commands and of arithmetic stand beside their readers (``compound``, ``cases``, ``sums``).  Hot: plain
classes, no imports.
"""


class Unparsable(Exception):
    """Say where a text stops being shell, and why; nothing else is raised by the grammar.

    ``cap``: the text may well be shell, but is too much of it.
    """

    def __init__(self, position: int, why: str, cap: bool = False) -> None:
        super().__init__(why)
        self.cap = cap
        self.position = position
        self.why = why


TYPE_CHECKING = False
if TYPE_CHECKING:

    class Part:
        """Be one part of a word."""

        __slots__ = ()
        quoted: bool

else:
    Part = object  # a class costs as much as reading a short text


class Lit(Part):
    """Hold characters as they are."""

    __slots__ = ("quoted", "text")

    def __init__(self, text: str, quoted: bool) -> None:
        self.text = text
        self.quoted = quoted


class Param(Part):
    """Hold ``$name`` or ``${name[index] op arg}``.

    ``op`` is "" , one of the operators as written, ``#len``, or ``bad`` (bash refuses to expand it);
    ``more`` is what follows the second separator (``${x/p/MORE}``, ``${x:o:MORE}``); ``loose`` = it is
    written without braces, so that its name goes on with what ``{a,$x}y`` puts behind it.
    """

    __slots__ = ("arg", "index", "indirect", "loose", "more", "name", "op", "quoted")

    def __init__(self, name: str, quoted: bool) -> None:
        self.name = name
        self.quoted = quoted
        self.op = ""
        self.loose = False
        self.index: tuple[Part, ...] | None = None
        self.indirect = False
        self.arg: tuple[Part, ...] = ()
        self.more: tuple[Part, ...] | None = None


class Sub(Part):
    """Hold a substitution; ``kind`` is ``$(``, a backtick, ``<(``, ``>(``, ``${`` or ``${|``.

    ``source`` is a text of its own with its place, which the positions inside of backticks refer to.
    """

    __slots__ = ("body", "kind", "quoted", "source")

    def __init__(self, kind: str, body: "List", quoted: bool) -> None:
        self.kind = kind
        self.body = body
        self.source: tuple[str, int] | None = None
        self.quoted = quoted


class Word:
    """Hold one word.

    An assignment has its ``name``, and in ``parts`` only the value; ``append`` says ``+=``,
    ``index`` is the subscript, ``array`` the words between parentheses.
    """

    __slots__ = ("append", "array", "end", "index", "name", "parts", "start")

    def __init__(self, parts: tuple[Part, ...], start: int, end: int) -> None:
        self.parts = parts
        self.start = start
        self.end = end
        self.name = ""
        self.append = False
        self.index: tuple[Part, ...] | None = None
        self.array: tuple[Word, ...] | None = None

    def bare(self) -> str:
        """Return the word's text when it is written without quotes and expansions, else ""."""
        if len(self.parts) == 1 and not self.name:
            part = self.parts[0]
            if isinstance(part, Lit) and not part.quoted:
                return part.text
        return ""


class Redir:
    """Hold a redirection; that of a here-document has its ``body`` (``quoted`` = nothing expands)."""

    __slots__ = ("body", "end", "lines", "op", "quoted", "start", "target", "variable")

    def __init__(self, op: str, target: Word, start: int, end: int) -> None:
        self.op = op
        self.target = target
        self.start = start
        self.end = end
        self.body: tuple[Part, ...] | None = None
        self.lines: tuple[int, int] | None = None  # where its body stands, with the delimiter
        self.quoted = False
        self.variable = ""


class Node:
    """Be one command; ``redirects`` are those behind it."""

    __slots__ = ("end", "redirects", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.redirects: tuple[Redir, ...] = ()


class Simple(Node):
    """Hold assignments and words."""

    __slots__ = ("assigns", "words")

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.assigns: list[Word] = []
        self.words: list[Word] = []


class List(Node):
    """Hold commands in order, each with whether it runs in the background."""

    __slots__ = ("items",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.items: list[tuple[Node, bool]] = []


class AndOr(Node):
    """Hold commands joined by ``&&`` and ``||``: the operator before each ("" = the first)."""

    __slots__ = ("items",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.items: list[tuple[str, Node]] = []


class Pipeline(Node):
    """Hold the commands of a pipeline, or one command with ``!`` or ``time`` before it."""

    __slots__ = ("items",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.items: list[Node] = []
