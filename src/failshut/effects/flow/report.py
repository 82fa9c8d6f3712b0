"""Add the effects of what flows: ``net.send`` and ``exec.remote-code``.  Hot."""

from failshut.effects.flow.kinds import CODE, DATA, NETWORK, local
from failshut.effects.flow.senders import sent, what
from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.wrappers.streams import INTERPRETERS
from failshut.shell.wrappers.table import AWAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.flow.ends import End
    from failshut.effects.flow.judge import Flow, Step

_TEXTS = ("c", "e", "E", "eval", "print", "r")
_WORDS = {
    "secret": "a secret",
    "tree": "a whole folder",
    "folder": "a folder",
    "file": "a file",
    "mail": "a mail",
}


def leaves(flow: "Flow", step: "Step", out: int) -> None:
    """Add ``net.send`` for what a command sends to another machine."""
    if any([one in AWAY for one in step.site.command.via]):
        return
    found = sent(step.name, step, flow)
    if found is not None:
        _send(step, *found)
    for kind, value in flow.targets(step):
        if kind == "net" and isinstance(value, str):
            _send(step, out or (step.read | step.taken), value, "/dev/tcp")
    for key, ends in step.table.items():
        if key in "012":
            continue
        for kind, value in ends:
            if kind == "net" and isinstance(value, str) and _names(key, flow, step):
                _send(step, out or (step.read | step.taken), value, "/dev/tcp")


def _names(key: str, flow: "Flow", step: "Step") -> bool:
    """Tell whether a command's words name a descriptor by its path."""
    return any(
        [flow.ends.number(one, step.site) == key for one in step.site.command.argv[1:] if "/" in one.text]
    )


def _send(step: "Step", found: int, host: str, tool: str) -> None:
    kind = what(found & DATA, tool)
    if kind:
        where = f" to {host[:60]}" if host else ""
        step.site.add(
            "net.send", f"sends {_WORDS[kind]}{where} with {tool}",
            what=kind, host=host[:200], local="yes" if local(host) else "no", tool=tool,
        )  # fmt: skip


_SCRIPTS = ("package.json",)
_READ: dict[str, tuple[str, ...]] = {
    "make": ("Makefile", "makefile", "GNUmakefile"), "gmake": ("Makefile", "makefile", "GNUmakefile"),
    "npm": _SCRIPTS, "yarn": _SCRIPTS, "pnpm": _SCRIPTS, "just": ("justfile",), "rake": ("Rakefile",),
}  # fmt: skip
"""Builders, with the files whose recipes or scripts they run."""


def runs(flow: "Flow", step: "Step") -> None:
    """Add ``exec.remote-code`` for a command that runs what came from elsewhere."""
    site = step.site
    argv = site.command.argv
    word = argv[0]
    if word.text.startswith("${text}") and site.command.via[-2:-1] in (("xargs",), ("parallel",)):
        return _code(step, step.taken, "a shell")
    if not word.literal and word.text.startswith("${sub "):
        return _code(step, flow.words(word, step), "a shell")
    if "/" in word.text:
        _file(flow, step, word)
    if step.name in _READ:
        _recipes(flow, step)
    if step.name not in INTERPRETERS:
        return None
    spec, _ = INTERPRETERS[step.name]
    options = read(argv[1:], spec, permute=False)
    found = 0
    for text in options.values(*_TEXTS):
        found |= (
            flow.words(text, step) if text.text.startswith(("${sub ", "${xargs")) or _whole(text) else 0
        )
    from failshut.effects.families.exec import reads_stdin

    operands = options.rest or tuple(options.operands)
    if reads_stdin(step.name, argv[1:]):
        found |= step.taken
        if any([one.op.endswith("<&") for one in site.command.redirects]):
            _text(step, step.table.get("0", []))
    elif operands and not options.values(*_TEXTS):
        _file(flow, step, operands[0])
    return _code(step, found, step.name)


def _recipes(flow: "Flow", step: "Step") -> None:
    """Judge the file whose recipes or scripts a builder runs."""
    options = read(step.site.command.argv[1:], "C,directory,prefix,cwd= f,file,makefile= j=? o= W= I= l=?")
    folders = options.values("cwd", "prefix", "directory")
    start = folders[-1].text.rstrip("/") + "/" if folders and folders[-1].literal else ""
    for name in _READ[step.name]:
        _file(flow, step, Word(start + name))
    for word in options.values("makefile") if step.name == "make" else ():
        _file(flow, step, Word(start + word.text, word.literal))


def _whole(word: Word) -> bool:
    """Tell whether a word is a variable and nothing else."""
    name = word.text.strip("${}")
    return not word.literal and word.text[:1] == "$" and name.isidentifier()


def _text(step: "Step", ends: "list[End]") -> None:
    """Judge shell text that stands behind a descriptor."""
    from failshut.effects.nested import inner_text
    from failshut.shell.wrappers.unwrap import SHELLS

    for _, value in ends:
        if isinstance(value, Word) and value.literal and step.name in (*SHELLS, "source", "."):
            inner_text(value.text, step.site, step.name)


def _file(flow: "Flow", step: "Step", word: Word) -> None:
    """Judge the file that a command runs."""
    found = 0
    ends = flow.ends.of(word, step.site, step.table)
    _text(step, ends)
    for kind, value in ends:
        if kind == "file" and isinstance(value, str):
            if value in flow.fifos:
                found |= flow.behind((kind, value), step)
            elif (flow.files.get(value, 0) | _named_apart(flow, value)) & CODE:
                step.site.add(
                    "exec.remote-code", f"runs {word.text} right after its download", how="downloaded"
                )
        elif kind != "net":
            found |= flow.behind((kind, value), step)
    _code(step, found, step.name or "a shell")


def _named_apart(flow: "Flow", path: str) -> int:
    """Return what came from elsewhere under a name that the text doesn't say: unpacked, or loaded."""
    found = 0
    for place, held in list(flow.apart.items()):
        if (place[-1:] == "*" and path.startswith(place[:-1])) or (
            place[-2:] == "/?" and path.rpartition("/")[0] == place[:-2]
        ):
            found |= held
    return found


def _code(step: "Step", found: int, name: str) -> None:
    if found & CODE:
        how = "network" if found & NETWORK else "decoder"
        source = "the network" if how == "network" else "decoded data"
        step.site.add("exec.remote-code", f"runs program text from {source} with {name}", how=how)
