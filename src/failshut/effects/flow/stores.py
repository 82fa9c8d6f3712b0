"""Say what commands of storage services, gists and clients with a language of their own send.  Hot."""

from failshut.effects.flow.kinds import SECRET
from failshut.model import Word
from failshut.shell.options import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.flow.judge import Flow, Step
    from failshut.effects.flow.senders import Sent

_VERBS = {
    "aws": (("s3", "cp"), ("s3", "sync"), ("s3", "mv")),
    "gsutil": (("cp",), ("rsync",), ("mv",)),
    "gcloud": (("storage", "cp"), ("storage", "rsync"), ("storage", "mv")),
    "rclone": (("copy",), ("copyto",), ("sync",), ("move",), ("moveto",), ("rcat",)),
    "s3cmd": (("put",), ("sync",)),
    "mc": (("cp",), ("mirror",), ("pipe",)),
}
_TREES = ("sync", "rsync", "mirror", "copy", "move")
_VALUES = (
    "profile= region= acl= exclude= include= endpoint-url= storage-class= r,recursive m q n,dryrun,dry-run"
)
_PUTS = ("put", "mput", "reput")


def sent(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    """Return what a command sends, None when it sends nothing."""
    if name in _VERBS:
        return _stored(name, args, step, flow)
    if name == "gh":
        return _gist(args, step, flow)
    if name == "az" and "upload" in [one.text for one in args[:4]]:
        found = 0
        for word in read(args, "f,file= n,name= c,container-name= account-name= s,source=").values("file"):
            found |= flow.file(word, step)
        return found, "", name
    if name in ("sftp", "ftp", "lftp"):
        return _typed(name, args, step, flow)
    if name == "openssl" and args and args[0].text == "s_client":
        at = next((at for at, one in enumerate(args[:-1]) if one.text == "-connect"), -1)
        return step.taken, args[at + 1].text.rpartition(":")[0] if at >= 0 else "", name
    return None


def _stored(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    options = read(args, _VALUES)
    words = [one.text for one in options.operands]
    verb = next((one for one in _VERBS[name] if tuple(words[: len(one)]) == one), None)
    if verb is None or options.has("dry-run"):
        return None
    operands = options.operands[len(verb) :]
    if verb[-1] in ("rcat", "pipe"):
        return step.taken, words[-1].partition(":")[0], name
    if len(operands) < 2 or not _away(name, operands[-1].text):
        return None
    tree = verb[-1] in _TREES or options.has("recursive", "r")
    found = 0
    for word in operands[:-1]:
        if ":" not in word.text.partition("/")[0]:
            found |= flow.file(word, step, tree)
    return found, operands[-1].text.partition("://")[2].partition("/")[0], name


def _away(name: str, text: str) -> bool:
    """Tell whether a target stands in a store: ``s3://…``, ``remote:…``, ``mc``'s ``alias/…``."""
    return ":" in text.partition("/")[0] or (name == "mc" and text[:1] not in ("/", "."))


def _gist(args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    options = read(args, "d,desc= f,filename= p,public w,web")
    words = options.operands
    verb = [one.text for one in words[:2]]
    if verb == ["release", "upload"]:
        found = 0
        for word in words[3:]:
            found |= flow.file(word, step)
        return found & SECRET, "github.com", "gh"
    if verb != ["gist", "create"]:
        return None
    found = step.taken if len(words) == 2 else 0
    for word in words[2:]:
        found |= flow.file(word, step)
    return found, "gist.github.com", "gh"


def _typed(name: str, args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    """Read the commands that ``sftp``, ``ftp`` or ``lftp`` get as input or by ``-e``."""
    from failshut.effects.inputs import fed

    body = fed(step.site.command, step.site.commands)
    options = read(args, "e= c= b= i= P= o= p= u= f=")
    found = 0
    texts = [*options.values("e", "c"), *([body] if body is not None else [])]
    for text in texts:
        for line in text.text.replace(";", "\n").split("\n"):
            words = line.split()
            if words[:1] == ["mirror"] and "-R" in words:
                found |= flow.file(Word(words[-1]), step, True)
            if words and words[0] in _PUTS:
                files = [one for one in words[1:] if one[:1] != "-"]
                for file in files[:1] if words[0] != "mput" else files:
                    found |= flow.file(Word(file), step, "-r" in words or "-R" in words)
    host = options.operands[0].text.rpartition("@")[2].partition(":")[0] if options.operands else ""
    return found, host, name
