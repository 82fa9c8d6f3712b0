"""Say what a command sends to another machine: each program's words for files, input and host.

``sent`` returns ``(kinds, host, tool)``; a host of "" stays unknown.  Hot.
"""

from failshut.effects.flow.kinds import FILE, SECRET, TREE, WHOLE, local
from failshut.model import Word
from failshut.shell.options import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from failshut.effects.flow.judge import Flow, Step

    Sent: TypeAlias = tuple[int, str, str]

ACCOUNTS = frozenset(("ssh", "scp", "rsync", "sftp", "aws", "gsutil", "gcloud", "rclone", "s3cmd", "mc"))
"""Programs that log in to the other side: a folder sent there is asked about, not refused."""
MAILERS = frozenset(("mail", "mailx", "sendmail", "mutt", "neomutt", "msmtp", "swaks"))
_LOOKUPS = frozenset(("dig", "nslookup", "host", "drill", "ping", "kdig", "delv"))
_WEB = frozenset(("http", "https", "xh", "xhs", "httpie"))
_INPUT = ("-", "/dev/stdin")
_MAIL = "s,subject= a,attach= A= r= c,cc= b,bcc= S= f= F= e= i n v t,to= from= server= header= body="
_HARD = SECRET | TREE | WHOLE


def sent(name: str, step: "Step", flow: "Flow") -> "Sent | None":
    """Return what a command sends, None when it sends nothing."""
    args = step.site.command.argv[1:]
    if name in ("curl", "curlie", "wget", "wget2"):
        return _web(name, args, step, flow)
    if name in ("nc", "ncat", "netcat", "telnet"):
        return _netcat(name, args, step)
    if name == "socat":
        from failshut.effects.flow import socat

        return socat.sent(args, step, flow)
    if name == "ssh":
        return step.taken, _login(args), "ssh"
    if name in ("scp", "rsync"):
        return _copied(name, step, flow)
    if name in MAILERS:
        return _mailed(name, args, step, flow)
    if name in _WEB:
        return _httpie(args, step, flow)
    if name in _LOOKUPS:
        found = 0
        for word in args:
            found |= flow.words(word, step)
        return found & _HARD, "", name
    return _others(name, args, step, flow)


def _web(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent":
    from failshut.effects.families.net import SPECS

    options = read(args, SPECS["curl" if name[:4] == "curl" else "wget"])
    found = 0
    for word in options.values("upload-file", "post-file", "body-file"):
        found |= flow.file(word, step)
    for word in options.values("data", "data-binary", "data-ascii", "json", "form"):
        found |= _value(word, step, flow)
    for word in options.values("data-urlencode", "url-query"):
        name, mark, file = word.text.partition("@")
        named = mark and "=" not in name
        found |= flow.file(Word(file, word.literal), step) if named else flow.words(word, step)
    for word in options.values("data-raw", "form-string", "post-data", "body-data"):
        found |= flow.words(word, step)
    addresses = [*options.operands, *options.values("url")]
    for word in addresses:
        found |= flow.words(word, step) & _HARD
    host = "unix" if options.has("unix-socket") else _common(addresses)
    return found, host, name


def _common(addresses: list[Word]) -> str:
    """Return the host of the addresses; the first one that isn't this machine decides."""
    from failshut.effects.secrets import host_of

    hosts = [host_of(one.text) for one in addresses]
    return next((one for one in hosts if not local(one)), hosts[0] if hosts else "")


def _value(word: Word, step: "Step", flow: "Flow") -> int:
    """Return what a value of ``-d`` or ``-F`` sends: ``@FILE``, ``name=@FILE``, ``name=<FILE`` or text."""
    text = word.text
    for mark in ("@", "<"):
        name = text[1:] if text[:1] == mark else text.partition("=" + mark)[2]
        if name or text == mark:
            return flow.file(Word(name.partition(";")[0], word.literal), step)
    name, at, file = text.partition("@")
    if at and name.replace("_", "a").replace("-", "a").isalnum() and "." not in file[:1] and "/" in file:
        return flow.file(Word(file, word.literal), step)
    return flow.words(word, step)


def _netcat(name: str, args: tuple[Word, ...], step: "Step") -> "Sent | None":
    from failshut.effects.families.net import SPECS

    options = read(args, SPECS["nc"])
    if options.has("z"):
        return None
    host = options.operands[0].text if options.operands else ""
    return step.taken, "unix" if options.has("U", "unixsock") else host, name


def _login(args: tuple[Word, ...]) -> str:
    from failshut.shell.wrappers.table import row

    rest = read(args, row("ssh")[0], permute=False).rest
    return rest[0].text.removeprefix("ssh://").rpartition("@")[2].partition(":")[0] if rest else ""


def _remote(word: Word) -> str:
    """Return the host of ``host:path`` or an address, "" for a place on this machine."""
    head, colon, _ = word.text.partition(":")
    if not colon or "/" in head:
        return ""
    if head in ("rsync", "scp", "sftp", "ssh"):
        return word.text.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0]
    return head.rpartition("@")[2] or "?"


def _copied(name: str, step: "Step", flow: "Flow") -> "Sent | None":
    from failshut.effects.families.copies import SPECS

    options = read(step.site.command.argv[1:], SPECS[name])
    operands = options.operands
    if options.has("dry-run") or len(operands) < 2 or not (host := _remote(operands[-1])):
        return None
    tree = options.has("recursive", "archive")
    found = 0
    for word in operands[:-1]:
        if not _remote(word):
            found |= flow.file(word, step, tree)
    return found, host, name


def _mailed(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    options = read(args, _MAIL)
    people = [one.text for one in (*options.operands, *options.values("to")) if "@" in one.text]
    if not people and not options.operands and not options.has("to", "t"):
        return None
    found = step.taken
    for word in options.values("attach", "A"):
        found |= flow.file(word, step)
    for word in args:
        found |= flow.words(word, step)
    host = people[0].rpartition("@")[2] if people else "localhost"
    return found | FILE, host, "mail"


def _httpie(args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent":
    found = step.taken
    words = [one for one in args if one.text[:1] != "-"]
    if words and words[0].text.isalpha() and words[0].text.isupper():
        words = words[1:]
    for word in words[1:]:
        _, at, file = word.text.partition("@")
        found |= flow.file(Word(file, word.literal), step) if at and file else flow.words(word, step)
    return found, _common(words[:1]), "http"


def _others(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    from failshut.effects.flow import stores

    return stores.sent(name, args, step, flow)


def what(found: int, tool: str) -> str:
    """Name the kind of data that a rule speaks of, "" = none."""
    if found & SECRET:
        return "secret"
    if found & (TREE | WHOLE):
        return "folder" if tool in ACCOUNTS and not found & WHOLE else "tree"
    if not found & FILE:
        return ""
    return "mail" if tool == "mail" else "file"
