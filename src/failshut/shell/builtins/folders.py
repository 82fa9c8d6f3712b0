"""Follow ``cd`` and its kin.  Hot."""

from failshut.model import Word
from failshut.shell.marks import joined
from failshut.shell.walk.state import State


def change(name: str, words: tuple[Word, ...], state: State) -> None:
    """Follow ``cd`` and the stack of folders."""
    while words and words[0].text in ("-L", "-P", "-e", "-@", "--", "-n"):
        words = words[1:]
    if len(words) > 1 and name != "chroot":  # too many words: it fails, if that is what they are
        if not all([word.literal and not word.glob for word in words]):
            state.cwd = None
        return
    old = state.cwd
    state.log.append("")
    if name == "chroot":
        state.cwd = None
    elif name == "popd":
        if state.stack is None:
            state.cwd = None
        elif state.stack:  # else it fails
            state.cwd, state.stack = state.stack[-1], state.stack[:-1]
    elif name == "pushd" and (not words or words[0].text[:1] in ("+", "-")):
        state.cwd, state.stack = (
            (state.stack[-1], (*state.stack[:-1], old)) if state.stack else (None, None)
        )
    elif words and words[0].text == "-" and words[0].literal:
        state.cwd = state.old
    else:
        target = words[0] if words else Word("$HOME", False)
        home = state.values.get("HOME")
        if not words and isinstance(home, Word):
            target = home
        state.cwd = joined(old, target)
        if "CDPATH" in state.values and target.text[:1] not in ("/", ".") and target.literal:
            state.cwd = None
        if name == "pushd":
            state.stack = None if state.stack is None else (*state.stack, old)[-20:]
    state.old = old
    for name in ("PWD", "OLDPWD"):
        if name in state.values:  # set by the text before, and now by bash
            state.own()
            state.values.pop(name)
