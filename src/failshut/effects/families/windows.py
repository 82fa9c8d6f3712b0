"""Say what PowerShell's commands and those of ``cmd`` do, by their names and parameters.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, read

_COMMON = " whatif confirm=? verbose debug ea,erroraction= passthru credential="
_PATHS = "path= literalpath= filter= include= exclude= force recurse depth= stream="
# name -> (what it does, options)
_CMDLETS = {
    "remove-item": ("delete", _PATHS), "clear-content": ("truncate", _PATHS),
    "clear-item": ("delete", _PATHS), "set-content": ("write", _PATHS + " value= encoding= nonewline"),
    "add-content": ("append", _PATHS + " value= encoding="),
    "out-file": ("write", "filepath,path= literalpath= append encoding= force inputobject= width="),
    "move-item": ("move", _PATHS + " destination="), "rename-item": ("move", _PATHS + " newname="),
    "copy-item": ("copy", _PATHS + " destination= container"),
    "get-content": ("read", _PATHS + " totalcount= tail= raw wait encoding= readcount= delimiter="),
}  # fmt: skip
_ALIASES = {
    "ri": "remove-item", "clc": "clear-content", "mi": "move-item", "rni": "rename-item",
    "cpi": "copy-item", "ac": "add-content", "iex": "invoke-expression", "spps": "stop-process",
    "spsv": "stop-service",
}  # fmt: skip
_DELETES = ("del", "erase", "rd", "rmdir")
_POWER = ("stop-computer", "restart-computer")
_DISKS = ("format-volume", "clear-disk", "remove-partition", "initialize-disk", "reset-physicaldisk",
          "format",
          "diskpart")  # fmt: skip
_ACCOUNTS = ("remove-localuser", "new-localuser", "disable-localuser", "set-localuser",
             "add-localgroupmember",
             "remove-localgroupmember", "remove-aduser", "disable-adaccount")  # fmt: skip
_OFF = ("$true", "1", "true", "")
# program -> words that have to stand, what it does
_VERBS = (
    ("netsh", ("advfirewall", "off"), "sys.security", "firewall"),
    ("set-netfirewallprofile", ("false",), "sys.security", "firewall"),
    ("vssadmin", ("delete",), "sys.change", "records"), ("wbadmin", ("delete",), "sys.change", "records"),
    ("wevtutil", ("cl",), "sys.change", "records"), ("clear-eventlog", (), "sys.change", "records"),
    ("bcdedit", ("/set",), "sys.change", "boot"), ("bcdedit", ("/delete",), "sys.change", "boot"),
    ("sc", ("stop",), "sys.service", "stop"), ("sc", ("delete",), "sys.service", "stop"),
    ("net", ("stop",), "sys.service", "stop"), ("net", ("user", "/delete"), "sys.account", "account"),
    ("net", ("user", "/add"), "sys.account", "account"), ("stop-service", (), "sys.service", "stop"),
    ("restart-service", (), "sys.service", "restart"), ("remove-service", (), "sys.service", "stop"),
    ("schtasks", ("/create",), "sys.schedule", "later"),
    ("schtasks", ("/delete",), "sys.schedule", "later"),
    ("register-scheduledtask", (), "sys.schedule", "later"),
    ("set-executionpolicy", (), "sys.change", "policy"), ("reg", ("delete",), "sys.change", "policy"),
    ("reg", ("add",), "sys.change", "policy"), ("cipher", ("/w",), "sys.change", "records"),
)  # fmt: skip


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of one command of PowerShell or ``cmd``."""
    name = _ALIASES.get(program, program)
    words = [word.text.lower() for word in args]
    if any([word.startswith("-whatif") for word in words]) or "/?" in words:
        return
    if name in _DELETES:
        _deleted(name, args, site)
    elif name in _CMDLETS:
        _items(name, args, site)
    elif name in _POWER:
        site.add("sys.power", "shuts the machine down or restarts it")
    elif name in _DISKS and (words or name == "clear-disk"):
        site.add("disk.wipe", f"wipes or repartitions {' '.join(words)[:80]}", what="volume")
    elif name in _ACCOUNTS:
        site.add("sys.account", f"changes accounts with {name}", what="account")
    elif name == "set-mppreference":
        _protection(words, site)
    elif name == "invoke-expression":
        _expression(args, site)
    for known, needed, effect, what in _VERBS:
        if known == name and all([one in words for one in needed]):
            site.add(effect, f"runs {name} {' '.join(words)[:60]}".strip(), what=what)
            return


