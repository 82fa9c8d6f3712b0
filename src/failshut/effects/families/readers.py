"""Say which files programs show or process.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

# program -> (options, leading operands that aren't files)
SPECS: dict[str, tuple[str, int]] = {
 "cat": ("", 0),
 "tac": ("s,separator=", 0),
 "nl": ("body-numbering,b= section-delimiter,d= footer-numbering,f= header-numbering,h= "
        "line-increment,i= join-blank-lines,l= number-format,n= number-separator,s= "
        "starting-line-number,v= number-width,w=",
        0),
 "head": ("n,lines= c,bytes= q v z", 0),
 "tail": ("n,lines= c,bytes= sleep-interval,s= pid= f F q v z max-unchanged-stats=", 0),
 "less": ("p= P= t= tag-file,T= k= b= h= j= x= y= z= D= o= O=", 0),
 "more": ("lines,n=", 0),
 "most": ("", 0),
 "bat": ("l,language= r,line-range= H= style= theme= color= paging= m= p n A", 0),
 "batcat": ("l,language= r,line-range= H= style= theme= color= paging= m= p n A", 0),
 "grep": ("e,regexp= f,file= m,max-count= A,after-context= B,before-context= C,context= r,recursive "
          "R,dereference-recursive include= exclude= exclude-dir= exclude-from= d,directories= "
          "D,devices= label= color=? colour=? i v n l L c o q s w x E F G P H h a z Z binary-files= "
          "group-separator=",
          1),
 "egrep": ("e,regexp= f,file= m,max-count= A,after-context= B,before-context= C,context= r,recursive "
           "R,dereference-recursive include= exclude= exclude-dir= exclude-from= d,directories= "
           "D,devices= label= color=? colour=? i v n l L c o q s w x E F G P H h a z Z binary-files= "
           "group-separator=",
           1),
 "fgrep": ("e,regexp= f,file= m,max-count= A,after-context= B,before-context= C,context= r,recursive "
           "R,dereference-recursive include= exclude= exclude-dir= exclude-from= d,directories= "
           "D,devices= label= color=? colour=? i v n l L c o q s w x E F G P H h a z Z binary-files= "
           "group-separator=",
           1),
 "zgrep": ("e,regexp= f,file= m,max-count= A,after-context= B,before-context= C,context= r,recursive "
           "R,dereference-recursive include= exclude= exclude-dir= exclude-from= d,directories= "
           "D,devices= label= color=? colour=? i v n l L c o q s w x E F G P H h a z Z binary-files=",
           1),
 "rg": ("e,regexp= f,file= g,glob= iglob= t,type= T,type-not= m,max-count= A,after-context= "
        "B,before-context= C,context= M,max-columns= j,threads= d,max-depth= r,replace= E,encoding= "
        "color= colors= sort= sortr= pre= path-separator= context-separator= max-filesize= i v n l c o "
        "q s S F w x u uu uuu hidden. no-ignore files type-add= engine= ignore-file=",
        1),
 "ag": ("A= B= C= m= G= p= ignore=", 1),
 "ack": ("A= B= C= m= type=", 1),
 "awk": ("F,field-separator= v,assign= f,file= e,source= i,include=", 1),
 "gawk": ("F,field-separator= v,assign= f,file= e,source= i,include=", 1),
 "mawk": ("F= v= f=", 1),
 "nawk": ("F= v= f=", 1),
 "sed": ("e,expression= f,file= i,in-place=? n,quiet E r s z u line-length,l= posix debug sandbox", 1),
 "gsed": ("e,expression= f,file= i,in-place=? n E r s z u l=", 1),
 "xxd": ("c,cols= g= l,len= o= s,seek= r p i b u E e n=", 0),
 "od": ("address-radix,A= skip-bytes,j= read-bytes,N= S= format,t= w=? v a b c d f i l o s x", 0),
 "hexdump": ("format,e= format-file,f= length,n= skip,s= C b c d o v x", 0),
 "hd": ("length,n= skip,s= e,format= f,format-file=", 0),
 "base64": ("w,wrap= d,decode D i,input= o=", 0),
 "base32": ("w,wrap= d,decode", 0),
 "strings": ("n,bytes= t,radix= e,encoding= target,T= output-separator,s= o a f w "
             "include-all-whitespace=",
             0),
 "sort": ("k,key= t,field-separator= o,output= buffer-size,S= temporary-directory,T= n r u f b c m z "
          "random-source= sort= batch-size= C,check= compress-program= files0-from= parallel=",
          0),
 "uniq": ("skip-fields,f= skip-chars,s= check-chars,w= c d D i u z", 0),
 "cut": ("bytes,b= characters,c= delimiter,d= fields,f= s z complement output-delimiter=", 0),
 "paste": ("delimiters,d= s z", 0),
 "rev": ("", 0),
 "fold": ("width,w= b s", 0),
 "fmt": ("width,w= goal,g= prefix,p=", 0),
 "column": ("separator,s= t output-separator,o= output-width,c= table-columns,N= n x J table-name= "
            "O,table-order= l,table-columns-limit= E,table-noextreme= H,table-hide= R,table-right= "
            "T,table-truncate= W,table-wrap= r,tree= i,tree-id= p,tree-parent=",
            0),
 "expand": ("tabs,t= i", 0),
 "pr": ("", 0),
 "diff": ("U= C= ignore-matching-lines,I= x,exclude= exclude-from,X= width,W= L,label= u c r,recursive "
          "q N y color=? F,show-function-line= tabsize= S,starting-file= from-file= to-file= D,ifdef= "
          "GTYPE-group-format= line-format= LTYPE-line-format= horizon-lines= palette=",
          0),
 "cmp": ("ignore-initial,i= bytes,n= l s b", 0),
 "comm": ("", 0),
 "join": ("1= 2= j= t= o= a= e= v=", 0),
 "colordiff": ("U= u", 0),
 "vimdiff": ("", 0),
 "sdiff": ("output,o= width,w= I,ignore-matching-lines= tabsize= diff-program=", 0),
 "source": ("", 0),
 ".": ("", 0),
 "jq": ("arg= f,from-file= L= indent= r c n e s S M C argjson= slurpfile= rawfile=", 1),
 "yq": ("o= p= I= i,inplace P r e width,w= arg= argjson= slurpfile= rawfile=", 1),
 "dotenv": ("file,f= export,e= q,quote=", 99),
 "vi": ("c= s= T= u= cmd= S= w= W= startuptime= log= i=", 0),
 "vim": ("c= s= T= u= cmd= S= w= W= startuptime= log= i=", 0),
 "nvim": ("c=", 0),
 "nano": ("", 0),
 "emacs": ("", 0),
 "tar": ("", 0),
 "zip": ("", 0),
 "gzip": ("", 0),
 "bzip2": ("", 0),
 "xz": ("", 0),
 "zcat": ("", 0),
 "7z": ("", 0),
 "split": ("bytes,b= lines,l= number,n= suffix-length,a= line-bytes,C= additional-suffix= filter= "
           "t,separator=",
           0),
 "csplit": ("prefix,f= digits,n= suffix-format,b=", 0),
 "iconv": ("from-code,f= to-code,t= o,output=", 0),
 "openssl": ("", 99),
 "ssh-keygen": ("", 99),
 "gpg": ("", 99),
 "mapfile": ("", 99),
 "printenv": ("", 99),
 "pbcopy": ("", 0),
 "xclip": ("sel= i o", 0),
 "tee": ("", 99),
 "wc": ("", 99),
 "envsubst": ("", 99),
 "install": ("", 99),
}  # fmt: skip
_YQ = ("eval", "eval-all", "e", "ea")
_AWK_DOES = ("system", "getline", "|", ">", "-e", "-i", "--")
_SED_DOES = frozenset("ewWrR")
_ARCHIVES = frozenset(("tar", "zip", "gzip", "bzip2", "xz", "7z"))
_PATTERNED = frozenset(("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack"))


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``fs.read`` for the files a program reads, ``fs.write`` for those it edits in place."""
    if program in _ARCHIVES:
        return _archive(args, site)
    if program == "openssl":
        return _openssl(args, site)
    spec, skip = SPECS[program]
    options = read(args, spec)
    if options.has("help", "version"):
        return None
    if options.has("regexp", "file", "expression", "source", "from-file", "f", "files"):
        skip = 0
    for word in options.values("file", "from-file", "input"):
        site.touch("fs.read", word, by=program)
    for word in options.values("output"):
        site.touch("fs.write", word, by=program)
    tree = program in ("rg", "ag", "ack") or options.has("recursive", "dereference-recursive")
    if program == "yq" and options.operands and options.operands[0].text in _YQ:
        skip += 1
    for word in options.operands[skip:]:
        site.touch("fs.read", word, tree, by=program)
        if program in ("sed", "gsed", "yq") and options.has("in-place", "inplace"):
            site.touch("fs.write", word, by=program, append="yes")
    _script(program, args, site)
    return None


