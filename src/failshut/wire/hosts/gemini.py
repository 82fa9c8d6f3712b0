"""Wire Gemini CLI: settings with comments, and an extension; a timeout is in milliseconds.

The extension's hooks run in folders that aren't trusted too, where those of settings don't (measured).
In a trusted folder both run, side by side.
"""

from failshut.wire.checks import Check, flag, lists_us, texts_in_groups
from failshut.wire.wiring import NAME, TIMEOUT, Entry, Guarded, Trust, Wiring


def element(line: str) -> Entry:
    """Return our matcher group; its environment keeps start-up files of shells out."""
    environment = {"BASH_ENV": "", "SHELLOPTS": "", "SHLVL": "1"}
    handler = {"type": "command", "name": NAME, "command": line, "timeout": TIMEOUT * 1000}
    return {"hooks": [{**handler, "env": environment}]}


EXTENSION = (
    Wiring(
        user=".gemini/extensions/failshut/gemini-extension.json",
        project="",
        parent=(),
        events=(),
        element=element,
        top=(("name", NAME), ("version", "1.0.0")),
    ),
    Wiring(
        user=".gemini/extensions/failshut/hooks/hooks.json",
        project="",
        parent=("hooks",),
        events=("BeforeTool",),
        words=("BeforeTool/extension",),
        element=element,
        grouped=True,
    ),
)
WIRING = Wiring(
    user=".gemini/settings.json",
    project=".gemini/settings.json",
    parent=("hooks",),
    events=("BeforeTool", "SessionStart"),
    words=("", "SessionStart"),
    element=element,
    grouped=True,
    comments=True,
    folders=(".gemini",),
    programs=("gemini",),
    beside=EXTENSION,
    trust=Trust(".gemini/trustedFolders.json", value="TRUST_FOLDER", always=True),
    machine="/etc/gemini-cli/settings.json",
    advice={
        "user": "In an untrusted folder Gemini CLI runs the extension's hook only: trust the folders you "
        "work in (`/permissions`), so that the settings' one runs too.",
        "project": "Gemini CLI reads project hooks only in a trusted folder and only when started in "
        "its top folder; `--skip-trust` leaves them out silently.",
        "managed": "In an untrusted folder Gemini CLI runs no hooks of settings, not even the machine's: "
        "each user trusts folders (`/permissions`) or runs `failshut init`.",
    },
)
CHECKS: tuple[Check, ...] = (
    flag(("hooksConfig", "enabled"), False),
    lists_us(("hooksConfig", "disabled")),
    texts_in_groups("BeforeTool"),
)
GUARDED = Guarded(
    user=(
        ".gemini/settings.json",
        ".gemini/extensions",
        ".gemini/extension-enablement.json",
        ".gemini/trustedFolders.json",
        ".gemini/policies",
        ".gemini/.env",
    ),
    project=(".gemini/settings.json", ".gemini/.env"),
    machine=("/etc/gemini-cli",),
    secrets=(".gemini/oauth_creds.json",),
    flags=(("--skip-trust", "*"), ("-e", "none"), ("--extensions", "none")),
    variables=("GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH"),
    words=("hooksConfig",),
    package="@google/gemini-cli",
    environments=("~/.gemini/.env", "~/.env", ".gemini/.env", ".env"),
    asks=(("-e", "failshut"), ("--extensions", "failshut")),
    drops=("extensions disable failshut", "extensions uninstall failshut"),
    installs=("extensions install", "extensions link"),
)
