"""Say when a nested agent, or the guard's own command, would run without the guard.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word

# agent -> (flags that switch hooks off, with their value or "*", environment that moves settings)
_COMMON = ("HOME", "XDG_CONFIG_HOME")
AGENTS: dict[str, tuple[tuple[tuple[str, str], ...], tuple[str, ...]]] = {
    "claude": (
        (("--bare", "*"), ("--safe-mode", "*"), ("--setting-sources", "*"),
         ("--settings", "disableAllHooks")),
        ("CLAUDE_CONFIG_DIR",),
    ),
    "codex": (
        (("--disable", "hooks"), ("-c", "features.hooks"), ("--config", "features.hooks"),
         ("-c", "hooks"), ("--config", "hooks")),
        ("CODEX_HOME",),
    ),
    "copilot": ((("--config-dir", "*"),), ("COPILOT_HOME",)),
    "cursor-agent": ((), ("CURSOR_CONFIG_DIR",)),
    "gemini": ((("--skip-trust", "*"),), ("GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH")),
    "agy": ((("--gemini_dir", "*"),), ()),
    "kimi": ((), ("KIMI_CODE_HOME",)),
}  # fmt: skip
# where each variable points when it changes nothing, seen from the home folder
_USUAL = {"CODEX_HOME": "/.codex", "COPILOT_HOME": "/.copilot", "KIMI_CODE_HOME": "/.kimi-code",
          "CLAUDE_CONFIG_DIR": "/.claude", "XDG_CONFIG_HOME": "/.config"}  # fmt: skip
_INSTALLERS = ("pip", "pipx", "uv")
_PERSONAL = ("trust", "uninstall", "pause", "allow-once")
_RUNNERS = {"@anthropic-ai/claude-code": "claude", "@openai/codex": "codex",
            "@github/copilot": "copilot", "@google/gemini-cli": "gemini"}  # fmt: skip


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``guard.tamper`` for kill switches and for verbs only the person may type."""
    if program in ("npx", "bunx", "pnpx"):
        at = next((i for i, word in enumerate(args) if not word.text.startswith("-")), -1)
        if at < 0:
            return
        name = args[at].text
        bare = name.rpartition("@")[0] if name.rfind("@") > 0 else name
        program, args = _RUNNERS.get(bare, bare), args[at + 1 :]
    if program == "failshut":
        _own(args, site)
    if program in _INSTALLERS:
        _uninstall(program, args, site)
    if program not in AGENTS:
        return
    flags, names = AGENTS[program]
    if any(word.text in ("--help", "-h", "--version") for word in args):
        return
    for at, word in enumerate(args):
        flag, equals, attached = word.text.partition("=")
        following = attached if equals else args[at + 1].text if at + 1 < len(args) else ""
        for switch, needed in flags:
            if flag == switch and (needed == "*" or needed in following):
                detail = f"starts {program} with {flag}, which leaves the guard out"
                site.add("guard.tamper", detail, what="flag", agent=program)
    for name, value in site.command.assigns:
        usual = [f"{home}{_USUAL.get(name, '')}" for home in site.ctx.homes]
        if site.path(value) in usual:
            continue
        if name in names or name in _COMMON:
            site.add("guard.tamper", f"starts {program} with another {name}, which leaves the guard"
                     " out", what="environment", agent=program)  # fmt: skip


def _uninstall(program: str, args: tuple[Word, ...], site: Site) -> None:
    words = [word.text for word in args if not word.text.startswith("-")]
    if words[:1] in (["pip"], ["tool"]) and program == "uv":
        words = words[1:]
    names = [word.partition("=")[0].partition("[")[0].lower() for word in words[1:]]
    if words[:1] == ["uninstall"] and "failshut" in names and "--help" not in [w.text for w in args]:
        site.add("guard.tamper", "takes the guard's own package away", what="verb", verb="uninstall")


def _own(args: tuple[Word, ...], site: Site) -> None:
    verb = next((word.text for word in args if not word.text.startswith("-")), "")
    if verb in _PERSONAL and not any(word.text in ("--help", "-h") for word in args):
        site.add("guard.tamper", f"runs failshut {verb}, which only the person may type",
                 what="verb", verb=verb)  # fmt: skip