def _script(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Judge the program that ``awk`` or ``sed`` is given."""
    whole = " ".join([word.text for word in args])
    if program in ("awk", "gawk", "mawk", "nawk"):
        if "-f" not in whole and not any([word in whole for word in _AWK_DOES]):
            return
        from failshut.effects.interpreters import programs

        programs(program, args, site)
    elif program in ("sed", "gsed") and ("-f" in whole or not _SED_DOES.isdisjoint(whole)):
        from failshut.effects.scripts import sed

        sed.judge(args, site)


def _openssl(args: tuple[Word, ...], site: Site) -> None:
    """Count what ``openssl`` only turns into another form as read."""
    verb = args[0].text if args else ""
    words = [word.text for word in args]
    shown = "-text" in words or not {"-noout", "-pubout", "-out"} & set(words)
    if verb in ("rsa", "pkey", "ec", "dsa", "pkcs8", "pkcs12") and shown and "-pubin" not in words:
        for at, word in enumerate(args[:-1]):
            if word.text == "-in":
                site.touch("fs.read", args[at + 1], by="openssl")
    if verb in ("enc", "base64", "smime", "cms", "zlib") or verb.startswith(("aes-", "des", "camellia-")):
        for at, word in enumerate(args[:-1]):
            if word.text == "-in":
                site.touch("fs.read", args[at + 1], by="openssl")


def _archive(args: tuple[Word, ...], site: Site) -> None:
    for at, word in enumerate(args):
        text = word.text
        if text.startswith("-") or (at == 0 and len(args) > 1 and "/" not in text and "." not in text):
            continue
        site.touch("fs.read", word, True, by="archive")
