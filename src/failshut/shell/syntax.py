"""Hold the tree of a shell text: words made of parts, commands made of words.

Positions (``start``, ``end``) are those of the whole text.  A part's ``quoted`` says that its value
neither falls apart at blanks nor matches file names.  Hot: plain classes, no imports.
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


class Part:
    """Be one part of a word."""

    __slots__ = ("quoted",)

    def __init__(self, quoted: bool) -> None:
        self.quoted = quoted


class Lit(Part):
    """Hold characters as they are."""

    __slots__ = ("text",)

    def __init__(self, text: str, quoted: bool) -> None:
        self.text = text
        self.quoted = quoted


class Param(Part):
    """Hold ``$name`` or ``${name[index] op arg}``.

    ``op`` is "" , one of the operators as written, ``#len``, or ``bad`` (bash refuses to expand it);
    ``more`` is what follows the second separator (``${x/p/MORE}``, ``${x:o:MORE}``).
    """

    __slots__ = ("arg", "index", "indirect", "more", "name", "op")

    def __init__(self, name: str, quoted: bool) -> None:
        self.name = name
        self.quoted = quoted
        self.op = ""
        self.index: tuple[Part, ...] | None = None
        self.indirect = False
        self.arg: tuple[Part, ...] = ()
        self.more: tuple[Part, ...] | None = None


class Sub(Part):
    """Hold a substitution; ``kind`` is ``$(``, a backtick, ``<(`` or ``>(``.

    ``source`` is a text of its own with its place, which the positions inside of backticks refer to.
    """

    __slots__ = ("body", "kind", "source")

    def __init__(self, kind: str, body: "List", quoted: bool) -> None:
        self.kind = kind
        self.body = body
        self.source: tuple[str, int] | None = None
        self.quoted = quoted


class Arith(Part):
    """Hold ``$((…))`` by the parts of its expression."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Part, ...], quoted: bool) -> None:
        self.parts = parts
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


class Group(Node):
    """Hold ``{ … }``, or ``( … )`` when ``subshell``."""

    __slots__ = ("body", "subshell")

    def __init__(self, start: int, body: List, subshell: bool) -> None:
        super().__init__(start)
        self.body = body
        self.subshell = subshell


class If(Node):
    """Hold ``(condition, branch)`` pairs; the last may have no condition (``else``)."""

    __slots__ = ("arms",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.arms: list[tuple[List | None, List]] = []


class Loop(Node):
    """Hold ``while`` and ``until``."""

    __slots__ = ("body", "condition", "until")

    def __init__(self, start: int, condition: List, body: List, until: bool = False) -> None:
        super().__init__(start)
        self.condition = condition
        self.until = until
        self.body = body


class For(Node):
    """Hold ``for name in words`` and ``select``; ``words`` is None for the arguments."""

    __slots__ = ("body", "name", "select", "words")

    def __init__(self, start: int, name: str, words: list[Word] | None, body: List, select: bool) -> None:
        super().__init__(start)
        self.name = name
        self.words = words
        self.body = body
        self.select = select


class ForArith(Node):
    """Hold ``for ((a; b; c))`` by the parts between the parentheses."""

    __slots__ = ("body", "parts")

    def __init__(self, start: int, parts: tuple[Part, ...], body: List) -> None:
        super().__init__(start)
        self.parts = parts
        self.body = body


class Case(Node):
    """Hold ``case``: per arm its patterns, its body and how it ends (``;;``, ``;&``, ``;;&``)."""

    __slots__ = ("arms", "word")

    def __init__(self, start: int, word: Word) -> None:
        super().__init__(start)
        self.word = word
        self.arms: list[tuple[list[Word], List, str]] = []


class Cond(Node):
    """Hold ``[[ … ]]`` by its words."""

    __slots__ = ("words",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.words: list[Word] = []


class ArithCommand(Node):
    """Hold ``((…))``."""

    __slots__ = ("parts",)

    def __init__(self, start: int, parts: tuple[Part, ...]) -> None:
        super().__init__(start)
        self.parts = parts


class Function(Node):
    """Hold a function's definition."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str, body: Node) -> None:
        super().__init__(start)
        self.name = name
        self.body = body


class Coproc(Node):
    """Hold ``coproc``."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str, body: Node) -> None:
        super().__init__(start)
        self.name = name
        self.body = body
