"""Run GitHub Copilot CLI headless (1.0.102)."""

from failshut.prove.recipe import KEY, TASK, Recipe
from failshut.prove.script import Step

RECIPE = Recipe(
    arguments=("-p", TASK, "--allow-all-tools", "--no-color"),
    variables={
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
        "COPILOT_MODEL": "fake-model",
        "COPILOT_PROVIDER_BASE_URL": "{url}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": KEY,
    },
    shell=lambda command: Step("bash", {"command": command, "description": "d"}),
    write=lambda path, text: Step("create", {"path": path, "file_text": text}),
    agent=(
        lambda prompt: Step(
            "task",
            {"description": "d", "prompt": prompt, "agent_type": "task", "name": "sub", "mode": "sync"},
        ),
    ),
    mcp_tool="demo-write_thing",
    mcp_files={
        ".copilot/mcp-config.json": '{"mcpServers": {"demo": {"type": "local", "command": {command}, '
        '"args": {args}, "tools": ["*"]}}}'
    },
    trusts=("GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS", "COPILOT_ALLOW_ALL"),
)
