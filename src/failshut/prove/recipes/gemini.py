"""Run Gemini CLI headless (0.61.0), a script that needs Node."""

from failshut.prove.recipe import KEY, TASK, Recipe
from failshut.prove.script import Step

SETTINGS = """{
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "general": {"enableAutoUpdate": false}
}"""

RECIPE = Recipe(
    arguments=("--yolo", "-m", "gemini-2.5-pro", "-p", TASK),
    variables={
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": "{url}",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_CLI_NO_RELAUNCH": "true",
    },
    files={".gemini/settings.json": SETTINGS},
    merge={".gemini/settings.json": "json"},
    shell=lambda command: Step("run_shell_command", {"command": command, "description": "d"}),
    write=lambda path, text: Step("write_file", {"file_path": path, "content": text}),
    agent=(lambda prompt: Step("invoke_agent", {"agent_name": "generalist", "prompt": prompt}),),
    mcp_tool="mcp_demo_write_thing",
    mcp_files={
        ".gemini/settings.json": '{"mcpServers": {"demo": {"command": {command}, "args": {args}, '
        '"trust": true}}}'
    },
    start=("node",),
    trusts=("GEMINI_CLI_TRUST_WORKSPACE",),
)
