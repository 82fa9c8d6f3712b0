from failshut.model import DENY, PASS, Verdict


def verdict(call, speaker, root, home):
    if call.command and "push --force" in call.command:
        return Verdict(
            DENY,
            reason="git push --force rewrites the history of main on the remote.",
            instead="push a new commit, or ask the person.",
            rule="git/force-push",
            source="baseline.toml:3",
        )
    return Verdict(PASS)
