"""See through programs that only run another program: ``sudo``, ``env``, ``sh -c`` …

Facts about them are the tables below; options are read by ``failshut.shell.options``.
Hot: imports nothing but the model and its neighbours.
"""

from failshut.model import Word
from failshut.shell.options import Options, read
from failshut.shell.tokens import Opaque, is_name

# program -> (options, operands of its own before the command)
WRAPPERS = {
    "sudo": (
        "u,user= g,group= h,host= p,prompt= C,close-from= D,chdir= R,chroot= r,role= t,type="
        " T,command-timeout= U,other-user= A,askpass b,background B,bell E,preserve-env=?"
        " H,set-home"
        " i,login k,reset-timestamp K,remove-timestamp l,list n,non-interactive P,preserve-groups"
        " S,stdin s,shell v,validate V,version e,edit",
        0,
    ),
    "doas": ("u= a= C= n s L", 0),
    "env": (
        "u,unset= C,chdir= S,split-string= i,ignore-environment 0,null v,debug a,argv0="
        " block-signal=? default-signal=? ignore-signal=? list-signal-handling",
        0,
    ),
    "nohup": ("", 0),
    "pkexec": ("u,user= disable-internal-agent keep-cwd version help", 0),
    "chroot": ("userspec= groups= skip-chdir", 1),
    "setsid": ("c,ctty f,fork w,wait", 0),
    "nice": ("n,adjustment= 0=? 1=? 2=? 3=? 4=? 5=? 6=? 7=? 8=? 9=?", 0),
    "ionice": ("c,class= n,classdata= p,pid= P,pgid= u,uid= t,ignore", 0),
    "timeout": ("s,signal= k,kill-after= v,verbose foreground preserve-status", 1),
    "time": ("f,format= o,output= a,append p,portability v,verbose q,quiet", 0),
    "stdbuf": ("i,input= o,output= e,error=", 0),
    "command": ("p", 0),
    "exec": ("a= c l", 0),
    "builtin": ("", 0),
    "busybox": ("", 0),
    "toybox": ("", 0),
    "strace": ("e= o= p= s= u= E= a= f q v", 0),
    "taskset": ("a,all-tasks c,cpu-list p,pid", 1),
    "chrt": ("a b f i m o p r v R", 1),
    "caffeinate": ("t= w= d i m s u", 0),
    "unbuffer": ("p", 0),
    "unshare": ("S,setuid= G,setgid= R,root= w,wd= f p m n u i U C T r c", 0),
    "systemd-run": (
        "u,unit= p,property= E,setenv= t,pty P,pipe d G q M= H= user scope slice="
        " uid= gid= nice= working-directory= description=",
        0,
    ),
    "faketime": ("f m p=", 1),
    "flock": ("c,command= w,timeout,wait= E,conflict-exit-code= s x e n u o F v,verbose", 1),
    "xargs": (
        "I= i,replace=? n,max-args= P,max-procs= L,max-lines= l=? d,delimiter= a,arg-file="
        " s,max-chars= E= e,eof=? 0,null r,no-run-if-empty t,verbose p,interactive x,exit"
        " process-slot-var= o,open-tty show-limits",
        0,
    ),
    "parallel": (
        "j,jobs= a,arg-file= I= n,max-args= N= delay= joblog= results= timeout= retries="
        " S,sshlogin="
        " k,keep-order u q,quote X m 0,null bar dry-run",
        0,
    ),
}
# program -> options; the text of -c is run by a shell
SHELLS = dict.fromkeys(
    ("sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish", "csh", "tcsh"),
    "c o,init-file= O= rcfile= l,login i s r n norc noprofile posix restricted verbose",
)
TEXTS = {
    "su": "c,command= s,shell= g,group= G,supp-group= w= l,login m p,preserve-environment P,pty",
    "runuser": "c,command= u,user= s,shell= g,group= G= w= l,login m p P",
    "script": "c,command= a,append e,return E,echo= f,flush q,quiet t,timing=? O= I= B= T= o= m=",
    "flock": WRAPPERS["flock"][0],
}
# options after which the wrapper runs no command
_IDLE = {"command": ("v", "V"), "sudo": ("l", "e", "list", "edit"), "ionice": ("pid", "pgid",
"uid"),
         "parallel": ("dry-run",)}  # fmt: skip


_WRAPPERS = 50
_POWERSHELL = ("pwsh", "powershell")


class Found:
    """Hold what a command really runs: ``argv``, or shell ``text``; through ``via``."""

    __slots__ = ("argv", "assigns", "chdir", "text", "via")

    def __init__(self, argv: tuple[Word, ...]) -> None:
        self.argv = argv
        self.assigns: list[tuple[str, Word]] = []
        self.via: list[str] = []
        self.chdir: list[Word] = []
        self.text: Word | None = None


def program(word: Word) -> str:
    """Return the program's name without its folder; "" when that stays unknown."""
    name = word.text.rsplit("/", 1)[-1]
    unknown = (not word.literal and ("$" in name or "~" in name)) or (word.glob and name != "[")
    return "" if unknown else name


