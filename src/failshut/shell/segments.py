"""Cut shell text that is more than plain into the simple commands that stand in it.

Nothing is evaluated: a *segment* is what stands at a command's place, wherever that is (in
``$(…)``, loops, groups, functions), with each part that only running would tell put as the unknown
variable ``SUB``.  One pass over the text with a stack of its own, so any nesting takes linear time.
Hot: imports nothing but its neighbour.
"""

from failshut.shell.tokens import is_name

SUB = "__sub"
UNKNOWN = "${" + SUB + "}"
NUMBER = "7"  # what arithmetic is taken for
PIPE = "/dev/fd/63"
MADE = "/tmp/mktemp"  # what ``mktemp`` is taken to return
_META = frozenset(" \t\n;&|<>()")
_STOPS = frozenset(" \t\n;&|<>()'\"\\$`{")
_QUOTED = frozenset('"\\$`')
_INSIDE = frozenset("'\"\\$`(){}[] \t\n")
_SKIPPED = frozenset(("then", "else", "elif", "do", "!", "time", "coproc"))
_OPENS = {"if": "fi", "while": "done", "until": "done", "for": "done", "select": "done",
          "case": "esac", "{": "}"}  # fmt: skip
_CLOSES = frozenset(("fi", "done", "esac", "}"))
_HERE = ("pwd", "pwd -P", "git rev-parse --show-toplevel")
_SAYS = ("echo ", "which ", "command -v ", "type -p ")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./ ")
_NEAR = 300  # characters that are looked ahead at most
_SPREAD = 4096  # characters that one brace expansion may give


class Segment:
    """Hold one simple command's ``text`` and what belongs to it.

    ``feeds`` is the index of the segment whose output it reads (-1 = none), ``bodies`` its
    here-documents as ``(text, quoted)``, ``kids`` the segments whose output stands in it as
    ``(from, to)``, ``end`` the operator after it.
    """

    __slots__ = ("bodies", "end", "feeds", "kids", "text")

    def __init__(
        self, text: str, feeds: int, bodies: list[tuple[str, bool]], kids: list[tuple[int, int]], end: str
    ) -> None:
        self.text = text
        self.feeds = feeds
        self.bodies = bodies
        self.kids = kids
        self.end = end


class _Frame:
    """Hold what is open: code (``top paren sub tick group``) or a part of a word."""

    __slots__ = (
        "bodies", "buf", "closer", "code", "cond", "count", "first", "function", "header", "kids",
        "kind", "last", "outer", "pipe", "start", "stdin", "waits",
    )  # fmt: skip

    def __init__(self, kind: str, start: int, first: int, stdin: int = -1) -> None:
        self.kind = kind
        self.start = start
        self.first = first
        self.stdin = self.pipe = stdin
        self.buf: list[str] = []
        self.bodies: list[tuple[str, bool]] = []
        self.kids: list[tuple[int, int]] = []
        self.last = -1
        self.closer = self.header = self.function = self.cond = ""
        self.count = self.waits = 0
        self.outer: _Frame = self
        self.code: _Frame = self


_CODE = frozenset(("top", "paren", "sub", "tick", "group"))


