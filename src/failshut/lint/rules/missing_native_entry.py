"""Find a host in use that has no guard while another one has.

The repository guards Claude Code and carries files of Codex, Gemini, Copilot or Cursor; their agents run the same
commands past no hook at all.

Why:
    A guard holds for the host whose file it stands in.  Evidence: the cell with the files each host reads.

Bad:
    ```text
    .claude/settings.json with a guard, .gemini/settings.json without
    ```

Good:
    ```text
    a guard in both: `failshut init --scope project`
    ```

Reproduce:
    `failshut doctor` in the folder
"""

from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.lint.project import Root
from failshut.lint.rule import PEDANTIC, ROOT, WARNING, Finding, Rule

RULE = Rule("missing-native-entry", "cross-file", WARNING, ROOT, persona=PEDANTIC)


def check(root: Root) -> Iterator[Finding]:
    """Yield the hook file of each host here that holds no guard, when another host's does."""
    guarded = {hook.host for hook in root.hooks if hook.guards and hook.before_tools and not hook.dropped}
    if not guarded:
        return
    for one in root.found:
        if one.host in guarded or any(hook.host == one.host and hook.guards for hook in root.hooks):
            continue
        others = ", ".join(contract(host).title for host in sorted(guarded))
        yield Finding(
            RULE,
            one.document,
            one.document.whole,
            f"holds no guard for {contract(one.host).title}, while {others} has one here",
            f"Wire one: `failshut init --hosts {one.host} --scope project`.",
            (one.host,),
            f"{one.host}/facts/files",
        )
