"""List the programs whose effects are known, each with its family, and the prefilter's words.

Hot: no imports, so that a call which the prefilter clears pays for nothing else.
"""

LISTS = {
    "files": "rm unlink shred truncate chmod chown chgrp touch tee srm grm gshred",
    "copies": "cp mv ln link install rsync scp gcp gmv",
    "find": "find gfind",
    "disk": "dd mkfs mke2fs newfs mkntfs mkdosfs mkswap wipefs fdisk sfdisk sgdisk parted"
    " blkdiscard cfdisk diskutil hdparm badblocks cryptsetup",
    "git": "git",
    "net": "curl wget http https xh aria2c lynx w3m nc ncat netcat socat ssh",
    "exec": "sh bash zsh dash ash ksh mksh fish csh tcsh python pypy ipython node nodejs deno"
    " bun perl"
    " ruby php lua Rscript osascript pwsh powershell tclsh",
    "system": "kill killall5 pkill killall shutdown reboot poweroff halt init telinit systemctl crontab",
    "agents": "claude codex copilot cursor-agent gemini agy kimi failshut npx bunx pnpx pip pipx uv",
    "readers": "cat tac nl head tail less more most bat batcat grep egrep fgrep zgrep rg ag ack"
    " awk gawk mawk nawk sed gsed xxd od hexdump hd base64 base32 strings sort uniq cut paste rev"
    " fold fmt column expand pr diff cmp comm join colordiff vimdiff sdiff source . jq yq vi vim"
    " nvim nano emacs tar zip gzip bzip2 xz zcat 7z split csplit iconv xclip",
}
FAMILIES = {name: family for family, names in LISTS.items() for name in names.split()}
# Wrappers and builtins that the reader follows, and addresses: what a prefilter must not clear.
_FOLLOWED = (
    "sudo", "doas", "env", "nohup", "setsid", "nice", "ionice", "timeout", "time", "stdbuf",
    "command", "exec", "builtin", "busybox", "toybox", "strace", "taskset", "chrt", "caffeinate",
    "unbuffer", "faketime", "flock", "xargs", "parallel", "su", "runuser", "script", "watch",
    "eval", "cd", "pushd", "popd", "trap", "alias", "while", "pkexec", "chroot",
    ".claude", ".codex", ".copilot", ".cursor", ".gemini", ".kimi-code", ".agents",
)  # fmt: skip
words: tuple[str, ...] = (*FAMILIES, *_FOLLOWED)