class Cutter:
    """Walk the text once; ``events`` are segments, ``(`` and ``)``, and loops."""

    __slots__ = ("at", "bomb", "calls", "events", "function", "look", "pending", "segments", "stack",
                 "text", "ticks")  # fmt: skip

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.stack = [_Frame("top", 0, 0)]
        self.segments: list[Segment] = []
        self.events: list[Segment | str | tuple[str, str]] = []
        self.pending: list[tuple[str, bool, bool, list[tuple[str, bool]]]] = []
        self.ticks = 0
        self.look = 2 * len(text) + _NEAR
        self.function = ""
        self.calls: dict[str, list[int]] = {}
        self.bomb = False

    def run(self, body: bool = False) -> "Cutter":
        """Cut the whole text; ``body`` = of a here-document, in which only substitutions count."""
        size = len(self.text)
        if body:
            self.push("body")
        while self.at < size:
            frame = self.stack[-1]
            if frame.kind in _CODE:
                self.code(frame)
            elif frame.kind in ("dq", "body"):
                self.quoted(frame)
            else:
                self.part(frame)
        while len(self.stack) > 1:
            self.close()
        self.finish(self.stack[0], "")
        return self

    # Frames

    def push(self, kind: str, width: int = 0, stdin: int = -1) -> _Frame:
        """Open a frame and step over what opens it."""
        above = self.stack[-1]
        frame = _Frame(kind, self.at + width, len(self.segments), stdin)
        frame.outer = frame if kind in _CODE and kind != "group" else above.outer
        frame.code = frame if kind in _CODE else above.code
        self.stack.append(frame)
        self.at += width
        if kind in ("paren", "group"):
            frame.function, self.function = self.function, ""
        if kind == "paren":
            self.events.append("(")
        self.ticks += kind == "tick"
        return frame

    def close(self) -> None:
        """Close the innermost frame and put into the one around it what it stands for."""
        frame = self.stack[-1]
        if frame.kind in _CODE:
            self.finish(frame, "")
        self.stack.pop()
        above = self.stack[-1]
        kind = frame.kind
        if kind in ("paren", "group"):
            if kind == "paren":
                self.events.append(")")
            elif frame.closer == "done":
                self.events.append("done")
                if frame.cond in ("true", ":") and frame.count and not frame.waits:
                    self.bomb = True
            if frame.function:
                self.calls.pop(frame.function, None)
            above.last = frame.last
        elif kind in ("sub", "tick"):
            self.ticks -= kind == "tick"
            above.buf.append(self.stands_for(frame))
            above.code.kids.append((frame.first, len(self.segments)))
        elif kind == "dq":
            above.buf.append('"' + "".join(frame.buf) + '"')
        elif kind == "brace":
            above.buf.append(self.parameter(self.text[frame.start : min(self.at, frame.start + _NEAR)]))
        elif kind == "arith":
            above.buf.append(NUMBER)
        elif kind == "words":
            above.buf.append(UNKNOWN)

    def stands_for(self, frame: _Frame) -> str:
        """Return what a substitution's output is taken for."""
        if self.text[frame.start - 2 : frame.start] in ("<(", ">("):
            return PIPE
        raw = self.text[frame.start : min(self.at, frame.start + 200)].strip()
        if raw.split(" ")[0] == "mktemp":
            return MADE
        if raw in _HERE:
            return "$PWD"
        for start in _SAYS:
            if raw.startswith(start) and len(raw) < 100 and _PLAIN.issuperset(raw):
                return raw[len(start) :].strip()
        return UNKNOWN

    def parameter(self, raw: str) -> str:
        """Return what ``${raw}`` is taken for: the variable, or the default written there."""
        end = 0
        while end < len(raw) and (raw[end].isalnum() or raw[end] == "_"):
            end += 1
        name, rest = raw[:end], raw[end:]
        if not is_name(name):
            return NUMBER if raw[:1] == "#" else "${" + raw + "}" if len(raw) == 1 else UNKNOWN
        if rest[:2] in (":-", ":=") or rest[:1] in ("-", "="):
            value = rest.lstrip(":")[1:]
            return value if value and _PLAIN.issuperset(value) else "${" + name + "}"
        if not rest or rest in ("%/", "%%/") or rest.startswith((":?", "?")):
            return "${" + name + "}"
        return UNKNOWN

    def finish(self, frame: _Frame, end: str) -> None:
        """Make a segment of what was gathered."""
        text = "".join(frame.buf).strip()
        frame.buf = []
        if frame.header:
            if frame.header == "for" and text:
                self.events.append(("for", text))
            frame.header = "" if frame.header == "for" else frame.header
            text = ""
        if text or frame.bodies:
            segment = Segment(text or ":", frame.pipe, frame.bodies, frame.kids, end)
            frame.bodies, frame.kids = [], []
            self.segments.append(segment)
            self.events.append(segment)
            if text[:1] not in ("<", ">") or frame.last < 0:
                frame.last = len(self.segments) - 1
            self.counted(frame, text, end)
        frame.pipe = frame.last if end in ("|", "|&") else frame.stdin

    def counted(self, frame: _Frame, text: str, end: str) -> None:
        """Watch for functions that start themselves twice, and loops that only start jobs."""
        if frame.closer == "done":
            if not frame.cond:
                frame.cond = text
            elif end == "&":
                frame.count += 1
            else:
                frame.waits += 1
        name = text.partition(" ")[0]
        if name in self.calls:
            seen = self.calls[name]
            seen[0] += 1
            seen[1] += end == "&"
            self.bomb = self.bomb or (seen[0] > 1 and seen[1] > 0)

    # Code

    def code(self, frame: _Frame) -> None:
        """Read one piece at a place where commands stand."""
        text, at = self.text, self.at
        char = text[at]
        if char in " \t":
            if frame.buf:
                frame.buf.append(char)
            self.at += 1
        elif char == "\n":
            self.newline(frame)
        elif char in ";&|":
            self.operator(frame, char)
        elif char in "<>":
            self.redirect(frame, char)
        elif char == "(":
            self.opened(frame)
        elif char == ")":
            self.closed(frame)
        elif char == "#" and (at == 0 or text[at - 1] in _META):
            end = text.find("\n", at)
            self.at = len(text) if end < 0 else end
        elif char == "{" and not (not frame.buf and text[at + 1 : at + 2] in (" ", "\t", "\n", "")):
            self.spread(frame)
        else:
            self.piece(frame, char)

    def piece(self, frame: _Frame, char: str) -> None:
        """Read a quoted string, an escape, an expansion or a plain run."""
        text, at = self.text, self.at
        if char == "'":
            end = text.find("'", at + 1)
            end = len(text) if end < 0 else end + 1
            frame.buf.append(text[at:end])
            self.at = end
        elif char == '"':
            self.push("dq", 1)
        elif char == "\\":
            if not text.startswith("\\\n", at):
                frame.buf.append(text[at : at + 2])
            self.at += 2
        elif char == "$":
            self.dollar(frame)
        elif char == "`":
            self.tick()
        else:
            end = at + 1
            while end < len(text) and text[end] not in _STOPS:
                end += 1
            self.word(frame, text[at:end], end)

    def word(self, frame: _Frame, word: str, end: int) -> None:
        """Take a plain run: a keyword when it stands where one counts."""
        text = self.text
        alone = end >= len(text) or text[end] in _META
        if frame.header == "case" and word == "in" and alone and frame.buf:
            frame.header, frame.buf = "pattern", []
            self.at = end
            return
        if not alone or frame.buf:
            frame.buf.append(word)
            self.at = end
            return
        if frame.header:
            if frame.header == "pattern" and word == "esac":
                self.at = end
                self.close()
            else:
                frame.buf.append(word)
                self.at = end
            return
        self.at = end
        if word in _SKIPPED:
            return
        if word in _OPENS:
            group = self.push("group", 0, frame.pipe)
            group.closer = _OPENS[word]
            group.header = {"for": "for", "select": "for", "case": "case"}.get(word, "")
            if word not in ("while", "until"):
                group.cond = "-"
        elif word in _CLOSES and frame.kind == "group":
            self.close()
        elif word == "function":
            while self.at < len(text) and text[self.at] in " \t":
                self.at += 1
            end = self.at
            while end < len(text) and text[end] not in _META:
                end += 1
            self.defined(text[self.at : end])
            self.at = end
            if text.startswith("()", end):
                self.at += 2
        elif word == "[[":
            self.push("test")
        elif word not in _CLOSES:
            frame.buf.append(word)

    def defined(self, name: str) -> None:
        """Remember a function whose body follows."""
        self.function = name
        self.calls[name] = [0, 0]

    def operator(self, frame: _Frame, char: str) -> None:
        """End a segment, unless the character belongs to a redirection or a pattern."""
        text, at = self.text, self.at
        if char == "&" and text.startswith(">", at + 1):
            frame.buf.append("&>")
            self.at += 2
            return
        double = text[at : at + 2]
        width = 2 if double in ("&&", "||", "|&", ";;", ";&") else 1
        self.at += width
        if frame.header == "pattern":
            return
        self.finish(frame, text[at : at + width])
        if double in (";;", ";&"):
            if double == ";;" and text.startswith("&", self.at):
                self.at += 1
            if frame.closer == "esac":
                frame.header = "pattern"

    def redirect(self, frame: _Frame, char: str) -> None:
        """Read a redirection operator, a here-document or a process substitution."""
        text, at = self.text, self.at
        if text.startswith("(", at + 1):
            self.push("sub", 2)
        elif text.startswith("<<<", at):
            frame.buf.append(" <& ")
            self.at += 3
        elif text.startswith("<<", at):
            self.heredoc(frame)
        else:
            end = at + 1
            while end < len(text) and end < at + 3 and text[end] in "<>&|":
                end += 1
            frame.buf.append(text[at:end])
            self.at = end

    def heredoc(self, frame: _Frame) -> None:
        """Note a here-document; its body begins after the line."""
        text, at = self.text, self.at + 2
        tabs = text.startswith("-", at)
        at += tabs
        while at < len(text) and text[at] in " \t":
            at += 1
        start = at
        quote = ""
        while at < len(text) and (quote or text[at] not in _META):
            char = text[at]
            if char == quote:
                quote = ""
            elif char in "'\"" and not quote:
                quote = char
            elif char == "\n":
                break
            at += 1
        raw = text[start:at]
        bare = raw.replace("'", "").replace('"', "").replace("\\", "")
        self.pending.append((bare, tabs, bare != raw, frame.bodies))
        while frame.buf and frame.buf[-1].isdigit():
            frame.buf.pop()
        if frame.buf:
            frame.buf.append(" ")
        if not frame.bodies:
            frame.bodies.append(("", True))
        self.at = at

    def newline(self, frame: _Frame) -> None:
        """End a segment and read the bodies that begin on the next line."""
        if frame.header == "case":
            frame.buf.append(" ")
        elif frame.header != "pattern":
            self.finish(frame, "\n")
        self.at += 1
        for delimiter, tabs, literal, bodies in self.pending:
            start = self.at
            stop, after = self.bounds(delimiter, tabs)
            bodies.append((self.text[start:stop], literal))
            self.at = after
        self.pending.clear()

    def bounds(self, delimiter: str, tabs: bool) -> tuple[int, int]:
        """Return where a body ends and where the text after its delimiter goes on."""
        text, at = self.text, self.at
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            line = text[at:end]
            if (line.lstrip("\t") if tabs else line) == delimiter:
                return at, min(end + 1, len(text))
            at = end + 1
        return len(text), len(text)

    def opened(self, frame: _Frame) -> None:
        """Read ``(``: a subshell, a function's name, an array, a pattern or arithmetic."""
        text, at = self.text, self.at
        if frame.header == "pattern":
            self.at += 1
        elif not frame.buf:
            if text.startswith("((", at) and self.is_arithmetic(at + 2):
                self.push("arith", 2)
            else:
                self.push("paren", 1, frame.pipe)
        elif frame.buf[-1][-1:] in ("=", "?", "*", "+", "@", "!"):
            self.push("words", 1)
        else:
            end = at + 1
            while end < len(text) and end < at + 20 and text[end] in " \t":
                end += 1
            if text.startswith(")", end):
                name = "".join(frame.buf).strip()
                frame.buf = []
                self.defined(name)
                self.at = end + 1
            else:
                self.finish(frame, "")
                self.push("paren", 1)

    def closed(self, frame: _Frame) -> None:
        """Read ``)``: the end of a pattern or of the innermost parenthesis."""
        if frame.header == "pattern":
            frame.header, frame.buf = "", []
            self.at += 1
            return
        if frame.outer.kind in ("paren", "sub"):
            outer = frame.outer
            while self.stack[-1] is not outer:
                self.close()
            self.close()
            self.at += 1
            return
        self.finish(frame, "")
        self.at += 1

    def spread(self, frame: _Frame) -> None:
        """Read ``{…}`` in a word: ``{a,b}`` of plain characters gives words, else it's unknown."""
        text, at = self.text, self.at
        end = text.find("}", at, at + _NEAR) if self.look > 0 else -1
        inner = text[at + 1 : end] if end > 0 else ""
        self.look -= len(inner)
        if end < 0 or not inner or ("," not in inner and ".." not in inner) or (
            not _PLAIN.issuperset(inner.replace(",", "")) or " " in inner
        ):  # fmt: skip
            frame.buf.append("{")
            self.at += 1
            return
        after = end + 1
        while after < len(text) and after < end + _NEAR and text[after] in _PLAIN and text[after] != " ":
            after += 1
        before = frame.buf.pop() if frame.buf and frame.buf[-1].strip() else ""
        whole = not frame.buf or not frame.buf[-1].strip()
        tail = text[end + 1 : after]
        parts = inner.split(",")
        fine = (after >= len(text) or text[after] in _META) and _PLAIN.issuperset(before)
        fine = fine and whole and " " not in before and len(parts) * (len(before) + len(tail)) < _SPREAD
        if fine and len(parts) > 1:
            words = " ".join([before + part + tail for part in parts])
            frame.buf.append(words)
            self.at = after
        else:
            frame.buf.append(before + UNKNOWN)
            self.at = end + 1

    # Parts of words

    def dollar(self, frame: _Frame) -> None:
        """Read what follows a dollar sign."""
        text, at = self.text, self.at
        following = text[at + 1 : at + 2]
        if following == "(":
            if text.startswith("(", at + 2) and self.is_arithmetic(at + 3):
                self.push("arith", 3)
            else:
                self.push("sub", 2)
        elif following == "{":
            self.push("brace", 2)
        elif following == "[":
            end = text.find("]", at, at + _NEAR)
            frame.buf.append(NUMBER)
            self.at = end + 1 if end > 0 else at + 2
        elif following == "'" and frame.kind not in ("dq", "body"):
            end = at + 2
            while end < len(text) and text[end] != "'":
                end += 2 if text[end] == "\\" else 1
            frame.buf.append(text[at : end + 1])
            self.at = end + 1
        elif following == '"' and frame.kind not in ("dq", "body"):
            self.at += 1
        else:
            frame.buf.append("$")
            self.at += 1

    def is_arithmetic(self, at: int) -> bool:
        """Tell whether ``((`` before a position is closed by ``))`` nearby."""
        text, depth, start = self.text, 2, at
        stop = min(len(text), at + _NEAR, at + max(self.look, 0))
        while at < stop and depth > 0:
            char = text[at]
            depth += (char == "(") - (char == ")")
            at += 1
            if depth == 1 and char == ")" and text[at : at + 1] != ")":
                break
        self.look -= at - start
        return depth == 0

    def tick(self) -> None:
        """Open or close a backquote."""
        if not self.ticks:
            self.push("tick", 1)
            return
        while self.stack[-1].kind != "tick":
            self.close()
        self.close()
        self.at += 1

    def quoted(self, frame: _Frame) -> None:
        """Read one piece inside double quotes or a here-document's body."""
        text, at = self.text, self.at
        char = text[at]
        if char == "\\":
            frame.buf.append(text[at : at + 2])
            self.at += 2
        elif char == "$":
            self.dollar(frame)
        elif char == "`":
            self.tick()
        elif char == '"' and frame.kind == "dq":
            self.close()
            self.at += 1
        else:
            end = at + 1
            while end < len(text) and text[end] not in _QUOTED:
                end += 1
            frame.buf.append(text[at:end])
            self.at = end

    def part(self, frame: _Frame) -> None:
        """Read one piece of ``${…}``, arithmetic, an array or a ``[[`` test."""
        text, at, kind = self.text, self.at, frame.kind
        char = text[at]
        closes = {"brace": "}", "arith": ")", "words": ")"}.get(kind, "")
        if char == closes:
            if frame.count:
                frame.count -= 1
                self.at += 1
                return
            self.close()
            self.at += 2 if kind == "arith" and text.startswith("))", at) else 1
        elif kind == "test" and text.startswith("]]", at):
            self.close()
            self.at += 2
        elif char == "(" and kind in ("arith", "words"):
            frame.count += 1
            self.at += 1
        elif char == "'" and kind != "arith":
            end = text.find("'", at + 1)
            self.at = len(text) if end < 0 else end + 1
        elif char == '"':
            self.push("dq", 1)
        elif char == "\\":
            self.at += 2
        elif char == "$":
            self.dollar(frame)
        elif char == "`":
            self.tick()
        else:
            self.at += 1
        frame.buf.clear()
