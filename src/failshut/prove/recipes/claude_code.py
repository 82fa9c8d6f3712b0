"""Run Claude Code headless (2.1.332)."""

from failshut.prove.recipe import KEY, TASK, Recipe
from failshut.prove.script import Step

RECIPE = Recipe(
    arguments=("-p", TASK, "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"),
    variables={
        "ANTHROPIC_BASE_URL": "{url}",
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_AUTOUPDATER": "1",
        "IS_SANDBOX": "1",
    },
    shell=lambda command: Step("Bash", {"command": command, "description": "d"}),
    write=lambda path, text: Step("Write", {"file_path": path, "content": text}),
    agent=(
        lambda prompt: Step(
            "Agent", {"description": "d", "prompt": prompt, "subagent_type": "general-purpose"}
        ),
    ),
    mcp_tool="mcp__demo__write_thing",
    mcp_files={".failshut-mcp.json": '{"mcpServers": {"demo": {"command": {command}, "args": {args}}}}'},
    mcp_arguments=("--mcp-config", "{home}/.failshut-mcp.json"),
)
