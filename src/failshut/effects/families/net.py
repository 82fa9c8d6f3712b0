"""Say what programs fetch from the network and where they connect.  Hot."""

from failshut.effects.secrets import is_metadata
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, read

_CURL = (
    "A,user-agent= b,cookie= c,cookie-jar= C,continue-at= d,data= D,dump-header= e,referer= E,cert="
    " F,form= H,header= K,config= m,max-time= o,output= O,remote-name P,ftp-port= Q,quote= r,range="
    " T,upload-file= u,user= U,proxy-user= w,write-out= x,proxy= X,request= y,speed-time="
    " Y,speed-limit= z,time-cond= t,telnet-option= cacert= capath= key= data-binary= data-raw="
    " data-urlencode= url-query= data-ascii= json= form-string= url= connect-timeout= retry= retry-delay="
    " retry-max-time= limit-rate= max-redirs= resolve= interface= unix-socket= aws-sigv4="
    " output-dir= connect-to= proto= ciphers= pass= cert-type= key-type= noproxy= oauth2-bearer="
    " s S L f k i I v g G j l n N q R a Z 0 1 2 3 4 6 p B J V h,help=? version"
)
_WGET = (
    "O,output-document= o,output-file= a,append-output= i,input-file= P,directory-prefix="
    " e,execute="
    " t,tries= T,timeout= w,wait= Q,quota= U,user-agent= B,base= A,accept= R,reject= D,domains="
    " I= X= l,level= header= post-data= post-file= body-data= body-file= method= user= password="
    " referer= load-cookies= save-cookies= ca-certificate= certificate= private-key= bind-address="
    " limit-rate= proxy-user= q nv c N r m k p np nc S h,help V,version"
)
SPECS = {
    "curl": _CURL, "wget": _WGET,
    "http": "", "https": "", "xh": "", "aria2c": "d,dir= o,out=", "lynx": "", "w3m": "",
    "nc": "e,exec= c,sh-exec= p= s= w= q= X= x= i= l,listen k u v n z N 4 6 lua-exec=",
}  # fmt: skip
_RUNS = ("EXEC", "SYSTEM", "SHELL")
_LOCAL = (*_RUNS, "OPEN", "FILE", "CREATE", "CREAT", "GOPEN", "PIPE", "PTY", "FD", "STDIO", "STDIN",
          "STDOUT", "STDERR", "UNIX-CONNECT", "UNIX-LISTEN", "ABSTRACT-CONNECT")  # fmt: skip
_SENT = ("data", "data-binary", "data-urlencode", "form", "json", "data-ascii")


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``net.fetch``, files read and written on the way, and shells put on a socket."""
    name = "nc" if program in ("ncat", "netcat") else program
    if name == "socat":
        return _socat(args, site)
    if name == "ssh":
        return None  # what it runs are commands of their own
    options = read(args, SPECS[name])
    if options.has("help", "version"):
        return None
    if name == "nc":
        return _netcat(options, site)
    _files(options, site)
    for word in (*options.operands, *options.values("url")):
        if not word.literal and word.text.lower().startswith("file://"):
            fetch(word.text, site, word.literal)
        elif word.literal and ("." in word.text or ":" in word.text or is_metadata(word.text)):
            fetch(word.text, site)
    return None


def fetch(url: str, site: Site, literal: bool = True) -> None:
    """Add ``net.fetch`` for an address; ``file:`` addresses are file reads."""
    if url.lower().startswith("file://"):
        return site.touch("fs.read", Word(url[7:], literal), by="curl")
    site.add("net.fetch", f"fetches {url[:80]}", url=url,
             secret="cloud-metadata" if is_metadata(url) else "")  # fmt: skip
    return None


def _files(options: Options, site: Site) -> None:
    for word in options.values("output", "output-document", "cookie-jar", "output-file"):
        if word.text != "-":
            site.touch("fs.write", word, by="download")
    for word in options.values("upload-file", "post-file", "body-file", "input-file", "config"):
        site.touch("fs.read", word, by="upload")
    for word in options.values("cookie"):
        if "=" not in word.text:
            site.touch("fs.read", word, by="upload")
    for word in options.values("data-urlencode", "url-query"):
        name, mark, file = word.text.partition("@")
        if mark and name and "=" not in name:
            site.touch("fs.read", Word(file, word.literal), by="upload")
    for word in options.values(*_SENT):
        name = word.text.partition("=")[2] or word.text if "=@" in word.text else word.text
        if name.startswith(("@", "<")) and name != "@-":
            site.touch("fs.read", Word(name[1:].partition(";")[0], word.literal), by="upload")


def _netcat(options: Options, site: Site) -> None:
    run = " ".join(word.text for word in options.values("exec", "sh-exec"))
    if _shell(run) or options.has("lua-exec"):
        site.add("exec.remote-code", "hands a shell to a network connection", how="socket-shell")


def _socat(args: tuple[Word, ...], site: Site) -> None:
    found = [word.text.partition(":") for word in args if word.text[:1] != "-"]
    net = any(colon and head.upper() not in _LOCAL for head, colon, _ in found)
    if net and any(head.upper() in _RUNS and _shell(tail) for head, _, tail in found):
        site.add("exec.remote-code", "hands a shell to a network connection", how="socket-shell")


def _shell(text: str) -> bool:
    """Tell whether a program text names an interpreter."""
    from failshut.effects.families.exec import INTERPRETERS

    words = text.replace("'", " ").replace('"', " ").replace(",", " ").split()
    return any(word.rpartition("/")[2] in INTERPRETERS for word in words)