def _deleted(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the deletes of ``del /s /q X`` and ``rd /s /q X``."""
    flags = [word.text.lower() for word in args if _is_flag(word.text)]
    words = [word for word in args if not _is_flag(word.text)]
    tree = any([flag[:2] == "/s" for flag in flags])
    if name in ("rd", "rmdir") and not tree:
        return _posix(args, site) if name == "rd" else None
    if any([word.text[:1] == "-" for word in words]):
        return _posix(args, site)  # PowerShell's alias
    for word in words:
        site.touch("fs.delete", drive(word), tree, by="rm")
    return None


def _is_flag(text: str) -> bool:
    """Tell whether a word is a switch of ``cmd``: ``/s``, ``/q``, ``/a:h``."""
    return text[:1] == "/" and (len(text) == 2 or text[2:3] == ":") and text[1:2].isalpha()


def _posix(args: tuple[Word, ...], site: Site) -> None:
    _items("remove-item", args, site)


def _named(args: tuple[Word, ...], spec: str) -> Options:
    """Read PowerShell's parameters: ``-Name value``, ``-Name:value``, in any case and unique prefix."""
    words = []
    for word in args:
        text = word.text
        if text[:1] == "-" and len(text) > 1 and text[1:2].isalpha():
            head, colon, tail = text[1:].partition(":")
            text = "--" + head.lower() + ("=" + tail if colon else "")
        words.append(Word(text, word.literal, word.glob))
    return read(tuple(words), spec + _COMMON)


def _items(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of the commands on files."""
    kind, spec = _CMDLETS[name]
    options = _named(args, spec)
    tree = options.has("recurse")
    words = [*options.values("path", "literalpath"), *options.operands]
    words = [drive(Word(piece, word.literal, word.glob)) for word in words for piece in _listed(word)]
    target = options.values("destination", "newname")
    if kind == "delete":
        narrowed = "yes" if options.has("filter", "include") else "no"
        for word in words:
            site.touch("fs.delete", word, tree, by="rm", filtered=narrowed)
        return
    if kind in ("write", "append", "truncate"):
        append = "yes" if kind == "append" or options.has("append") else ""
        by = "truncate" if kind == "truncate" else "redirect"
        for word in words if kind == "truncate" or options.values("path", "literalpath") else words[:1]:
            site.touch("fs.write", word, by=by, append=append)
        return
    if kind == "read":
        for word in words:
            site.touch("fs.read", word, by=name)
        return
    sources = words if target else words[:-1]
    for word in sources:
        site.touch(
            "fs.move" if kind == "move" else "fs.read", word, tree, by="mv" if kind == "move" else "cp"
        )
    for word in target or words[-1:] if sources else ():
        site.touch("fs.write", drive(word), by="mv" if kind == "move" else "cp")


def _listed(word: Word) -> list[str]:
    """Part a list of paths: ``a,b``."""
    return [piece for piece in word.text.split(",") if piece]


def drive(word: Word) -> Word:
    r"""Return a path of Windows as one of this machine's: ``C:\x`` is ``/mnt/c/x``."""
    text = word.text.replace("\\", "/")
    if len(text) > 1 and text[1] == ":" and text[0].isalpha():
        text = f"/mnt/{text[0].lower()}/{text[2:].lstrip('/')}"
    return Word(text, word.literal, word.glob)


def _protection(words: list[str], site: Site) -> None:
    """Add ``sys.security`` for Defender's switches."""
    for at, word in enumerate(words):
        head, _, tail = word.partition(":")
        value = tail or (words[at + 1] if at + 1 < len(words) else "")
        if head.startswith("-disable") and value in _OFF:
            site.add("sys.security", "switches Defender's protection off", what="protection")
        elif head.startswith("-exclusion"):
            site.add("sys.security", "hides files from Defender", what="protection")


def _expression(args: tuple[Word, ...], site: Site) -> None:
    """Judge what ``Invoke-Expression`` runs: a text, or what the network gives."""
    words = [word for word in args if word.text.lower() not in ("-command", "-c")]
    feeder = site.commands[site.command.pipe_from] if site.command.pipe_from >= 0 else None
    if feeder is not None and from_network([word.text for word in feeder.argv]):
        detail = "runs program text from the network with Invoke-Expression"
        site.add("exec.remote-code", detail, how="network")
    elif feeder is not None or any([not word.literal for word in words]):
        site.add("opaque.target", "runs PowerShell text that stays unknown", what="text")
    elif words:
        from failshut.effects.nested import inner_text
        from failshut.shell.wrappers.windows import readable

        inner_text(readable(" ".join([word.text for word in words])), site, "Invoke-Expression")


def from_network(words: list[str]) -> bool:
    """Tell whether a command of PowerShell fetches something."""
    from failshut.shell.wrappers.streams import NETWORK

    text = " ".join(words).lower()
    first = text.partition(" ")[0]
    return first in NETWORK or any(
        [one in text for one in ("iwr ", "irm ", "invoke-webrequest", "invoke-restmethod", "downloadstring",
                                 "downloaddata", "net.webclient")]
    )  # fmt: skip