def unwrap(argv: tuple[Word, ...]) -> Found:
    """Take wrapper after wrapper away, at most as many as there are words."""
    found = Found(argv)
    while found.argv and found.text is None:
        if len(found.via) > _WRAPPERS:
            raise Opaque("wrappers nested too deep")
        name = program(found.argv[0])
        rest = found.argv[1:]
        if name in SHELLS and _shell(found, name, rest):
            break
        if name in ("eval", "watch") and _joined(found, name, rest):
            break
        if name in _POWERSHELL and _powershell(found, name, rest):
            break
        if name == "runuser" and (inner := _as_user(rest)):
            found.via.append(name)
            found.argv = inner
            continue
        if name in TEXTS and (values := read(rest, TEXTS[name]).values("command")):
            found.via.append(name + " -c")
            found.text = values[-1]
            break
        if name not in WRAPPERS:
            break
        inner = _inner(found, name, rest)
        if not inner:
            break
        found.via.append(name)
        found.argv = inner
    # A value put into a text is read as a variable there (it could hold shell text, which no
    # one writes by mistake); a text that begins with one is a command that stays unknown.
    if found.text is not None and not found.text.literal and found.text.text.startswith("$"):
        found.text, found.argv = None, (Word("${text}", False),)
    return found


def _powershell(found: Found, name: str, rest: tuple[Word, ...]) -> bool:
    for at, word in enumerate(rest[:-1]):
        if word.text.lower() in ("-c", "-command") and rest[at + 1].text != "-":
            words = rest[at + 1 :]
            found.via.append(name + " -c")
            found.text = Word(" ".join([one.text for one in words]), all([one.literal for one in words]))
            return True
    return False


def _as_user(rest: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the command of ``runuser -u USER [--] COMMAND``."""
    options = read(rest, TEXTS["runuser"], permute=False)
    if not options.has("user"):
        return ()
    return options.rest or tuple(options.operands)


def _inner(found: Found, name: str, rest: tuple[Word, ...]) -> tuple[Word, ...]:
    spec, skip = WRAPPERS[name]
    options = read(rest, spec, permute=False)
    if options.has(*_IDLE.get(name, ("",))):
        return ()
    words = options.rest or tuple(options.operands)
    found.chdir.extend(options.values("chdir"))
    if name in ("sudo", "doas", "env"):
        if name == "env" and (split := options.values("split-string")):
            words = _split(split[-1]) + words
        words = _assigned(found, words)
    words = words[skip:]
    if name == "xargs":
        return _xargs(options, words)
    return _parallel(words) if name == "parallel" else words


def _assigned(found: Found, words: tuple[Word, ...]) -> tuple[Word, ...]:
    at = 0
    while at < len(words):
        if words[at].text == "-":
            at += 1
            continue
        key, equals, value = words[at].text.partition("=")
        if not equals or not is_name(key):
            break
        found.assigns.append((key, Word(value, words[at].literal)))
        at += 1
    return words[at:]


def _split(word: Word) -> tuple[Word, ...]:
    if not word.literal or any(char in word.text for char in "\\'\"$#"):
        raise Opaque("the text of env -S")
    return tuple(Word(piece) for piece in word.text.split())


def _xargs(options: Options, words: tuple[Word, ...]) -> tuple[Word, ...]:
    unknown = "${xargs}"
    values = options.values("I", "replace")
    mark = values[-1].text if values else "{}" if options.has("replace") else ""
    if not words:
        return ()
    if not mark:
        return (*words, Word(unknown, False))
    return tuple(
        Word(word.text.replace(mark, unknown), False) if mark in word.text else word for word in words
    )


def _parallel(words: tuple[Word, ...]) -> tuple[Word, ...]:
    for at, word in enumerate(words):
        if word.text in (":::", "::::", ":::+"):
            return words[:at] + tuple(w for w in words[at:] if not w.text.startswith(":::"))
    return (*words, Word("${parallel}", False)) if words else ()


def _shell(found: Found, name: str, rest: tuple[Word, ...]) -> bool:
    words = tuple(Word("-" + w.text[1:]) if w.text[:1] == "+" and len(w.text) > 1 else w for w in rest)
    options = read(words, SHELLS[name], permute=False)
    if not options.has("c") or options.has("n"):
        return False
    operands = options.rest or tuple(options.operands)
    if not operands:
        return False
    found.via.append(name + " -c")
    found.text = operands[0]
    return True


def _joined(found: Found, name: str, rest: tuple[Word, ...]) -> bool:
    spec = "n,interval= d,differences=? b c e g p t x" if name == "watch" else ""
    options = read(rest, spec, permute=False)
    words = options.rest or tuple(options.operands)
    if not words:
        return False
    found.via.append(name)
    found.text = Word(" ".join(word.text for word in words), all(word.literal for word in words))
    return True
