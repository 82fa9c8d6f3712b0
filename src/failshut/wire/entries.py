"""Say, for each host and scope, which file holds our entry, where in it, and how it looks.

The forms were measured on the real hosts (Cursor and Antigravity: documented).  Timeouts are
seconds, Gemini's milliseconds.
"""

from collections.abc import Callable
from dataclasses import dataclass

from failshut.wire.line import LAUNCHER

Entry = dict[str, object]

NAME = "failshut"
FRAME = "failshut/1"
"""The frame's first word; with the launcher's place it tells our commands from others."""
TIMEOUT = 60
"""Seconds that a host may wait; the guard's own deadline is far below."""


@dataclass(frozen=True)
class Wiring:
    """One host's wiring.

    ``user`` is relative to the home folder, ``project`` to the project's ("" = the host has no
    such scope).  ``parent`` are the keys of the object that holds the arrays ``events``;
    ``top`` the members that the document needs besides; ``element`` builds the array element of
    a wired line; ``grouped`` says that an element holds a list of handlers under ``hooks``.
    ``variable`` is the environment variable that moves the host's folder; ``folders`` and
    ``programs`` tell that the host is on this machine; ``advice`` is what a person still does, by
    scope.
    """

    user: str
    project: str
    parent: tuple[str, ...]
    events: tuple[str, ...]
    element: Callable[[str], Entry]
    folders: tuple[str, ...]
    programs: tuple[str, ...]
    advice: dict[str, str]
    top: tuple[tuple[str, object], ...] = ()
    grouped: bool = False
    comments: bool = False
    toml: bool = False
    variable: str = ""


def is_ours(handler: object) -> bool:
    """Say whether a handler's command is a wired line of ours (any release, any scope)."""
    if not isinstance(handler, dict):
        return False
    words = [handler.get("command"), handler.get("bash")]
    arguments = handler.get("args")
    words += arguments if isinstance(arguments, list) else []
    return any(isinstance(word, str) and LAUNCHER in word and FRAME in word for word in words)


def _claude_code(line: str) -> Entry:
    handler = {"type": "command", "command": line, "timeout": TIMEOUT, "onFailure": "block"}
    return {"hooks": [handler]}


def _codex(line: str) -> Entry:
    return {"hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


def _copilot(line: str) -> Entry:
    return {"type": "command", "exec": "/bin/sh", "args": ["-c", line], "timeoutSec": TIMEOUT}


def _cursor(line: str) -> Entry:
    return {"type": "command", "command": line, "timeout": TIMEOUT, "failClosed": True}


def _gemini(line: str) -> Entry:
    environment = {"BASH_ENV": "", "SHELLOPTS": "", "SHLVL": "1"}
    handler = {"type": "command", "name": NAME, "command": line, "timeout": TIMEOUT * 1000}
    return {"hooks": [{**handler, "env": environment}]}


def _antigravity(line: str) -> Entry:
    return {"matcher": "*", "hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


def _kimi(line: str) -> Entry:
    return {"event": "PreToolUse", "command": line, "timeout": TIMEOUT}


WIRINGS: dict[str, Wiring] = {
    "claude-code": Wiring(
        user=".claude/settings.json",
        project=".claude/settings.json",
        parent=("hooks",),
        events=("PreToolUse",),
        element=_claude_code,
        grouped=True,
        folders=(".claude",),
        programs=("claude",),
        variable="CLAUDE_CONFIG_DIR",
        advice={
            "user": "Restart running sessions; `--bare`, `--safe-mode`, `disableAllHooks` turn hooks off.",
            "project": "Accept Claude Code's trust question for the folder once; `--setting-sources user` "
            "leaves project hooks out.",
        },
    ),
    "codex": Wiring(
        user=".codex/hooks.json",
        project=".codex/hooks.json",
        parent=("hooks",),
        events=("PreToolUse",),
        element=_codex,
        grouped=True,
        folders=(".codex",),
        programs=("codex",),
        variable="CODEX_HOME",
        advice={
            "user": "Codex skips a hook silently until you trust it: open `codex`, type `/hooks`, trust "
            "Failshut's entry.",
            "project": "Codex loads it only in a trusted project, and each person has to trust the hook: "
            "open `codex` in the project, trust the folder, then `/hooks`.",
        },
    ),
    "copilot": Wiring(
        user=".copilot/hooks/failshut.json",
        project=".github/hooks/failshut.json",
        parent=("hooks",),
        events=("preToolUse",),
        element=_copilot,
        top=(("version", 1),),
        folders=(".copilot",),
        programs=("copilot",),
        variable="COPILOT_HOME",
        advice={
            "user": "Restart running sessions; nothing else is needed.",
            "project": "`copilot -p` loads hooks of a repository only in a trusted folder: start `copilot` "
            "there once and trust it.",
        },
    ),
    "cursor": Wiring(
        user=".cursor/hooks.json",
        project=".cursor/hooks.json",
        parent=("hooks",),
        events=("preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"),
        element=_cursor,
        top=(("version", 1),),
        folders=(".cursor",),
        programs=("cursor-agent", "cursor"),
        advice={
            "user": "Look into Cursor Settings > Hooks: four entries of Failshut have to be listed. Cloud "
            "agents don't read user hooks.",
            "project": "Cursor loads project hooks only in a trusted workspace: trust it, then look into "
            "Cursor Settings > Hooks.",
        },
    ),
    "gemini": Wiring(
        user=".gemini/settings.json",
        project=".gemini/settings.json",
        parent=("hooks",),
        events=("BeforeTool",),
        element=_gemini,
        grouped=True,
        comments=True,
        folders=(".gemini",),
        programs=("gemini",),
        advice={
            "user": "In an untrusted folder Gemini CLI runs no hooks, not even the user's: trust the "
            "folders you work in (`/permissions`).",
            "project": "Gemini CLI reads project hooks only in a trusted folder and only when started in "
            "its top folder; `--skip-trust` leaves them out silently.",
        },
    ),
    "antigravity": Wiring(
        user=".gemini/config/hooks.json",
        project=".agents/hooks.json",
        parent=(NAME,),
        events=("PreToolUse",),
        element=_antigravity,
        grouped=True,
        folders=(".gemini/config", ".gemini/antigravity-cli"),
        programs=("agy",),
        advice={
            "user": "Run `agy -p /hooks` and look for `failshut`; subagents' calls never reach a hook.",
            "project": "Run `agy -p /hooks` in the project and look for `failshut`; subagents' calls never "
            "reach a hook.",
        },
    ),
    "kimi": Wiring(
        user=".kimi-code/config.toml",
        project="",
        parent=("hooks",),
        events=("PreToolUse",),
        element=_kimi,
        toml=True,
        folders=(".kimi-code",),
        programs=("kimi",),
        variable="KIMI_CODE_HOME",
        advice={
            "user": "Restart running sessions; a project folder that is moved or deleted during a session "
            "takes Kimi's hooks with it.",
        },
    ),
}
NO_PROJECT_SCOPE = "{title} has no project scope: it reads hooks of the user only. Use `--scope user`."
