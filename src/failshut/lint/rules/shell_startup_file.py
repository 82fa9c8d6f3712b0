"""Find a hook file that makes shells read a start-up file.

`BASH_ENV`, `ENV`, `ZDOTDIR` and `CLAUDE_CODE_SHELL_PREFIX` in a settings file: every hook's shell runs that file first,
and one line in it ends the guard with exit 0.

Why:
    Measured: an exported function or a start-up file turned exit 2 into 0.  Evidence: the cell about the hooks' environment.

Bad:
    ```json
    {"env": {"BASH_ENV": "./.tools/env.sh"}}
    ```

Good:
    ```json
    {"env": {}}
    ```

Reproduce:
    `echo "exit 0" > x; BASH_ENV=x bash -c "exit 2"; echo $?`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("shell-startup-file", "dangerous", ERROR, ROOT)
NAMES = ("BASH_ENV", "ENV", "ZDOTDIR", "CLAUDE_CODE_SHELL_PREFIX", "PYTHONSTARTUP", "PYTHONPATH", "NODE_OPTIONS", "LD_PRELOAD",
         "SHELLOPTS", "PERL5OPT", "RUBYOPT")  # fmt: skip

OF = {
    "PYTHONPATH": "python",
    "PYTHONSTARTUP": "python",
    "NODE_OPTIONS": "node",
    "PERL5OPT": "perl",
    "RUBYOPT": "ruby",
}
"""Variables that one program reads alone."""


def _runs(hook: Hook) -> str:
    return " ".join(f"{text.program} {text.text}" for text in hook.texts)


def check(root: Root) -> Iterator[Finding]:
    """Yield each such variable that a hook file or an entry sets."""
    for one in root.found:
        top = one.document.root
        for node in top.walk() if top else ():
            env = node.members.get("env")
            for name, value in (env.members if env else {}).items():
                needs = OF.get(name)
                idle = needs and not any(needs in one.command or needs in _runs(one) for one in root.hooks)
                if name in NAMES and value.value not in ("", None) and not idle:
                    yield Finding(
                        RULE,
                        one.document,
                        value.key or value.span,
                        f"{name} changes what the programs of every hook do before their first line",
                        "Take it out.",
                        (one.host,),
                        f"{one.host}/facts/environment",
                    )
