"""Hold the tree of compound commands and of arithmetic, beside what ``syntax`` holds.  Hot."""

from failshut.shell.syntax import List, Node, Part, Word


class Arith(Part):
    """Hold ``$((…))`` by the parts of its expression."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Part, ...], quoted: bool) -> None:
        self.parts = parts
        self.quoted = quoted


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
