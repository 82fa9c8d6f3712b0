"""Run Codex CLI headless (0.171.0); the edit tool is offered to models of certain names only."""

from failshut.prove.recipe import KEY, TASK, Recipe
from failshut.prove.script import Step

CONFIG = """\
model = "fake-model"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
env_key = "FAILSHUT_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
"""


def patch(path: str, text: str) -> Step:
    """Return the step that writes a file with ``apply_patch``."""
    lines = "".join(f"+{line}\n" for line in text.splitlines())
    body = f"*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n"
    return Step("apply_patch", text=body)


RECIPE = Recipe(
    arguments=(
        *("exec", "--skip-git-repo-check", "--color", "never"),
        *("--dangerously-bypass-approvals-and-sandbox", TASK),
    ),
    variables={"FAILSHUT_KEY": KEY},
    files={".codex/config.toml": CONFIG},
    merge={".codex/config.toml": "toml"},
    shell=lambda command: Step("exec_command", {"cmd": command}),
    write=patch,
    agent=(
        lambda prompt: Step("multi_agent_v1.spawn_agent", {"message": prompt}),
        lambda prompt: Step(
            "multi_agent_v1.wait_agent",
            {"targets": [{"$result": r'"agent_id":\s*"([^"]+)"'}], "timeout_ms": 30000},
        ),
    ),
    mcp_tool="mcp__demo.write_thing",
    mcp_files={".codex/config.toml": "\n[mcp_servers.demo]\ncommand = {command}\nargs = {args}\n"},
    writes_with={"fake-model": "gpt-5.5"},
)
