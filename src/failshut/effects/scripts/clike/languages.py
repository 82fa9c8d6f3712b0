"""Say what the texts of each C-like language look like, as data for the one tokenizer.  Hot.

``quotes`` gives each quote its rules: ``c`` = escapes as in C (``d`` = their numbers are decimal), and
the marks of code that a text may hold: ``${``, ``#{``, ``@{``, ``{$``, or ``$`` for plain variables
(``@`` = lists too).
"""


class Language:
    """What one language looks like."""

    __slots__ = (
        "blocks", "concat", "globs", "heredocs", "joins", "letters", "lines", "long", "name", "operators",
        "percents", "pod", "quotes", "regexes", "runs", "sigils", "symbols", "words",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        quotes: dict[str, str],
        lines: tuple[str, ...] = (),
        blocks: tuple[tuple[str, str], ...] = (),
        *,
        concat: tuple[str, ...] = ("+",),
        more: str = "",
        letters: str = "",
        sigils: str = "",
        runs: str = "",
        pod: str = "",
        words: str = "",
    ) -> None:
        self.name = name
        self.quotes = quotes
        self.lines = lines
        self.blocks = blocks
        self.concat = concat
        self.letters = letters
        self.sigils = sigils
        self.runs = runs
        self.pod = pod
        self.words = frozenset(words.split())  # functions that take arguments without parentheses
        flags = more.split()
        self.regexes = "regex" in flags
        self.heredocs = "heredoc" in flags
        self.operators = "operators" in flags
        self.percents = "percents" in flags
        self.globs = "globs" in flags
        self.symbols = "symbols" in flags
        self.joins = "joins" in flags
        self.long = "long" in flags


_C = (("/*", "*/"),)
_WORDS_PERL = (
    "system exec unlink rmtree remove_tree rmdir rename chdir open opendir require do chmod chown"
    " symlink link print printf say die warn return eval qx glob push unshift join use truncate utime mkdir"
    " pop shift get getstore move copy readpipe syswrite sysopen"
)
_WORDS_RUBY = (
    "system exec spawn eval require require_relative load puts print p raise return rm rm_r rm_rf"
    " rm_f remove remove_dir rmtree mv cp cp_r chdir delete unlink rename write popen open rmdir send"
    " public_send sh touch capture2 capture2e capture3 remove_entry_secure remove_entry rmtree_secure chmod"
    " ln_s safe_unlink"
)
LANGUAGES = {
    "js": Language(
        "js", {"'": "c", '"': "c", "`": "c ${"}, ("//", "#!"), _C, more="regex", letters="$#",
    ),
    "perl": Language(
        "perl", {"'": "", '"': "c $ @ ${ @{", "`": "c $ @ ${ @{"}, ("#",), (), concat=(".",),
        sigils="$@%&", runs="`", more="regex heredoc operators globs", pod="\n=cut", words=_WORDS_PERL,
    ),
    "ruby": Language(
        "ruby", {"'": "", '"': "c #{", "`": "c #{"}, ("#",), (("=begin", "=end"),), concat=("+", "<<"),
        sigils="$@", runs="`", more="regex heredoc percents symbols", letters="?!", pod="\n=end",
        words=_WORDS_RUBY,
    ),
    "php": Language(
        "php", {"'": "", '"': "c $ ${ {$", "`": "c $ ${ {$"}, ("//", "#"), _C, concat=(".",), sigils="$",
        runs="`", more="heredoc", words="include include_once require require_once echo print return",
    ),
    "lua": Language(
        "lua", {"'": "c d", '"': "c d"}, ("--",), (("--[[", "]]"),), concat=("..",), more="long",
    ),
    "r": Language("r", {"'": "c", '"': "c", "`": ""}, ("#",), (), concat=(), letters="."),
    "awk": Language("awk", {'"': "c"}, ("#",), (), concat=(), more="regex joins"),
    "osascript": Language("osascript", {'"': "c"}, ("--", "#"), (("(*", "*)"),), concat=("&",)),
}  # fmt: skip
NAMES = {
    **dict.fromkeys(("node", "nodejs", "deno", "bun", "tsx", "ts-node"), "js"),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), "awk"),
    "perl": "perl", "ruby": "ruby", "php": "php", "lua": "lua", "luajit": "lua", "Rscript": "r",
    "osascript": "osascript",
}  # fmt: skip
"""Interpreters with their languages."""
